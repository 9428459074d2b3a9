//! Views and gestures in the form that a library passes to the host: one line of JSON, and lines of steps.

use crate::Surroundings;
use plyd_plugin::view::{Step, View, gesture_text};

pub(crate) fn attack(_: &Surroundings, input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let mut lines = text.lines();
    let Ok(view) = View::read(lines.next().unwrap_or_default()) else { return };
    let Ok(spots) = view.check() else { return };
    let written = view.to_json();
    let again = View::read(&written).unwrap_or_else(|error| panic!("{written} is refused: {error}"));
    assert_eq!(again, view);
    assert!(again.check().is_ok(), "{written}");
    for line in lines {
        let gesture: Vec<Step> = line.split_ascii_whitespace().map(Step::read).collect();
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        assert_eq!(gesture_text(&gesture), words.join(" "));
        if spots.check(&gesture).is_err() {
            continue;
        }
        let is_known = |step: &Step| !matches!(step, Step::Spot(id) if spots.get(id).is_none());
        assert!(gesture.iter().all(is_known), "{gesture:?}");
        let json = serde_json::to_string(&gesture).expect("steps are texts");
        assert_eq!(serde_json::from_str::<Vec<Step>>(&json).ok(), Some(gesture));
    }
}

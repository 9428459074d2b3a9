//! The test of views and gestures.

use super::abilities::conclude;
use crate::examination::{Examination, Verdict};
use crate::report::Finding;
use crate::walk::{View, Walk};
use plyd_plugin::view::{Spots, gesture_text};
use std::collections::HashMap;

const POSITIONS: u32 = 4_000;

/// The host checks a view and each gesture as it does for clients. Here the view also has to be the same at every call,
/// and no two moves may have the same steps.
pub(crate) fn view(exam: &mut Examination) -> Verdict {
    let (mut drawn, mut without, mut prefixes) = (0_u32, 0_u32, 0_u32);
    exam.visit(POSITIONS, |_, walk, view| {
        let shown = |walk: &Walk| walk.game.view(&walk.state).map_err(|fault| walk.finding(fault.to_string()));
        let Some(data) = shown(walk)? else {
            without += 1;
            return Ok(());
        };
        drawn += 1;
        // In another instance it may be another one, as it may show what the setup had.
        if shown(walk)?.as_ref() != Some(&data) {
            return Err(walk.finding("the view is not the same at every call"));
        }
        let spots = data.check().map_err(|error| walk.finding(error.to_string()))?;
        prefixes += gestures(walk, view, &spots)?;
        Ok(())
    })?;
    if drawn > 0 && without > 0 {
        exam.note(format!("{without} positions have no view"));
    }
    if prefixes > 0 {
        exam.note(format!("{prefixes} times the steps of a move begin those of another"));
    }
    conclude(exam, drawn, "the game has no views", "views")
}

/// Checks the gesture of every move; how many are the beginning of another.
fn gestures(walk: &Walk, view: &View, spots: &Spots<'_>) -> Result<u32, Finding> {
    let mut known = HashMap::new();
    let mut texts = Vec::new();
    for &mv in &view.moves {
        let steps = walk.game.gesture(&walk.state, mv, spots).map_err(|fault| walk.finding(fault.to_string()))?;
        let text = gesture_text(&steps);
        if let Some(other) = known.insert(text.clone(), mv) {
            let (one, two) = (walk.name(other), walk.name(mv));
            return Err(walk.finding(format!("the moves {one} and {two} have the same gesture, `{text}`")));
        }
        texts.push(text + " ");
    }
    texts.sort_unstable();
    Ok(texts.windows(2).filter(|pair| pair[1].starts_with(&pair[0])).count() as u32)
}

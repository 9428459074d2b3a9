//! A board as a page sees it: it knows no game, only the line `view {...}`.

use super::schemas::{POSITION, validate};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A position from a line `view {...}`.
pub(super) struct ViewedBoard {
    pub(super) json: Value,
    /// Steps and the text of the move that they make.
    gestures: BTreeMap<Vec<String>, String>,
    /// The spots that can be clicked.
    spots: BTreeSet<String>,
}

impl ViewedBoard {
    /// Reads a line and checks all that a client relies on.
    ///
    /// # Panics
    /// The line breaks a rule.
    pub(super) fn read(line: &str) -> Self {
        let json = line.strip_prefix("view ").unwrap_or_else(|| panic!("no view: {line}"));
        let json: Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {line}"));
        validate(&POSITION, &json);
        let ids: Vec<&str> = list(&json, "spots").iter().map(|spot| text(&spot["id"])).collect();
        let known: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(known.len(), ids.len(), "an id stands for two spots: {json}");
        let marked = list(&json, "marks").iter().flat_map(|mark| list(mark, "on"));
        for user in list(&json, "tokens").iter().map(|token| &token["on"]).chain(marked) {
            assert!(known.contains(text(user)), "{user} is no spot: {json}");
        }
        let live = list(&json, "spots").iter().filter(|spot| spot["inert"] != Value::Bool(true));
        let spots = live.map(|spot| text(&spot["id"]).to_owned()).collect();
        let mut gestures = BTreeMap::new();
        let moves = json["moves"].as_object().expect("the moves are listed");
        let ways = json["ways"].as_object().into_iter().flatten();
        let more = ways.flat_map(|(mv, ways)| ways.as_array().expect("a list").iter().map(move |way| (mv, way)));
        for (mv, steps) in moves.iter().chain(more) {
            let steps = steps.as_array().expect("a list").iter().map(|step| text(step).to_owned()).collect();
            if let Some(other) = gestures.insert(steps, mv.clone()) {
                panic!("the moves {mv} and {other} have one gesture: {json}");
            }
        }
        assert_eq!(json["count"], moves.len());
        Self { json, gestures, spots }
    }

    /// The steps that go on with the clicks so far, and the move that these alone make.
    pub(super) fn after(&self, clicks: &[String]) -> (BTreeSet<&str>, Option<&str>) {
        let matching = self.gestures.keys().filter(|gesture| gesture.starts_with(clicks));
        let next: BTreeSet<&str> =
            matching.filter_map(|gesture| gesture.get(clicks.len())).map(String::as_str).collect();
        for step in &next {
            assert!(
                step.starts_with(['!', '=']) || self.spots.contains(*step),
                "`{step}` cannot be clicked: {}",
                self.json
            );
        }
        (next, self.gestures.get(clicks).map(String::as_str))
    }

    /// The steps of a move.
    pub(super) fn steps(&self, mv: &str) -> Vec<String> {
        list(&self.json["moves"], mv).iter().map(|step| text(step).to_owned()).collect()
    }

    /// All moves that clicks can make, step by step.
    pub(super) fn reachable(&self) -> BTreeSet<String> {
        let (mut found, mut open) = (BTreeSet::new(), vec![Vec::new()]);
        while let Some(clicks) = open.pop() {
            let (next, whole) = self.after(&clicks);
            found.extend(whole.map(str::to_owned));
            open.extend(next.into_iter().map(|step| clicks.iter().cloned().chain([step.to_owned()]).collect()));
        }
        found
    }

    /// Clicks at random until a move is made. Returns its text.
    pub(super) fn click(&self, rng: &mut fastrand::Rng) -> String {
        let mut clicks = Vec::new();
        loop {
            let (next, whole) = self.after(&clicks);
            // Where a gesture goes on with another, a second click on its last spot ends it.
            let ends = next.is_empty() || whole.is_some() && rng.bool();
            if let Some(whole) = whole.filter(|_| ends) {
                return whole.to_owned();
            }
            let step = rng.choice(next).expect("there is a move");
            clicks.push(step.to_owned());
        }
    }

    /// The spots with the mark of the last move.
    pub(super) fn last(&self) -> Vec<&str> {
        let marks = list(&self.json, "marks").iter().filter(|mark| mark["kind"] == "last");
        marks.flat_map(|mark| list(mark, "on")).map(text).collect()
    }

    pub(super) fn has_spot(&self, id: &str) -> bool {
        list(&self.json, "spots").iter().any(|spot| spot["id"] == id)
    }
}

/// The list with this name; an empty one if there is none.
pub(super) fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value.get(name).map_or(&[], |list| list.as_array().expect("a list"))
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

//! The test of views and gestures.

use super::abilities::conclude;
use super::needless::NO_VIEW;
use super::touched::TouchedMoves;
use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::twins::without_counters;
use crate::walk::{LibraryView, WalkedPosition};
use plyd_plugin::view::{self, Spots, Step, gesture_text};
use plyd_rules::{Game, Turn};
use std::collections::HashMap;

const POSITIONS: u32 = 4_000;
/// The approximate number of moves of a position after which the views are compared.
const CHILDREN: usize = 4;

/// The host checks a view and each gesture as it does for clients. Here the view also has to be the same at every call,
/// and no two moves may have the same steps.
pub(crate) fn view(exam: &mut Examination) -> TestResult {
    let (mut drawn, mut without, mut prefixes) = (0_u32, 0_u32, 0_u32);
    let (mut alike, mut first) = (0_u32, None);
    let mut touched = TouchedMoves::default();
    exam.visit(POSITIONS, |_, walk, view| {
        let shown = |walk: &WalkedPosition| {
            walk.game.view(&walk.state).map_err(|fault| walk.finding(without_place(&fault.to_string())))
        };
        let Some(data) = shown(walk)? else {
            without += 1;
            return Ok(());
        };
        drawn += 1;
        // In another instance it may differ, because it may show what the setup had.
        if shown(walk)?.as_ref() != Some(&data) {
            return Err(walk.finding("the view is not the same at every call"));
        }
        let spots = data.check().map_err(|error| walk.finding(error.to_string()))?;
        prefixes += gestures(walk, view, &spots)?;
        if let Some(example) = after_moves(walk, view, (&data, &spots), &mut touched)? {
            alike += 1;
            first.get_or_insert(example);
        }
        Ok(())
    })?;
    if let Some(warning) = touched.warning() {
        exam.warn(warning);
    }
    if drawn > 0 && without > 0 {
        exam.note(format!("{without} positions have no view"));
    }
    if let Some(example) = first {
        exam.note(format!("after two moves of one position the view is the same, {alike} times: {example}"));
    }
    if prefixes > 0 {
        exam.note(format!("{prefixes} times the steps of a move begin those of another"));
    }
    conclude(exam, drawn, NO_VIEW, "views")
}

/// What is wrong with a view, without the place in its JSON: programs write that, so no one knows the place.
fn without_place(fault: &str) -> &str {
    fault.split(" at line ").next().unwrap_or(fault)
}

/// Two moves after which the same player is to move, the texts differ in more than numbers, and the views are the same:
/// then a view leaves something out that people should see. What the moves change is counted.
fn after_moves(
    walk: &WalkedPosition,
    view: &LibraryView,
    (before, spots): (&view::View, &Spots<'_>),
    touched: &mut TouchedMoves,
) -> Result<Option<String>, Finding> {
    let mut seen: Vec<(_, Turn, String)> = Vec::new();
    let step = view.moves.len().div_ceil(CHILDREN).max(1);
    for &mv in view.moves.iter().step_by(step) {
        let failed = |fault: plyd_host::LibraryFault| walk.finding(fault.to_string());
        let child = walk.after(mv)?;
        let Some(data) = walk.game.view(&child).map_err(failed)? else { continue };
        let steps = walk.game.gesture(&walk.state, mv, spots).map_err(failed)?;
        touched.meet(view.turn, &steps, before, &data, spots);
        let (turn, text) = (walk.game.turn(&child), walk.game.format_state(&child).map_err(failed)?);
        let is_alike = |(other, to_move, others): &&(_, Turn, String)| {
            *other == data && *to_move == turn && without_counters(others) != without_counters(&text)
        };
        if let Some((_, _, other)) = seen.iter().find(is_alike) {
            return Ok(Some(format!("`{other}` and `{text}`")));
        }
        seen.push((data, turn, text));
    }
    Ok(None)
}

/// Checks the gesture of every move; how many are the beginning of another.
fn gestures(walk: &WalkedPosition, view: &LibraryView, spots: &Spots<'_>) -> Result<u32, Finding> {
    let mut known = HashMap::new();
    let mut texts = Vec::new();
    for &mv in &view.moves {
        let steps = walk.game.gesture(&walk.state, mv, spots).map_err(|fault| walk.finding(fault.to_string()))?;
        for way in steps.split(|step| *step == Step::Or) {
            let text = gesture_text(way);
            if let Some(other) = known.insert(text.clone(), mv) {
                let (one, two) = (walk.name(other), walk.name(mv));
                return Err(walk.finding(format!("the moves {one} and {two} have the same gesture, `{text}`")));
            }
            texts.push(text + " ");
        }
    }
    texts.sort_unstable();
    Ok(texts.windows(2).filter(|pair| pair[1].starts_with(&pair[0])).count() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_in_the_json_of_a_view_is_left_out() {
        let fault = "the view of a state: the JSON is no view: unknown variant `round`, expected `disc`";
        assert_eq!(without_place(&format!("{fault} at line 1 column 2632")), fault);
        assert_eq!(without_place(fault), fault);
    }
}

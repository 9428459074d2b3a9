//! Laws of views and gestures.

use super::{Told, Way};
use crate::Plugin;
use crate::view::gesture_text;
use std::collections::HashMap;

/// A view obeys the rules of views, and each move has steps of its own, on its spots.
#[track_caller]
pub(super) fn visit<P: Plugin>(game: &P, state: &P::State, told: &Told, way: &Way<'_>) {
    let Some(view) = game.view(state) else { return };
    let spots = view.check().unwrap_or_else(|error| way.broken(format!("its view: {error}")));
    let mut known = HashMap::new();
    for &mv in &told.moves {
        let (name, gesture) = (game.format_move(state, mv), game.gesture(state, mv));
        if let Err(error) = spots.check(&gesture) {
            way.broken(format!("the gesture of the move `{name}`: {error}"));
        }
        let steps = gesture_text(&gesture);
        if let Some(other) = known.insert(steps.clone(), name.clone()) {
            way.broken(format!("the moves `{other}` and `{name}` have the same gesture, `{steps}`"));
        }
    }
}

//! The best line of a search, and how a player sees its value.

use crate::found::win_distance;
use crate::{BoundSide, SearchScore};
use plyd_rules::{Move, Player};

/// The best line that a search to a depth has found.
pub(crate) struct BestLine {
    /// Its value, from MAX's view.
    pub(crate) value: i32,
    /// The same, as reported.
    pub(crate) score: SearchScore,
    /// In a game with chance, the expectation that `value` rounds, from the view of `score`.
    pub(crate) expectation: Option<f64>,
    /// The kind of bound; `None` if the value is exact.
    pub(crate) bound: Option<BoundSide>,
    /// The depth of the search.
    pub(crate) depth: u32,
    /// The line of play that begins with it.
    pub(crate) pv: Vec<Move>,
}

/// A value from MAX's view, seen by `turn`.
pub(crate) fn from_view(turn: Player, value: i32) -> i32 {
    if turn == Player::Max { value } else { -value }
}

/// An expectation from MAX's view, seen by `turn`. It is never -0.
pub(crate) fn view(turn: Player, value: f64) -> f64 {
    if turn == Player::Max { value } else { 0.0 - value }
}

/// The whole number next to an expectation; halves are rounded away from zero.
pub(crate) fn rounded(expectation: f64) -> i32 {
    expectation.round() as i32
}

/// A value of the strong search, seen by `turn`.
pub(crate) fn score(value: i32, turn: Player) -> SearchScore {
    let seen = from_view(turn, value);
    match win_distance(value) {
        Some(plies) if seen > 0 => SearchScore::Win(plies),
        Some(plies) => SearchScore::Loss(plies),
        None => SearchScore::Value(seen),
    }
}

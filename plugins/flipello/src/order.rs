//! Move ordering by likely quality.

use crate::State;
use crate::grid::Grid;
use crate::lines::around;
use plyd_plugin::Move;

/// The score of a corner, which can never be lost again.
const CORNER: i32 = 1_000;
/// The scores of squares next to an empty corner, diagonally and on the edge. A disc there usually gives the corner
/// away.
const X_SQUARE: i32 = -300;
const C_SQUARE: i32 = -100;
/// The scores of each reply that a move allows, and of each reply that takes a corner.
const REPLY: i32 = -20;
const REPLY_IN_CORNER: i32 = -150;

/// Scores the moves: corners come first, then moves that allow few replies, and moves that give corners away come last.
pub(crate) fn order(grid: &Grid, state: &State, moves: &[Move], scores: &mut [i32]) {
    let by_empty_corner = around(grid.corners & !(state.own() | state.other()));
    for (mv, score) in moves.iter().zip(scores) {
        let Some(square) = 1_u64.checked_shl(mv.0).filter(|square| square & state.placements() != 0) else {
            // A pass is the only move.
            *score = 0;
            continue;
        };
        let rate = |squares: u64, worth: i32| if square & squares == 0 { 0 } else { worth };
        let replies = state.placed(grid, mv.0).placements();
        *score = rate(grid.corners, CORNER)
            + rate(by_empty_corner & grid.x_squares, X_SQUARE)
            + rate(by_empty_corner & grid.c_squares, C_SQUARE)
            + REPLY * replies.count_ones() as i32
            + REPLY_IN_CORNER * (replies & grid.corners).count_ones() as i32;
    }
}

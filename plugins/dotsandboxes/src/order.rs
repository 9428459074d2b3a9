//! Ratings of moves.

use crate::board::Board;
use crate::chains;
use crate::state::State;
use plyd_plugin::{CERTAIN_RATING, Move};

/// What a closed box adds to the rating of a capture, and what it adds if no other box is open behind it.
const BOX: i32 = 20;
const LAST: i32 = 10;
/// The rating of a line that leaves the last boxes of a part to the opponent, who moves next.
const LEAVING: i32 = 4_000;
/// The rating of a line that gives no box away.
const SAFE: i32 = 1_000;
/// What each box that a line gives away takes from its rating.
const GIVEN: i32 = 50;
/// The rating of a line between two boxes of a chain: the middle of two leaves the opponent no choice.
const INNER: i32 = 10;

/// Rates the moves of an unfinished position. Captures come first, except that those of a chain which could be left
/// come last of them; then safe lines; then those that open small chains and loops.
pub(crate) fn rate(board: &Board, state: &State, moves: &[Move], scores: &mut [i32]) {
    let sides = board.sides(state.lines);
    if sides.three == 0 {
        rate_quiet(board, state, sides.two, moves, scores);
        return;
    }
    let closing = Board::around(sides.three).without(state.lines);
    let behind = board.beside(state.lines, sides.three) & sides.two;
    let in_chains = Board::around(behind);
    for (mv, score) in moves.iter().zip(scores) {
        *score = if closing.contains(mv.0) {
            let boxes = board.closed(state.lines.with(mv.0)).count_ones() - sides.closed.count_ones();
            CERTAIN_RATING + BOX * boxes.cast_signed() + if in_chains.contains(mv.0) { 0 } else { LAST }
        } else if in_chains.contains(mv.0) {
            LEAVING
        } else {
            0
        };
    }
}

/// Rates the moves of a position in which no box can be closed.
fn rate_quiet(board: &Board, state: &State, two: u64, moves: &[Move], scores: &mut [i32]) {
    scores.fill(SAFE);
    chains::each(board, state.lines, two, |part| {
        let lines = Board::around(part);
        let given = GIVEN * part.count_ones().cast_signed();
        for (mv, score) in moves.iter().zip(scores.iter_mut()).filter(|(mv, _)| lines.contains(mv.0)) {
            let closer = board.sides(state.lines.with(mv.0)).three;
            *score = -given + if closer.count_ones() == 2 { INNER } else { 0 };
        }
    });
}

//! Ratings of moves.

use crate::board::{Board, LINE, NUMBERS, STEPS, Set};
use crate::state::State;
use crate::threats::Threats;
use plyd_plugin::{CERTAIN_RATING, LOSING_RATING, Move, UNLIKELY_RATING};

/// The rating of a cell for each line through it that the mover can still fill, by the stones on it, from one to three;
/// and for each line of the opponent.
const OWN: [i32; 3] = [8, 60, 420];
const OTHER: [i32; 3] = [7, 50, 300];
/// The largest rating of a move that does not decide at once.
const MOST_RATING: i32 = 4_900;
/// A move farther than this from all stones is not worth a search.
const NEAR: u32 = 2;

/// Rates the moves of an unfinished position. A move that fills a line of five comes first, then the only one that keeps
/// the opponent from it; all others lose then. Otherwise the lines through a cell decide.
pub(crate) fn rate(board: &Board, state: &State, moves: &[Move], scores: &mut [i32]) {
    let [own, other] = state.sides();
    let wins = Threats::of(board, own, other).fives;
    let threats = Threats::of(board, other, own).fives;
    let near = near(board, own | other);
    let mut worth = [0; NUMBERS];
    if wins.is_empty() && threats.is_empty() {
        add_lines(board, own, other, OWN, &mut worth);
        add_lines(board, other, own, OTHER, &mut worth);
    }
    for (mv, score) in moves.iter().zip(scores) {
        let cell = mv.0;
        *score = if wins.contains(cell) {
            CERTAIN_RATING
        } else if !threats.without(Set::of(cell)).is_empty() {
            LOSING_RATING
        } else if threats.contains(cell) {
            CERTAIN_RATING
        } else if near.contains(cell) {
            worth[cell as usize].min(MOST_RATING)
        } else {
            UNLIKELY_RATING
        };
    }
}

/// The cells near a stone; on an empty board the one in the middle.
#[inline]
fn near(board: &Board, stones: Set) -> Set {
    let middle = board.size() / 2;
    if stones.is_empty() { Set::of(board.grid.cell(middle, middle)) } else { board.grid.within(stones, NEAR) }
}

/// Adds what each line that `own` can still fill is worth to its cells.
#[inline]
fn add_lines(board: &Board, own: Set, other: Set, worth: [i32; 3], cells: &mut [i32; NUMBERS]) {
    for (direction, step) in STEPS.into_iter().enumerate() {
        for (lines, worth) in board.open(direction, own, other).into_iter().zip(worth) {
            for first in lines {
                (0..LINE).for_each(|place| cells[(first + place * step) as usize] += worth);
            }
        }
    }
}

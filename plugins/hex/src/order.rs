//! Ratings of moves.

use crate::board::{Board, Set};
use crate::paths::Paths;
use crate::state::{SWAP, State};
use plyd_plugin::{CERTAIN_RATING, LOSING_RATING, Move, Player};

/// The rating of a cell on the shortest paths of both players, of the mover alone, and of the opponent alone.
const SHARED: i32 = 3_000;
const OWN: i32 = 1_500;
const OTHER: i32 = 1_200;
/// What a cell loses for each row and file between it and the middle.
const FAR: i32 = -20;
/// The rating of taking over the first stone, which is mostly a good move where it is strong.
const TAKEN: i32 = 2_000;

/// Rates the moves of an unfinished position: a move that wins at once first, then the only one that keeps the opponent
/// from winning; all others lose then. If no win is near, cells on the shortest paths of both players come first.
pub(crate) fn rate(board: &Board, state: &State, moves: &[Move], scores: &mut [i32]) {
    let turn = state.turn;
    let own = state.winning(board, turn);
    let threats = state.winning(board, turn.other());
    let [mine, theirs] = [turn, turn.other()].map(|player: Player| Paths::of(board, state, player).cells);
    let middle = board.size() as i32 - 1;
    for (mv, score) in moves.iter().zip(scores) {
        if *mv == SWAP {
            *score = TAKEN;
            continue;
        }
        let cell = mv.0;
        *score = if own.contains(cell) {
            CERTAIN_RATING
        } else if !threats.without(Set::of(cell)).is_empty() {
            LOSING_RATING
        } else if threats.contains(cell) {
            CERTAIN_RATING
        } else {
            let path = match (mine.contains(cell), theirs.contains(cell)) {
                (true, true) => SHARED,
                (true, false) => OWN,
                (false, true) => OTHER,
                (false, false) => 0,
            };
            let (file, row) = board.grid().place(cell);
            let far = (2 * file as i32 - middle).abs() + (2 * row as i32 - middle).abs();
            path + FAR * far / 2
        };
    }
}

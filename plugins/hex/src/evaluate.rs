//! The value of a position without a search.

use crate::board::Board;
use crate::paths::{LONGEST, Paths};
use crate::state::State;
use plyd_plugin::Player;

/// The value of a win.
pub(crate) const WIN: i32 = 20_000;

/// The value of a stone that a player needs less than the opponent.
const STONE: i32 = 200;
/// The value of a cell on a shortest path: with many of them the path is hard to block.
const CELL: i32 = 6;
/// The value of the right to move.
const TEMPO: i32 = 100;

// 19 times 19 cells.
const _: () = assert!(STONE * (LONGEST as i32) + CELL * 361 + TEMPO < WIN);

/// The value from MAX's view.
#[inline]
pub(crate) fn evaluate(board: &Board, state: &State) -> i32 {
    let [max, min] = [Player::Max, Player::Min].map(|player| Paths::of(board, state, player));
    let tempo = if state.turn == Player::Max { TEMPO } else { -TEMPO };
    worth(&max) - worth(&min) + tempo
}

#[inline]
fn worth(paths: &Paths) -> i32 {
    CELL * paths.cells.len() as i32 - STONE * paths.length as i32
}

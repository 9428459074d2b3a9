//! The heuristic evaluation of positions.

use crate::board::{Board, around};
use crate::state::{State, steps};
use plyd_board::Cells;
use plyd_plugin::Player;

/// The value of a win.
pub(crate) const WIN: i32 = 20_000;

/// The values of squares that a king reaches in one, two, three and four steps.
const REACHED: [i32; 4] = [40, 16, 6, 3];
/// The value of a square that a player reaches before the opponent.
const FIRST: i32 = 6;
/// The value of the right to move.
const TEMPO: i32 = 30;

/// The value of a position from MAX's point of view.
#[inline]
pub(crate) fn evaluate(board: &Board, state: &State) -> i32 {
    let free = state.free(board);
    let [max, min] = [Player::Max, Player::Min].map(|player| reach(state.king(player), free));
    let tempo = if state.turn() == Player::Max { TEMPO } else { -TEMPO };
    max - min + tempo + FIRST * lead(state, free)
}

/// The total value of the squares within four steps of a king, by their distances.
#[inline]
fn reach(king: Cells, free: Cells) -> i32 {
    let mut worth = 0;
    let (mut reached, mut edge) = (king, steps(king, free));
    for value in REACHED {
        worth += value * edge.len() as i32;
        reached |= edge;
        edge = around(edge) & free.without(reached);
    }
    worth
}

/// The number of squares that MAX reaches before MIN, minus the number that MIN reaches before MAX. At equal distances,
/// the player to move is first.
#[inline]
fn lead(state: &State, free: Cells) -> i32 {
    let turn = state.turn();
    let (mut first, mut second) = (state.king(turn), state.king(turn.other()));
    let mut left = free;
    loop {
        let gained = around(first) & left;
        left = left.without(gained);
        first |= gained;
        let lost = around(second) & left;
        left = left.without(lost);
        second |= lost;
        if (gained | lost).is_empty() {
            break;
        }
    }
    let lead = first.len() as i32 - second.len() as i32;
    if turn == Player::Max { lead } else { -lead }
}

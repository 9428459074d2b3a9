//! The value of a position without a search, in boxes.

use crate::board::Board;
use crate::chains;
use crate::state::State;
use plyd_plugin::Player;

/// The value from MAX's view: the boxes closed, those that the player to move can close at once, and what the chains and
/// loops are worth to the player whom the other one will have to open them for.
#[inline]
pub(crate) fn evaluate(board: &Board, state: &State) -> i32 {
    let mine = prospects(board, state);
    state.difference(board) + if state.turn == Player::Max { mine } else { -mine }
}

/// What the player to move will yet gain, as far as it can be seen: at most as many as there are boxes left.
#[inline]
fn prospects(board: &Board, state: &State) -> i32 {
    let before = board.sides(state.lines);
    let lines = if before.three == 0 { state.lines } else { board.after_captures(state.lines) };
    let sides = board.sides(lines);
    let taken = (sides.closed & !before.closed).count_ones().cast_signed();
    if sides.closed == board.boxes() {
        return taken;
    }
    let worth = chains::worth(board, lines, sides.two);
    let safe = board.safe(lines, &sides).len().cast_signed();
    if safe > 0 {
        // Each safe line passes on the duty to open the first part. The more of them, the less is known.
        let share = 2 * worth / (2 + safe);
        return taken + if safe % 2 == 0 { -share } else { share };
    }
    let all = taken - worth;
    match chains::least_left(board, state.lines, before.three, before.two) {
        Some(left) => all.max(taken - 2 * left + worth),
        None => all,
    }
}

//! The value of a position without a search.

use crate::board::{Board, STEPS, Set};
use crate::state::State;
use plyd_plugin::Player;

/// The value of a win.
pub(crate) const WIN: i32 = 50_000;

/// The value of a line of five that a player can still fill, with one, two, three and four stones of the player on it.
const LINES: [i32; 4] = [2, 12, 60, 160];
/// The same for the player to move, who makes the next one.
const LINES_TO_MOVE: [i32; 4] = [3, 18, 120, 10_000];
/// The value of two cells, each of which fills a line of the player who is not to move: the opponent fills one.
const TWO_FIVES: i32 = 5_000;
/// Values go no farther from 0 than this.
const LIMIT: i32 = 40_000;

/// The value from MAX's view.
#[inline]
pub(crate) fn evaluate(board: &Board, state: &State) -> i32 {
    let [own, other] = state.sides();
    let (mut value, mut fives) = (0, Set::EMPTY);
    for direction in 0..STEPS.len() {
        let mine = board.open(direction, own, other);
        let theirs = board.open(direction, other, own);
        value += worth(mine, LINES_TO_MOVE) - worth(theirs, LINES);
        if !theirs[3].is_empty() {
            fives |= Board::cells_of(direction, theirs[3]).without(other);
        }
    }
    if fives.len() > 1 {
        value -= TWO_FIVES;
    }
    let value = value.clamp(-LIMIT, LIMIT);
    if state.turn == Player::Max { value } else { -value }
}

#[inline]
fn worth(lines: [Set; 4], worth: [i32; 4]) -> i32 {
    lines.into_iter().zip(worth).map(|(lines, worth)| worth * lines.len() as i32).sum()
}

//! Ratings of moves, which decide in a game where a position has hundreds of them.

use crate::board::{Board, NEAR, around};
use crate::state::{Removals, State, removed, steps, target};
use plyd_board::Cells;
use plyd_plugin::{CERTAIN_RATING, LOSING_RATING, Move, UNLIKELY_RATING};

/// The rating of a step that the opponent keeps after the move, and of one that the mover has.
const OPPONENT_STEP: i32 = -300;
const OWN_STEP: i32 = 120;
/// The rating of a removed square that is two steps from the opponent.
const NEAR_OPPONENT: i32 = 150;
/// The rating of a square two steps from where the king goes.
const ROOM: i32 = 20;

/// Rates the moves of an unfinished position: those that take the opponent's last step first, and those after which the
/// opponent can do so last; between them, moves that leave the opponent few steps and the mover many. A square more than
/// two steps from the opponent is rarely worth removing: without such moves 70 of 225 are left at the start.
pub(crate) fn rate(board: &Board, state: &State, moves: &[Move], scores: &mut [i32]) {
    let turn = state.turn();
    let (own, other) = (state.king(turn), state.king(turn.other()));
    let before = state.free(board) | own;
    let at = other.first().map_or(Cells::EMPTY, |square| NEAR[square as usize]);
    let two_away = around(at & before).without(at | other);
    for (mv, score) in moves.iter().zip(scores) {
        let (to, gone) = (Cells::of(target(*mv)), Cells::of(removed(*mv)));
        let free = before.without(to | gone);
        let (their, mine) = (at & free, steps(to, free));
        *score = if their.is_empty() {
            CERTAIN_RATING
        } else if loses(board, to, other, free) {
            LOSING_RATING
        } else if !gone.meets(at | two_away) {
            UNLIKELY_RATING
        } else {
            OPPONENT_STEP * their.len() as i32
                + OWN_STEP * mine.len() as i32
                + ROOM * (around(mine) & free).len() as i32
                + if gone.meets(two_away) { NEAR_OPPONENT } else { 0 }
        };
    }
}

/// Whether the opponent, whose king is `other` and who is to move, can take the last step of the king `own`. The step of
/// the opponent takes one square, and the removal another.
#[inline]
fn loses(board: &Board, own: Cells, other: Cells, free: Cells) -> bool {
    // The opponent leaves a square, too.
    let open = steps(own, free | other);
    if open.len() > 2 {
        return false;
    }
    let removals = Removals::of(board, other, free);
    steps(other, free).into_iter().map(Cells::of).any(|step| {
        let (left, removals) = (open.without(step), removals.after(step));
        match left.len() {
            0 => !removals.is_empty(),
            1 => removals.meets(left),
            _ => false,
        }
    })
}

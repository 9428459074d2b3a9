//! Move ordering, which is decisive in a game with hundreds of moves per position.

use crate::board::{Board, NEAR, around};
use crate::state::{Removals, State, removed, steps, target};
use plyd_board::Cells;
use plyd_plugin::{CERTAIN_RATING, LOSING_RATING, Move, UNLIKELY_RATING};

/// The rating of each step that the opponent has after the move, and of each step that the mover has.
const OPPONENT_STEP: i32 = -300;
const OWN_STEP: i32 = 120;
/// The rating of removing a square two steps from the opponent.
const NEAR_OPPONENT: i32 = 150;
/// The rating of each free square two steps from the king's target square.
const ROOM: i32 = 20;

/// Rates the moves of an unfinished position. Moves that take the opponent's last step come first, and moves after
/// which the opponent can do the same come last. Between them, the rating prefers moves that leave the opponent few
/// steps and the mover many. Removing a square more than two steps from the opponent is rarely useful; without such
/// moves, 70 of the 225 at the start remain.
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

/// Whether the opponent, who is to move with the king `other`, can take the last step of the king `own`. The opponent's
/// step takes one square, and the removal another one.
#[inline]
fn loses(board: &Board, own: Cells, other: Cells, free: Cells) -> bool {
    // The opponent's step also frees a square.
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

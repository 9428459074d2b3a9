//! The heuristic evaluation of positions: territory by queen moves and by king moves (J. Lieberum, "An evaluation
//! function for the game of amazons", 2005), and the mobility of each amazon.

use crate::board::Board;
use crate::lines::{Lines, bits, kings, set};
use crate::state::State;
use plyd_plugin::Player;

/// The value of a win.
pub(crate) const WIN: i32 = 20_000;

/// The values of a square that a player's amazons reach in fewer moves than the opponent's: by queen moves, and by king
/// moves.
const BY_QUEENS: i32 = 20;
const BY_KINGS: i32 = 10;
/// The divisor for a square that both players reach in the same number of moves: the player to move gets this fraction
/// of its value.
const SHARED: i32 = 5;
/// The value of an amazon on an empty board, by the number of free squares next to it.
const ROOM: [i32; 9] = [0, 40, 60, 72, 80, 86, 90, 92, 94];

/// The value of a position from MAX's point of view.
#[inline]
pub(crate) fn evaluate(board: &Board, state: &State) -> i32 {
    let turn = state.turn();
    let [own, other] = [turn, turn.other()].map(|player| bits(state.amazons(player)));
    let worth = worth(own, other, bits(state.free(board)));
    if turn == Player::Max { worth } else { -worth }
}

/// The value from the point of view of the player to move, who owns the amazons `own`.
#[inline]
pub(crate) fn worth(own: u128, other: u128, free: u128) -> i32 {
    let near = |amazon: u32| (kings(1 << amazon, free).count_ones() - 1) as usize;
    let room = |amazons: u128| -> i32 { set(amazons).into_iter().map(|amazon| ROOM[near(amazon)]).sum() };
    let open = free.count_ones() as i32;
    let lines = Lines::of(free);
    BY_QUEENS * race(own, other, free, |set| lines.queens(set)) / SHARED
        + BY_KINGS * race(own, other, free, |set| kings(set, free)) / SHARED
        + (room(own) - room(other)) * open / 92
}

/// The number of squares that the player to move reaches first, minus the number that the opponent reaches first, plus
/// a fraction of the squares that both reach at the same time. The result is multiplied by [`SHARED`].
///
/// Once a player has reached a square first, the other one need not enter it, because the first player also comes first
/// to all squares behind it. Both players therefore only advance over the remaining squares.
#[inline]
fn race(own: u128, other: u128, free: u128, step: impl Fn(u128) -> u128) -> i32 {
    let (mut mine, mut theirs, mut left) = (own, other, free);
    let mut lead = 0;
    while left != 0 && mine | theirs != 0 {
        (mine, theirs) = (step(mine) & left, step(theirs) & left);
        let (more, fewer, both) = (mine.count_ones(), theirs.count_ones(), (mine & theirs).count_ones());
        lead += SHARED * (more as i32 - fewer as i32) + both as i32;
        left &= !(mine | theirs);
    }
    lead
}

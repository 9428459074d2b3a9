//! The value of a position without a search: whose squares are whose, by the moves of queens and of kings (J. Lieberum,
//! "An evaluation function for the game of amazons", 2005), and the room around each amazon.

use crate::board::Board;
use crate::lines::{Lines, bits, kings, set};
use crate::state::State;
use plyd_plugin::Player;

/// The value of a win.
pub(crate) const WIN: i32 = 20_000;

/// The value of a square that a player's amazons reach in fewer moves than the opponent's, by moves of queens, and by
/// moves of kings.
const BY_QUEENS: i32 = 20;
const BY_KINGS: i32 = 10;
/// A square that both reach in as many moves counts this part for the player to move.
const SHARED: i32 = 5;
/// The value of an amazon with this many free squares around it, on an empty board.
const ROOM: [i32; 9] = [0, 40, 60, 72, 80, 86, 90, 92, 94];

/// The value from MAX's view.
#[inline]
pub(crate) fn evaluate(board: &Board, state: &State) -> i32 {
    let turn = state.turn();
    let [own, other] = [turn, turn.other()].map(|player| bits(state.amazons(player)));
    let worth = worth(own, other, bits(state.free(board)));
    if turn == Player::Max { worth } else { -worth }
}

/// The value from the view of the player to move, whose amazons are `own`.
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

/// The squares that the player to move reaches first, minus those that the opponent does, plus what is reached by both
/// at once for its part; all times [`SHARED`].
///
/// A square that one player has reached first need not be entered by the other: all squares behind it are the first
/// player's too. So both advance over what is left.
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

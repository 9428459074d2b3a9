//! The heuristic evaluation of positions.

use crate::groups::Board;
use plyd_board::Cells;

/// The value of one point of area.
pub(crate) const POINT: i32 = 100;
/// The value of each liberty of a player. It makes stones stay connected and keep away from each other, and discourages
/// filling eyes.
const LIBERTY: i32 = 8;
/// The value of each eye: an empty point whose neighbours are all stones of one player.
const EYE: i32 = 40;
/// The penalty for each stone of the player to move in a group with one liberty. It is less than the value of the
/// stone, because the group can still escape or capture first.
const OWN_ATARI: i32 = 60;
/// The value of the right to move.
const TEMPO: i32 = 50;

/// The expected difference of the areas from the point of view of the player to move.
#[inline]
pub(crate) fn evaluate<const S: u32, const W: usize>(board: &Board<'_, S, W>) -> i32 {
    let geometry = board.geometry;
    let empty = board.empty();
    // The next move can capture the opponent's groups that have one liberty.
    let near = geometry.beside(empty);
    let (own_atari, other_atari) = (board.in_atari(board.own, near), board.in_atari(board.other, near));
    let [own, other] = influence(board, other_atari);
    let difference = |own: Cells<W>, other: Cells<W>| own.len() as i32 - other.len() as i32;
    let [own_around, other_around] = [board.own, board.other].map(|stones| geometry.beside(stones) & empty);
    let open = geometry.touched(empty);
    let eyes = |around: Cells<W>, others: Cells<W>| around.without(open).without(others);
    POINT * difference(own, other)
        + LIBERTY * difference(own_around, other_around)
        + EYE * difference(eyes(own_around, other_around), eyes(other_around, own_around))
        - OWN_ATARI * own_atari.len() as i32
        + if empty.is_empty() { 0 } else { TEMPO }
}

/// The points that are nearer to stones of the player to move than to stones of the opponent, and vice versa. `lost`
/// contains stones of the opponent that are ignored.
#[inline]
fn influence<const S: u32, const W: usize>(board: &Board<'_, S, W>, lost: Cells<W>) -> [Cells<W>; 2] {
    let (mut own, mut other) = (board.own, board.other.without(lost));
    let mut free = board.geometry.cells().without(own | other);
    loop {
        let (by_own, by_other) = (board.geometry.beside(own) & free, board.geometry.beside(other) & free);
        if (by_own | by_other).is_empty() {
            return [own, other];
        }
        own |= by_own.without(by_other);
        other |= by_other.without(by_own);
        free = free.without(by_own | by_other);
    }
}

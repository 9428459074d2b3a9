//! The heuristic evaluation of positions.

use crate::State;
use crate::grid::Grid;
use crate::lines::around;
use crate::stability::stable;

/// The value of a feature at the start and at the end of the game, in hundredths of a disc of the final difference.
#[derive(Clone, Copy)]
struct Weight {
    start: i32,
    end: i32,
}

const fn weight(start: i32, end: i32) -> Weight {
    Weight { start, end }
}

/// The value of each square on which a player may place a disc.
const MOBILITY: Weight = weight(80, 60);
/// The value of each empty square next to discs of the opponent, on which a placement may become possible.
const REACH: Weight = weight(40, 30);
/// The value of each corner.
const CORNER: Weight = weight(700, 400);
/// The value of each disc diagonally next to an empty corner.
const X_SQUARE: Weight = weight(-350, -200);
/// The value of each disc on an edge next to an empty corner.
const C_SQUARE: Weight = weight(-120, -60);
/// The value of each disc that is connected to a corner and can never be flipped.
const STABLE: Weight = weight(120, 100);
/// The value of each disc. Having few discs is an advantage until late in the game.
const DISC: Weight = weight(-15, 60);
/// The value of making the last move, provided that no player passes again.
const LAST_MOVE: Weight = weight(0, 250);

/// The value of one disc of the final difference.
pub(crate) const DISC_WORTH: i32 = 100;

/// The expected final difference from the point of view of the player to move, in hundredths of a disc. It is limited
/// to a board full of discs of one player.
#[inline]
pub(crate) fn evaluate(grid: &Grid, state: &State) -> i32 {
    let (own, other) = (state.own(), state.other());
    let discs = own | other;
    let empty = grid.board & !discs;
    let placed = discs.count_ones() as i32 - 4;
    let all = grid.count() as i32 - 4;
    let difference = |own: u64, other: u64| own.count_ones() as i32 - other.count_ones() as i32;

    let by_empty_corner = around(grid.corners & empty);
    let (x_squares, c_squares) = (by_empty_corner & grid.x_squares, by_empty_corner & grid.c_squares);
    let last_move = if empty.count_ones() % 2 == 1 { 1 } else { -1 };
    let features = [
        (MOBILITY, difference(state.placements(), grid.placements(other, own))),
        (REACH, difference(around(other) & empty, around(own) & empty)),
        (CORNER, difference(own & grid.corners, other & grid.corners)),
        (X_SQUARE, difference(own & x_squares, other & x_squares)),
        (C_SQUARE, difference(own & c_squares, other & c_squares)),
        (STABLE, difference(stable(grid, own), stable(grid, other))),
        (DISC, difference(own, other)),
        (LAST_MOVE, last_move),
    ];
    let (mut start, mut end) = (0, 0);
    for (weight, count) in features {
        start += weight.start * count;
        end += weight.end * count;
    }
    let most = DISC_WORTH * grid.count() as i32;
    ((start * (all - placed) + end * placed) / all).clamp(-most, most)
}

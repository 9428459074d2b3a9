//! The 32 dark squares, with their numbers of the notation.
//!
//! Row 0 has the squares 1 to 4 and is drawn at the top; row 7 has 29 to 32. The rows are the ranks of the grid, so that
//! cells ascend as the numbers of squares do, and a step north leads to the next row.

use plyd_board::{Cells, Direction, Geometry};
use plyd_plugin::Player;

/// The grid of all 64 squares, of which no piece ever enters a light one.
pub(crate) const BOARD: Geometry<8> = Geometry::new(8, 8);

/// The number of dark squares.
pub(crate) const SQUARES: u32 = 32;

/// The dark squares.
pub(crate) const DARK: Cells = {
    let (mut cells, mut square) = (Cells::EMPTY, 1);
    while square <= SQUARES {
        cells = cells.with(cell(square));
        square += 1;
    }
    cells
};

/// The four ways of a king, by the number of the square that they lead to from a square, ascending. A move has the
/// number of a way, 0 to 3.
pub(crate) const WAYS: [Direction; 4] =
    [Direction::SouthWest, Direction::SouthEast, Direction::NorthWest, Direction::NorthEast];

/// The ways that a man goes: Black's to the later rows, White's to the earlier ones.
#[inline]
pub(crate) const fn is_forward(player: Player, way: usize) -> bool {
    match player {
        Player::Max => way >= 2,
        Player::Min => way < 2,
    }
}

/// The opposite of a way.
#[inline]
pub(crate) const fn back(way: usize) -> usize {
    3 - way
}

/// Every cell of a set one step on; those whose step leads off the board are gone.
#[inline]
pub(crate) const fn step(set: Cells, way: usize) -> Cells {
    BOARD.step(set, WAYS[way])
}

/// The row in which the men of a player become kings.
#[inline]
pub(crate) const fn king_row(player: Player) -> Cells {
    BOARD.rank(match player {
        Player::Max => 7,
        Player::Min => 0,
    })
}

/// The rows between a cell and the king row of a player.
#[inline]
pub(crate) const fn distance(player: Player, cell: u32) -> u32 {
    let (_, row) = BOARD.place(cell);
    match player {
        Player::Max => 7 - row,
        Player::Min => row,
    }
}

/// The cell of a square, by its number from 1 to 32.
#[inline]
pub(crate) const fn cell(square: u32) -> u32 {
    let (row, place) = ((square - 1) / 4, (square - 1) % 4);
    BOARD.cell(2 * place + (row + 1) % 2, row)
}

/// The number of the square of a dark cell.
#[inline]
pub(crate) const fn square(cell: u32) -> u32 {
    cell / 2 + 1
}

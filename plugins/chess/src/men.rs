//! Sets of men.

use cozy_chess::{BitBoard, Board, Color, Piece};
use plyd_board::{Cells, Direction, Grid};

/// The pieces of a side without pawns and king.
#[inline]
pub(crate) fn pieces(board: &Board, color: Color) -> BitBoard {
    board.colors(color) & !(board.pieces(Piece::Pawn) | board.pieces(Piece::King))
}

#[inline]
pub(crate) fn has_pieces(board: &Board, color: Color) -> bool {
    !pieces(board, color).is_empty()
}

/// The squares that the pawns of a side attack.
#[inline]
pub(crate) fn pawn_attacks(board: &Board, color: Color) -> BitBoard {
    const GRID: Grid<8> = Grid::new(8, 8);
    let pawns = Cells::from(board.colored_pieces(color, Piece::Pawn).0);
    let attacks = match color {
        Color::White => GRID.step(pawns, Direction::NorthWest) | GRID.step(pawns, Direction::NorthEast),
        Color::Black => GRID.step(pawns, Direction::SouthWest) | GRID.step(pawns, Direction::SouthEast),
    };
    BitBoard(attacks.word())
}

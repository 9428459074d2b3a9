//! Sets of men.

use cozy_chess::{BitBoard, Board, Color, Piece};
use plyd_board::{Cells, Direction, Geometry};

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
    const BOARD: Geometry<8> = Geometry::new(8, 8);
    let pawns = Cells::from(board.colored_pieces(color, Piece::Pawn).0);
    let attacks = match color {
        Color::White => BOARD.step(pawns, Direction::NorthWest) | BOARD.step(pawns, Direction::NorthEast),
        Color::Black => BOARD.step(pawns, Direction::SouthWest) | BOARD.step(pawns, Direction::SouthEast),
    };
    BitBoard(attacks.word())
}

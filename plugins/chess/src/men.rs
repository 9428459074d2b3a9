//! Sets of men on the board.

use cozy_chess::{BitBoard, Board, Color, File, Piece};
use plyd_board::{Cells, Direction, Geometry};

/// The pieces of a side except pawns and king.
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

/// The squares behind the men of a set on their files, from the point of view of a side.
#[inline]
pub(crate) fn behind(men: BitBoard, color: Color) -> BitBoard {
    let mut squares = men.0;
    match color {
        Color::White => {
            squares >>= 8;
            squares |= squares >> 8;
            squares |= squares >> 16;
            squares |= squares >> 32;
        }
        Color::Black => {
            squares <<= 8;
            squares |= squares << 8;
            squares |= squares << 16;
            squares |= squares << 32;
        }
    }
    BitBoard(squares)
}

/// All squares on the files that contain a man of a set.
#[inline]
pub(crate) fn on_files(men: BitBoard) -> BitBoard {
    men | behind(men, Color::White) | behind(men, Color::Black)
}

/// The squares left and right of the squares of a set.
#[inline]
pub(crate) fn beside(squares: BitBoard) -> BitBoard {
    BitBoard((squares & !File::H.bitboard()).0 << 1 | (squares & !File::A.bitboard()).0 >> 1)
}

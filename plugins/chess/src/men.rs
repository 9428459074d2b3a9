//! Sets of men.

use cozy_chess::{BitBoard, Board, Color, Piece};

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
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let pawns = board.colored_pieces(color, Piece::Pawn).0;
    BitBoard(match color {
        Color::White => (pawns & NOT_A) << 7 | (pawns & NOT_H) << 9,
        Color::Black => (pawns & NOT_A) >> 9 | (pawns & NOT_H) >> 7,
    })
}

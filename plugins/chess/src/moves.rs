//! Moves as numbers, and move generation.
//!
//! A number contains the origin square (bits 0..6), the target square (bits 6..12) and the promotion piece (bits
//! 12..15; 0 means none). Equal numbers are the same action in every position. The target of castling is the square of
//! the own rook, in both kinds of chess.

use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank, Square, get_pawn_attacks};
use plyd_plugin::Moves;

const SQUARE: u32 = 0x3F;
const TO_SHIFT: u32 = 6;
const PROMOTION_SHIFT: u32 = 12;

/// The promotion pieces, most likely first.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

#[inline]
pub(crate) fn pack(Move { from, to, promotion }: Move) -> plyd_plugin::Move {
    // A pawn is 0, but no pawn promotes to a pawn.
    let promotion = promotion.map_or(0, |piece| piece as u32);
    plyd_plugin::Move(from as u32 | (to as u32) << TO_SHIFT | promotion << PROMOTION_SHIFT)
}

#[inline]
pub(crate) fn unpack(mv: plyd_plugin::Move) -> Move {
    let square = |bits: u32| Square::index((bits & SQUARE) as usize);
    let promotion = match mv.0 >> PROMOTION_SHIFT {
        0 => None,
        piece => Piece::try_index(piece as usize),
    };
    Move { from: square(mv.0), to: square(mv.0 >> TO_SHIFT), promotion }
}

/// Generates all legal moves: pawns, knights, bishops, rooks, queens and king, sorted by origin and target square from
/// a1 to h8.
#[inline]
pub(crate) fn all(board: &Board, out: &mut Moves<'_>) {
    board.generate_moves(|moves| {
        push(moves, out);
        false
    });
}

/// Generates the legal captures and promotions, in the same order.
pub(crate) fn noisy(board: &Board, out: &mut Moves<'_>) {
    let theirs = board.colors(!board.side_to_move());
    let passed = en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
    board.generate_moves(|mut moves| {
        moves.to &= if moves.piece == Piece::Pawn { theirs | passed | LAST_RANKS } else { theirs };
        push(moves, out);
        false
    });
}

#[inline(always)]
fn push(moves: PieceMoves, out: &mut Moves<'_>) {
    let PieceMoves { piece, from, to: mut targets } = moves;
    if piece == Piece::Pawn {
        for to in targets & LAST_RANKS {
            for promotion in PROMOTIONS {
                out.push(pack(Move { from, to, promotion: Some(promotion) }));
            }
        }
        targets &= !LAST_RANKS;
    }
    for to in targets {
        out.push(pack(Move { from, to, promotion: None }));
    }
}

/// The square that a pawn has just passed, whether or not it can be captured there.
fn en_passant_square(board: &Board) -> Option<Square> {
    Some(Square::new(board.en_passant()?, Rank::Sixth.relative_to(board.side_to_move())))
}

/// The square on which a pawn can legally be captured en passant.
#[inline]
pub(crate) fn en_passant(board: &Board) -> Option<Square> {
    let to = en_passant_square(board)?;
    let color = board.side_to_move();
    let mut capturers = (get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn)).iter();
    capturers.any(|from| board.is_legal(Move { from, to, promotion: None })).then_some(to)
}

/// Whether a legal move captures, moves a pawn, or loses a castling right, so that no earlier position can recur.
#[inline]
pub(crate) fn is_irreversible(board: &Board, mv: Move) -> bool {
    let color = board.side_to_move();
    // This includes castling, whose target is the square of the rook.
    if board.occupied().has(mv.to) || board.pieces(Piece::Pawn).has(mv.from) {
        return true;
    }
    let rights = board.castle_rights(color);
    let is_first_of =
        |file| mv.from == board.king(color) || mv.from == Square::new(file, Rank::First.relative_to(color));
    rights.short.is_some_and(is_first_of) || rights.long.is_some_and(is_first_of)
}

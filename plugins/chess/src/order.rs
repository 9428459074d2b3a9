//! Move ordering by likely quality.

use crate::men::pawn_attacks;
use crate::tables::VALUES;
use cozy_chess::{Board, Move, Piece, Square};

/// The rating of a winning capture, above every quiet move.
const WINNING: i32 = plyd_plugin::CERTAIN_RATING;

/// The values of the pieces in exchanges, in centipawns. The king cannot be lost in an exchange, but should capture
/// last.
const WORTH: [i32; Piece::NUM] = [100, 310, 330, 500, 950, 1_100];

/// Rates moves. Captures and promotions that do not lose material at first sight are rated from 10,000 up, by most
/// valuable victim and then least valuable attacker. Quiet moves are rated around 0 by the improvement of the piece's
/// square. A move to a square that an enemy pawn attacks may lose the piece, so the value of the piece is subtracted.
/// Promotions to pieces other than a queen come last.
pub(crate) fn rate(board: &Board, moves: &[plyd_plugin::Move], scores: &mut [i32]) {
    let color = board.side_to_move();
    let guarded = pawn_attacks(board, !color);
    // Moves of the same piece are mostly consecutive, so the last piece is cached.
    let mut mover = None;
    for (mv, score) in moves.iter().zip(scores) {
        let Move { from, to, promotion } = crate::moves::unpack(*mv);
        let moved = match mover {
            Some((square, piece)) if square == from => piece,
            _ => board.piece_on(from).unwrap_or(Piece::Pawn),
        };
        mover = Some((from, moved));
        let arriving = promotion.unwrap_or(moved);
        let risk = if guarded.has(to) { WORTH[arriving as usize] } else { 0 };
        let gain = captured(board, moved, from, to).map_or(0, |victim| WORTH[victim as usize])
            + WORTH[arriving as usize]
            - WORTH[moved as usize];
        *score = if promotion.is_some_and(|piece| piece != Piece::Queen) {
            WORTH[arriving as usize] - WINNING
        } else if gain == 0 {
            let place = |square| VALUES[color as usize][moved as usize][square as usize].middle();
            place(to) - place(from) - risk
        } else if gain >= risk {
            WINNING + 16 * gain - WORTH[moved as usize]
        } else {
            gain - risk
        };
    }
}

fn captured(board: &Board, moved: Piece, from: Square, to: Square) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(to) {
        return board.piece_on(to);
    }
    // Otherwise it may be en passant. The target of castling has an own rook, so it is excluded above.
    (moved == Piece::Pawn && from.file() != to.file()).then_some(Piece::Pawn)
}

//! Text form of moves in the protocol.

use crate::san;
use cozy_chess::{Board, File, Move, Piece, Square};

/// The UCI text of a move. In ordinary chess, castling is the move of the king. In Chess960 it is "king takes rook",
/// because the king may move a single square or none.
pub(crate) fn format(board: &Board, mv: Move, chess960: bool) -> String {
    written(board, mv, chess960).to_string()
}

/// Parses a legal move from UCI text with either notation of castling, or from algebraic notation such as `Nf3` or
/// `O-O`.
pub(crate) fn parse(board: &Board, text: &str, chess960: bool) -> Option<Move> {
    let mut legal = Vec::new();
    board.generate_moves(|moves| {
        legal.extend(moves);
        false
    });
    let lower = text.to_ascii_lowercase();
    // The parser ignores invalid text at the end, so the result is compared with the input.
    let given: Option<Move> = lower.parse().ok().filter(|mv: &Move| mv.to_string() == lower);
    if let Some(given) = given {
        // The other notation of castling is tried only if the text is not a move in the chosen one.
        let named = |style| legal.iter().find(|mv| written(board, **mv, style) == given);
        return named(chess960).or_else(|| named(!chess960)).copied();
    }
    san::read(board, text)
}

/// The squares and the promotion of a move in the notation of UCI.
pub(crate) fn written(board: &Board, mv: Move, chess960: bool) -> Move {
    let color = board.side_to_move();
    let is_castling = board.colors(color).has(mv.to) && board.colored_pieces(color, Piece::King).has(mv.from);
    if chess960 || !is_castling {
        return mv;
    }
    let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
    Move { to: Square::new(file, mv.to.rank()), ..mv }
}

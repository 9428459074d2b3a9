//! Moves as text of the protocol.

use crate::san;
use cozy_chess::{Board, File, Move, Piece, Square};

/// The move as UCI writes it. Castling is the king's way in ordinary chess, and king takes rook in Chess960, where the
/// king may go a single square or none.
pub(crate) fn format(board: &Board, mv: Move, chess960: bool) -> String {
    written(board, mv, chess960).to_string()
}

/// The legal move that a text names: as UCI writes it, with castling in either way, or as people write it (`Nf3`,
/// `O-O`).
pub(crate) fn parse(board: &Board, text: &str, chess960: bool) -> Option<Move> {
    let mut legal = Vec::new();
    board.generate_moves(|moves| {
        legal.extend(moves);
        false
    });
    let lower = text.to_ascii_lowercase();
    // Reading ignores what it does not understand at the end, so the text must come back.
    let given: Option<Move> = lower.parse().ok().filter(|mv: &Move| mv.to_string() == lower);
    if let Some(given) = given {
        // The other way to write castling counts only where it is no move in this one.
        let named = |style| legal.iter().find(|mv| written(board, **mv, style) == given);
        return named(chess960).or_else(|| named(!chess960)).copied();
    }
    san::read(board, text)
}

/// The squares and the promotion of a move as it is written.
pub(crate) fn written(board: &Board, mv: Move, chess960: bool) -> Move {
    let color = board.side_to_move();
    let is_castling = board.colors(color).has(mv.to) && board.colored_pieces(color, Piece::King).has(mv.from);
    if chess960 || !is_castling {
        return mv;
    }
    let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
    Move { to: Square::new(file, mv.to.rank()), ..mv }
}

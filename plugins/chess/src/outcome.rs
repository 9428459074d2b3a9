//! How a position stands.

use crate::player;
use cozy_chess::{BitBoard, Board, Piece};
use plyd_plugin::Outcome;

/// The plies without a pawn move or capture after which the game is drawn.
const FIFTY_MOVES: u8 = 100;

/// Whether no sequence of legal moves can lead to mate, as far as the men alone tell: bare kings, one knight, or bishops
/// that all stand on squares of one colour.
#[inline]
pub(crate) fn is_drawn_by_men(board: &Board) -> bool {
    let strong = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    // Nearly always false, and known at once.
    if !strong.is_empty() {
        return false;
    }
    let bishops = board.pieces(Piece::Bishop);
    match board.pieces(Piece::Knight).len() {
        0 => bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES),
        1 => bishops.is_empty(),
        _ => false,
    }
}

/// Whether the game is over, so that its moves are of no interest: drawn, unless it is a mate.
#[inline]
pub(crate) fn is_drawn_if_not_mate(board: &Board) -> bool {
    board.halfmove_clock() >= FIFTY_MOVES || is_drawn_by_men(board)
}

/// The outcome of a position that is not drawn by its men. A mate counts though fifty moves have passed.
#[inline]
pub(crate) fn of(board: &Board, can_move: bool) -> Outcome {
    if can_move {
        if board.halfmove_clock() < FIFTY_MOVES { Outcome::Ongoing } else { Outcome::Draw }
    } else if board.checkers().is_empty() {
        Outcome::Draw
    } else {
        Outcome::Win(player(!board.side_to_move()))
    }
}

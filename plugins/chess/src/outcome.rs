//! The outcome of a position.

use crate::player;
use cozy_chess::{BitBoard, Board, Piece};
use plyd_plugin::Outcome;

/// The plies without a pawn move or capture after which a draw can be claimed.
const FIFTY_MOVES: u8 = 100;

/// Whether no sequence of legal moves can lead to mate, judged by the pieces alone: bare kings, one knight, or bishops
/// that are all on squares of one colour.
#[inline]
fn is_drawn_by_men(board: &Board) -> bool {
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

/// The outcome. A side that cannot move is checkmated or stalemated, even after fifty moves; otherwise the game
/// continues unless a player claims a draw.
#[inline]
pub(crate) fn of(board: &Board, can_move: bool) -> Outcome {
    if can_move {
        let is_drawn = board.halfmove_clock() >= FIFTY_MOVES || is_drawn_by_men(board);
        if is_drawn { Outcome::DrawIfClaimed } else { Outcome::Ongoing }
    } else if board.checkers().is_empty() {
        Outcome::Draw
    } else {
        Outcome::Win(player(!board.side_to_move()))
    }
}

//! Outcomes of positions.

use crate::player;
use cozy_chess::{BitBoard, Board, Color, Piece};
use plyd_plugin::Outcome;
use plyd_plugin::view::Reason;

/// The number of plies without a pawn move or capture after which a draw can be claimed.
const FIFTY_MOVES: u8 = 100;

/// Whether the material rules out mate by any sequence of legal moves: bare kings, one knight, or only bishops on
/// squares of one colour.
#[inline]
fn is_drawn_by_men(board: &Board) -> bool {
    let strong = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    // This test rules out nearly all positions at almost no cost.
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

/// The number of plies until a draw can be claimed under the fifty-move rule; 0 if it can be claimed now. A mate on the
/// last of these plies takes precedence over the draw.
#[inline]
pub(crate) fn plies_left(board: &Board) -> u16 {
    u16::from(FIFTY_MOVES.saturating_sub(board.halfmove_clock()))
}

/// Whether the material allows this side to mate by some sequence of legal moves of both sides. The answer is yes if
/// the material alone does not decide it, for example with blocked pawns.
///
/// A lone knight can mate only if the opponent has a piece other than a queen that blocks a square from the king.
/// Bishops on squares of one colour can mate only if there is a knight, a pawn or a bishop on the other colour.
///
/// Source: FIDE Laws of Chess 6.9 and 7.5.5 contain the rule; the cases follow `has_insufficient_material` of
/// python-chess.
pub(crate) fn can_mate(board: &Board, color: Color) -> bool {
    let own = |piece| board.colored_pieces(color, piece);
    if !(own(Piece::Pawn) | own(Piece::Rook) | own(Piece::Queen)).is_empty() {
        return true;
    }
    let (knights, bishops) = (own(Piece::Knight), own(Piece::Bishop));
    if !knights.is_empty() {
        let helpers = board.colors(!color) & !(board.pieces(Piece::King) | board.pieces(Piece::Queen));
        return knights.len() > 1 || !bishops.is_empty() || !helpers.is_empty();
    }
    if bishops.is_empty() {
        return false;
    }
    let all = board.pieces(Piece::Bishop);
    let are_alike = all.is_subset(BitBoard::LIGHT_SQUARES) || all.is_subset(BitBoard::DARK_SQUARES);
    !are_alike || !(board.pieces(Piece::Pawn) | board.pieces(Piece::Knight)).is_empty()
}

/// The outcome of a position. A side without legal moves is checkmated or stalemated, even after fifty moves. Otherwise
/// the game continues unless a player claims a draw.
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

/// The reason why a position is over or can be claimed as a draw.
pub(crate) fn reason(board: &Board) -> Option<Reason> {
    match of(board, board.generate_moves(|_| true)) {
        Outcome::Ongoing => None,
        Outcome::Draw => Some(Reason::Stalemate),
        Outcome::DrawIfClaimed if is_drawn_by_men(board) => Some(Reason::Material),
        Outcome::DrawIfClaimed => Some(Reason::MoveLimit),
        _ => Some(Reason::Checkmate),
    }
}

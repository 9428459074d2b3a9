//! The inputs of a network: each kind of piece of each side on each square, from the point of view of the player to
//! move.

use cozy_chess::{Board, Color, File, Piece};
use plyd_plugin::Features;

/// One word for each kind of piece and side. The inputs have no symmetries, because [`write`] already mirrors the
/// board.
pub(crate) const FEATURES: Features = Features { inputs: 2 * 6 * 64, symmetries: 0, sides_differ: false };

/// Writes the pieces of the player to move, then the pieces of the opponent, from pawns to kings. The ranks are
/// reversed for Black, so that own pawns always move up. The files are reversed if the own king is on one of the files
/// a to d, so that it is always on the other half. This ignores castling rights, but they remain in few positions in
/// which it makes a difference.
#[inline]
pub(crate) fn write(board: &Board, words: &mut [u64]) {
    let side = board.side_to_move();
    let is_black = side == Color::Black;
    let is_mirrored = board.king(side).file() < File::E;
    let sets = [side, !side].into_iter().flat_map(|side| Piece::ALL.map(|piece| board.colored_pieces(side, piece).0));
    for (word, set) in words.iter_mut().zip(sets) {
        let set = if is_black { set.swap_bytes() } else { set };
        *word = if is_mirrored { set.reverse_bits().swap_bytes() } else { set };
    }
}

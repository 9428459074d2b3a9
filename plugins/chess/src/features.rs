//! The inputs of a network: each piece of each side on each square, as the player to move sees them.

use cozy_chess::{Board, Color, File, Piece};
use plyd_plugin::Features;

/// A word for each kind of piece of both sides. The board has no symmetry, as the mirrors are in the view.
pub(crate) const FEATURES: Features = Features { inputs: 2 * 6 * 64, symmetries: 0, sides_differ: false };

/// Writes the men of the player to move, then those of the opponent, from pawns to kings. The ranks are in reverse order
/// for Black, so that own pawns go up. The files are so if the own king is on one of the files a to d, so that it always
/// stands on the other half: few positions in which that makes a difference still have castling rights.
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

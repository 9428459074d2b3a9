//! Positions that are the same in a mirror, or but for the two outer lines of a corner.

use crate::board::{Board, Lines};
use crate::state::State;
use plyd_board::{Cells, Geometry, Symmetry};

/// Exchanges rows and columns of any board.
const SQUARE: Geometry<8> = Geometry::new(8, 8);

/// A key that all images of a position share. A box in a corner has two lines at the edge, and to have drawn the one or
/// the other makes no difference.
pub(crate) fn key(board: &Board, state: &State, salt: u64) -> u64 {
    let upright = mirrored(board, state, salt, state.lines);
    if board.rows() == board.columns() {
        let [across, down] =
            state.lines.words().map(|word| SQUARE.image(Symmetry::Transpose, Cells::from(word)).word());
        return upright.min(mirrored(board, state, salt, Cells::of_words([down, across])));
    }
    upright
}

/// The least key of the images in both mirrors.
#[inline]
fn mirrored(board: &Board, state: &State, salt: u64, lines: Lines) -> u64 {
    let mut image = settled(board, lines);
    let mut least = state.key_of(image, salt);
    for symmetry in [Symmetry::Mirror, Symmetry::Flip, Symmetry::Mirror] {
        let [across, down] = image.words().map(Cells::from);
        let words = [board.across.image(symmetry, across).word(), board.down.image(symmetry, down).word()];
        image = Cells::of_words(words);
        least = least.min(state.key_of(image, salt));
    }
    least
}

/// The lines with a lone vertical one at a corner made a horizontal one. Where a box has more than two lines at the
/// edge, on a board of one row or column, all stay as they are.
#[inline]
fn settled(board: &Board, lines: Lines) -> Lines {
    if board.rows() == 1 || board.columns() == 1 {
        return lines;
    }
    let [mut across, mut down] = lines.words();
    for (is_lowest, is_last) in [(false, false), (false, true), (true, false), (true, true)] {
        let (row, column) = (if is_lowest { board.rows() } else { 0 }, if is_last { board.columns() } else { 0 });
        let horizontal = 1 << Board::number(row, column - u32::from(is_last));
        let vertical = 1 << Board::number(row - u32::from(is_lowest), column);
        if down & vertical != 0 && across & horizontal == 0 {
            across |= horizontal;
            down &= !vertical;
        }
    }
    Cells::of_words([across, down])
}

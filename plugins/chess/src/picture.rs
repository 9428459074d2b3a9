//! Pictures of the board as text.

use cozy_chess::{Board, Color, File, Rank, Square};
use plyd_board::Signs;

/// Draws the board with White at the bottom, white pieces in upper case, and labelled files and ranks.
pub(crate) fn draw(board: &Board) -> String {
    Signs::LETTERS.picture(8, 8, 1, |file, rank| letter(board, square(file, rank)))
}

/// The square at a file and a rank, counted from 0.
pub(crate) fn square(file: u32, rank: u32) -> Square {
    Square::new(File::index(file as usize), Rank::index(rank as usize))
}

/// The letter of the piece on a square, in upper case for White.
fn letter(board: &Board, square: Square) -> Option<char> {
    let letter = char::from(board.piece_on(square)?);
    Some(if board.color_on(square)? == Color::White { letter.to_ascii_uppercase() } else { letter })
}

//! The board as a person sees it.

use cozy_chess::{Board, Color, File, Rank, Square};

/// White's men in upper case, White at the bottom, files and ranks labelled.
pub(crate) fn draw(board: &Board) -> String {
    plyd_board::picture(8, 8, 1, |file, rank| letter(board, square(file, rank)).unwrap_or('.'))
}

/// The square of a file and a rank, counted from 0.
pub(crate) fn square(file: u32, rank: u32) -> Square {
    Square::new(File::index(file as usize), Rank::index(rank as usize))
}

/// The man on a square, in upper case if it is White's.
fn letter(board: &Board, square: Square) -> Option<char> {
    let letter = char::from(board.piece_on(square)?);
    Some(if board.color_on(square)? == Color::White { letter.to_ascii_uppercase() } else { letter })
}

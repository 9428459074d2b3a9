//! The board as a person sees it.

use cozy_chess::{Board, Color, File, Rank, Square};

/// White's men in upper case, White at the bottom, files and ranks labelled.
pub(crate) fn draw(board: &Board) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(&format!("{rank} "));
        for file in File::ALL {
            text.push(' ');
            text.push(letter(board, Square::new(file, rank)).unwrap_or('.'));
        }
        text.push('\n');
    }
    text + "   a b c d e f g h"
}

/// The man on a square, in upper case if it is White's.
fn letter(board: &Board, square: Square) -> Option<char> {
    let letter = char::from(board.piece_on(square)?);
    Some(if board.color_on(square)? == Color::White { letter.to_ascii_uppercase() } else { letter })
}

//! Moves in standard algebraic notation (S. Edwards, "Portable Game Notation Specification", 1994, section 8.2.3).

use cozy_chess::util::{display_san_move, parse_san_move};
use cozy_chess::{Board, Move, Piece};

/// Writes a legal move in full: `Nbd7`, `exd6`, `a8=Q+`, `O-O-O#`.
pub(crate) fn write(board: &Board, mv: Move) -> String {
    display_san_move(board, mv).to_string()
}

/// Parses a legal move if the word is unambiguous.
///
/// Common variants are accepted: signs of check and mate and comments such as `!?` may be present or missing, captures
/// may omit their sign or use a colon, promotions may omit the equals sign or use brackets (`a8(Q)`), castling may use
/// zeros, and the origin square may be given without need (`Ng1f3`, `e2-e4`).
pub(crate) fn read(board: &Board, word: &str) -> Option<Move> {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let word = word.strip_suffix("e.p.").unwrap_or(word);
    match word {
        "O-O" | "0-0" | "o-o" => return legal(board, "O-O"),
        "O-O-O" | "0-0-0" | "o-o-o" => return legal(board, "O-O-O"),
        _ => {}
    }
    let (way, promotion) = parted(word)?;
    let (from, to) = way.split_at_checked(way.len().checked_sub(2)?)?;
    let from = from.strip_suffix(['x', ':', '-']).unwrap_or(from);
    let mv = legal(board, &format!("{from}{to}{promotion}"))?;
    // "King takes own rook" is not algebraic notation for castling.
    (!is_castling(board, mv)).then_some(mv)
}

/// Splits a word into the squares of a move and the letter of the promotion piece.
fn parted(word: &str) -> Option<(&str, &str)> {
    let bare = word.strip_suffix(')').unwrap_or(word);
    let way = bare.strip_suffix(['Q', 'R', 'B', 'N']).unwrap_or(bare);
    let letter = &bare[way.len()..];
    let without_sign = match (letter, word.ends_with(')')) {
        ("", false) => way,
        ("", true) => return None,
        (_, false) => way.strip_suffix(['=', '/']).unwrap_or(way),
        (_, true) => way.strip_suffix('(')?,
    };
    Some((without_sign, letter))
}

fn legal(board: &Board, san: &str) -> Option<Move> {
    parse_san_move(board, san).ok()
}

fn is_castling(board: &Board, mv: Move) -> bool {
    let color = board.side_to_move();
    board.colors(color).has(mv.to) && board.colored_pieces(color, Piece::King).has(mv.from)
}

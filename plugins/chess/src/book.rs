//! Position keys of Polyglot opening books.
//!
//! Source: M. van den Bergh, "Polyglot book format", <http://hgm.nubati.net/book_format.html>.

mod random;

use cozy_chess::{Board, Color, File, Piece, Rank, Square, get_pawn_attacks};
use random::RANDOM;

/// The kinds of pieces in the order of the format, which lists each black piece before the white one.
const KINDS: [Piece; 6] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

/// The offsets of the random numbers for castling, en passant and the side to move. They follow the numbers of the
/// pieces.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// Computes the key from the random numbers of the pieces, castling rights, en passant file and side to move.
///
/// The en passant file counts if a pawn of the side to move is beside the pawn that has just moved two squares. The
/// format ignores whether the capture would leave the king in check.
pub(crate) fn key(board: &Board) -> u64 {
    let men = KINDS.into_iter().zip(0..).flat_map(|(piece, kind)| {
        [Color::Black, Color::White].into_iter().zip(0..).flat_map(move |(color, side)| {
            let numbers = &RANDOM[64 * (2 * kind + side)..];
            board.colored_pieces(color, piece).into_iter().map(|square| numbers[square as usize])
        })
    });
    let rights = [Color::White, Color::Black].map(|color| board.castle_rights(color));
    let castling = rights.iter().flat_map(|rights| [rights.short.is_some(), rights.long.is_some()]);
    let castling = castling.zip(&RANDOM[CASTLING..]).filter_map(|(has, &number)| has.then_some(number));
    let passed = passed_file(board).map(|file| RANDOM[EN_PASSANT + file as usize]);
    let turn = (board.side_to_move() == Color::White).then_some(RANDOM[WHITE_TO_MOVE]);
    men.chain(castling).chain(passed).chain(turn).fold(0, |key, number| key ^ number)
}

/// The file of a pawn that has just moved two squares, if a pawn of the side to move attacks the square it passed.
fn passed_file(board: &Board) -> Option<File> {
    let (file, color) = (board.en_passant()?, board.side_to_move());
    let to = Square::new(file, Rank::Sixth.relative_to(color));
    let capturers = get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn);
    (!capturers.is_empty()).then_some(file)
}

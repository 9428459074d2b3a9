//! The heuristic evaluation of positions.

use crate::men::{behind, beside, on_files, pawn_attacks, pieces};
use crate::tables::{VALUES, Value};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

/// The bonus for the side to move.
const TEMPO: i32 = 12;
/// The bonus for two or more bishops, even if all are on squares of one colour.
const BISHOP_PAIR: Value = Value::new(28, 48);
/// The bonus of a knight, bishop, rook and queen for each square in reach that no enemy pawn attacks.
const MOBILITY: [Value; 4] = [Value::new(5, 4), Value::new(5, 5), Value::new(3, 5), Value::new(2, 4)];
/// The penalty for a pawn with another pawn of its side ahead of it on the same file.
const DOUBLED: Value = Value::new(-8, -20);
/// The penalty for a pawn without a pawn of its side on a neighbouring file.
const ISOLATED: Value = Value::new(-12, -10);
/// The bonus for a passed pawn, by the number of ranks it has advanced.
const PASSED: [Value; 6] = [
    Value::new(0, 8),
    Value::new(2, 12),
    Value::new(8, 28),
    Value::new(22, 52),
    Value::new(45, 95),
    Value::new(70, 150),
];
/// The bonus for a rook on a file without pawns of its side, and on a file without any pawns.
const HALF_OPEN_FILE: Value = Value::new(10, 6);
const OPEN_FILE: Value = Value::new(22, 8);
/// The bonus for each own pawn next to the king.
const SHELTER: Value = Value::new(10, 0);
/// The bonus for each step by which the kings are closer if the other king is alone, because the lone king must be
/// driven to the edge.
const CLOSE_TO_LONE_KING: i32 = 12;

/// The approximate maximum gain of a quiet move.
pub(crate) const QUIET_GAIN: i32 = 150;

/// The weights of a knight or bishop, a rook, and a queen in the game phase.
const PHASE: [i32; 3] = [1, 2, 4];
const FULL_PHASE: i32 = 24;

/// The value in centipawns from White's point of view.
pub(crate) fn evaluate(board: &Board) -> i32 {
    let value = side(board, Color::White) - side(board, Color::Black);
    let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    let men = [minor, board.pieces(Piece::Rook), board.pieces(Piece::Queen)];
    let phase: i32 = men.into_iter().zip(PHASE).map(|(men, weight)| men.len() as i32 * weight).sum();
    let phase = phase.min(FULL_PHASE);
    let tempo = if board.side_to_move() == Color::White { TEMPO } else { -TEMPO };
    (value.middle() * phase + value.end() * (FULL_PHASE - phase)) / FULL_PHASE + tempo
}

fn side(board: &Board, color: Color) -> Value {
    let ours = board.colors(color);
    let mut value = pawns(board, color);
    value += officers(board, color);
    let king = board.king(color);
    value += VALUES[color as usize][Piece::King as usize][king as usize];
    value += SHELTER.times((get_king_moves(king) & ours & board.pieces(Piece::Pawn)).len() as i32);
    // Every side has a king, so fewer than two men means a lone king.
    if !has_two(board.colors(!color)) && !pieces(board, color).is_empty() {
        value += Value::new(0, CLOSE_TO_LONE_KING * (7 - distance(king, board.king(!color))));
    }
    value
}

/// The value of knights, bishops, rooks and queens: material, squares, mobility, the bishop pair, and open files.
fn officers(board: &Board, color: Color) -> Value {
    let ours = board.colors(color);
    let occupied = board.occupied();
    let free = !(ours | pawn_attacks(board, !color));
    let mut value = Value::default();
    let mut add = |piece: Piece, targets: fn(Square, BitBoard) -> BitBoard| {
        for square in ours & board.pieces(piece) {
            value += VALUES[color as usize][piece as usize][square as usize];
            let count = (targets(square, occupied) & free).len() as i32;
            value += MOBILITY[piece as usize - Piece::Knight as usize].times(count);
        }
    };
    add(Piece::Knight, |square, _| get_knight_moves(square));
    add(Piece::Bishop, get_bishop_moves);
    add(Piece::Rook, get_rook_moves);
    add(Piece::Queen, |square, occupied| get_bishop_moves(square, occupied) | get_rook_moves(square, occupied));
    if has_two(ours & board.pieces(Piece::Bishop)) {
        value += BISHOP_PAIR;
    }
    for square in ours & board.pieces(Piece::Rook) {
        let on_file = board.pieces(Piece::Pawn) & square.file().bitboard();
        if on_file.is_empty() {
            value += OPEN_FILE;
        } else if on_file.is_disjoint(ours) {
            value += HALF_OPEN_FILE;
        }
    }
    value
}

fn pawns(board: &Board, color: Color) -> Value {
    let ours = board.colored_pieces(color, Piece::Pawn);
    let mut value = Value::default();
    for square in ours {
        value += VALUES[color as usize][Piece::Pawn as usize][square as usize];
    }
    value += DOUBLED.times(doubled(ours, color).len() as i32);
    value += ISOLATED.times(isolated(ours).len() as i32);
    for square in passed(ours, board.colored_pieces(!color, Piece::Pawn), color) {
        value += PASSED[steps(square.rank(), color)];
    }
    value
}

/// The pawns of a side with another one of its pawns ahead on the same file.
fn doubled(ours: BitBoard, color: Color) -> BitBoard {
    ours & behind(ours, color)
}

/// The pawns of a side without another one of its pawns on a neighbouring file.
fn isolated(ours: BitBoard) -> BitBoard {
    ours & !beside(on_files(ours))
}

/// The passed pawns of a side: no enemy pawn is ahead of them on the same or a neighbouring file. Doubled pawns are
/// excluded.
fn passed(ours: BitBoard, theirs: BitBoard, color: Color) -> BitBoard {
    let stopped = behind(theirs, color);
    ours & !(stopped | beside(stopped) | behind(ours, color))
}

/// Whether a set contains more than one square.
fn has_two(squares: BitBoard) -> bool {
    squares.0 & squares.0.wrapping_sub(1) != 0
}

/// The number of ranks that a pawn has advanced, 0 to 5.
fn steps(rank: Rank, color: Color) -> usize {
    rank.relative_to(color) as usize - Rank::Second as usize
}

/// The number of king steps between two squares.
fn distance(from: Square, to: Square) -> i32 {
    let apart = |a: usize, b: usize| a.abs_diff(b) as i32;
    let files = |square: Square| square.file() as usize;
    let ranks = |square: Square| square.rank() as usize;
    apart(files(from), files(to)).max(apart(ranks(from), ranks(to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a square is ahead of another one from the point of view of a side.
    fn is_before(square: Square, other: Square, color: Color) -> bool {
        square.rank().relative_to(color) > other.rank().relative_to(color)
    }

    fn files_apart(square: Square, other: Square) -> usize {
        (square.file() as usize).abs_diff(other.file() as usize)
    }

    /// Random sets of pawns, from a linear congruential generator with D. Knuth's constants.
    fn pawns() -> impl Iterator<Item = [BitBoard; 2]> {
        let mut state = 7_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 29
        };
        (0..2_000).map(move |_| {
            let (men, whose) = (random() & random() & random(), random());
            let men = men & 0x00FF_FFFF_FFFF_FF00;
            [BitBoard(men & whose), BitBoard(men & !whose)]
        })
    }

    #[test]
    fn sets_of_pawns_are_what_their_names_say() {
        for [ours, theirs] in pawns() {
            for color in [Color::White, Color::Black] {
                for pawn in ours {
                    let ahead = |apart: usize, other: &Square| {
                        files_apart(pawn, *other) <= apart && is_before(*other, pawn, color)
                    };
                    let is_doubled = ours.iter().any(|other| ahead(0, &other));
                    assert_eq!(doubled(ours, color).has(pawn), is_doubled, "{ours:?} {pawn}");
                    let has_neighbour = ours.iter().any(|other| files_apart(pawn, other) == 1);
                    assert_eq!(isolated(ours).has(pawn), !has_neighbour, "{ours:?} {pawn}");
                    let is_stopped = theirs.iter().any(|other| ahead(1, &other));
                    let is_passed = !is_doubled && !is_stopped;
                    assert_eq!(passed(ours, theirs, color).has(pawn), is_passed, "{ours:?} {theirs:?} {pawn}");
                }
            }
        }
    }
}

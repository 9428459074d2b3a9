//! The heuristic value of a position.

use crate::men::{pawn_attacks, pieces};
use crate::tables::{VALUES, Value};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

/// Having the move.
const TEMPO: i32 = 12;
/// Bishops on squares of both colours, or any two.
const BISHOP_PAIR: Value = Value::new(28, 48);
/// Each square a piece can go to that no enemy pawn guards, for knight, bishop, rook and queen.
const MOBILITY: [Value; 4] = [Value::new(5, 4), Value::new(5, 5), Value::new(3, 5), Value::new(2, 4)];
/// A pawn with another one of its side before it on its file.
const DOUBLED: Value = Value::new(-8, -20);
/// A pawn without one of its side on a neighbouring file.
const ISOLATED: Value = Value::new(-12, -10);
/// A pawn that no enemy pawn can stop, by the ranks it has come from its first.
const PASSED: [Value; 6] = [
    Value::new(0, 8),
    Value::new(2, 12),
    Value::new(8, 28),
    Value::new(22, 52),
    Value::new(45, 95),
    Value::new(70, 150),
];
/// A rook on a file without pawns of its side, and without any.
const HALF_OPEN_FILE: Value = Value::new(10, 6);
const OPEN_FILE: Value = Value::new(22, 8);
/// Each pawn of its side next to the king.
const SHELTER: Value = Value::new(10, 0);
/// The bonus for each step that the kings are closer, if the other king is alone: it must be driven to the edge.
const CLOSE_TO_LONE_KING: i32 = 12;

/// About the most that a quiet move gains.
pub(crate) const QUIET_GAIN: i32 = 150;

/// The weight of each piece in the phase of a middle game.
const PHASE: [(Piece, i32); 4] = [(Piece::Knight, 1), (Piece::Bishop, 1), (Piece::Rook, 2), (Piece::Queen, 4)];
const FULL_PHASE: i32 = 24;

/// The value from White's view, in centipawns.
pub(crate) fn evaluate(board: &Board) -> i32 {
    let value = side(board, Color::White) - side(board, Color::Black);
    let phase: i32 = PHASE.into_iter().map(|(piece, weight)| board.pieces(piece).len() as i32 * weight).sum();
    let phase = phase.min(FULL_PHASE);
    let tempo = if board.side_to_move() == Color::White { TEMPO } else { -TEMPO };
    (value.middle * phase + value.end * (FULL_PHASE - phase)) / FULL_PHASE + tempo
}

fn side(board: &Board, color: Color) -> Value {
    let mut value = Value::default();
    let ours = board.colors(color);
    for piece in Piece::ALL {
        for square in ours & board.pieces(piece) {
            value += VALUES[color as usize][piece as usize][square as usize];
        }
    }
    value += mobility(board, color);
    value += pawns(board, color);
    value += rooks(board, color);
    if (ours & board.pieces(Piece::Bishop)).len() > 1 {
        value += BISHOP_PAIR;
    }
    let king = board.king(color);
    value += SHELTER.times((get_king_moves(king) & ours & board.pieces(Piece::Pawn)).len() as i32);
    if board.colors(!color).len() == 1 && !pieces(board, color).is_empty() {
        value.end += CLOSE_TO_LONE_KING * (7 - distance(king, board.king(!color)));
    }
    value
}

fn mobility(board: &Board, color: Color) -> Value {
    let ours = board.colors(color);
    let occupied = board.occupied();
    let free = !(ours | pawn_attacks(board, !color));
    let mut value = Value::default();
    let mut add = |piece: Piece, targets: fn(Square, BitBoard) -> BitBoard| {
        for square in ours & board.pieces(piece) {
            let count = (targets(square, occupied) & free).len() as i32;
            value += MOBILITY[piece as usize - Piece::Knight as usize].times(count);
        }
    };
    add(Piece::Knight, |square, _| get_knight_moves(square));
    add(Piece::Bishop, get_bishop_moves);
    add(Piece::Rook, get_rook_moves);
    add(Piece::Queen, |square, occupied| get_bishop_moves(square, occupied) | get_rook_moves(square, occupied));
    value
}

fn pawns(board: &Board, color: Color) -> Value {
    let ours = board.colored_pieces(color, Piece::Pawn);
    let theirs = board.colored_pieces(!color, Piece::Pawn);
    let mut value = Value::default();
    for square in ours {
        let file = square.file();
        let ahead = ahead(square.rank(), color);
        let neighbours = file.adjacent();
        let is_doubled = !(ours & file.bitboard() & ahead).is_empty();
        if is_doubled {
            value += DOUBLED;
        }
        if (ours & neighbours).is_empty() {
            value += ISOLATED;
        }
        if !is_doubled && (theirs & (file.bitboard() | neighbours) & ahead).is_empty() {
            value += PASSED[steps(square.rank(), color)];
        }
    }
    value
}

fn rooks(board: &Board, color: Color) -> Value {
    let pawns = board.pieces(Piece::Pawn);
    let mut value = Value::default();
    for square in board.colored_pieces(color, Piece::Rook) {
        let on_file = pawns & square.file().bitboard();
        if on_file.is_empty() {
            value += OPEN_FILE;
        } else if on_file.is_disjoint(board.colors(color)) {
            value += HALF_OPEN_FILE;
        }
    }
    value
}

/// The ranks before one, as a side goes.
fn ahead(rank: Rank, color: Color) -> BitBoard {
    let rank = rank as u32;
    BitBoard(match color {
        // Pawns stand on the ranks between, so no shift is as wide as the board.
        Color::White => !0 << (8 * (rank + 1)),
        Color::Black => (1 << (8 * rank)) - 1,
    })
}

/// The ranks a pawn has come from its first, 0 to 5.
fn steps(rank: Rank, color: Color) -> usize {
    rank.relative_to(color) as usize - Rank::Second as usize
}

/// The steps a king needs from one square to another.
fn distance(from: Square, to: Square) -> i32 {
    let apart = |a: usize, b: usize| a.abs_diff(b) as i32;
    let files = |square: Square| square.file() as usize;
    let ranks = |square: Square| square.rank() as usize;
    apart(files(from), files(to)).max(apart(ranks(from), ranks(to)))
}

//! The value of each piece on each square in centipawns, in one table for the middle game and one for the endgame.

use cozy_chess::{Color, Piece, Square};
use std::ops::{AddAssign, Sub};

/// A pair of values: one for a board with all men, and one for kings and pawns only.
///
/// Both are packed into one number, the middle-game value in its upper half, so that one instruction adds both. A
/// negative lower half borrows one from the upper half, which reading corrects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Value(i64);

impl Value {
    pub(crate) const fn new(middle: i32, end: i32) -> Self {
        Self(((middle as i64) << u32::BITS) + end as i64)
    }

    /// The value with all men on the board.
    #[inline]
    pub(crate) const fn middle(self) -> i32 {
        ((self.0 - self.end() as i64) >> u32::BITS) as i32
    }

    /// The value with only kings and pawns on the board.
    #[inline]
    pub(crate) const fn end(self) -> i32 {
        self.0 as i32
    }

    #[inline]
    pub(crate) const fn times(self, count: i32) -> Self {
        Self(self.0 * count as i64)
    }
}

impl AddAssign for Value {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Value {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// The value of a piece including its square, from the point of view of its side, by colour, piece and square.
pub(crate) static VALUES: [[[Value; Square::NUM]; Piece::NUM]; Color::NUM] = values();

const fn values() -> [[[Value; Square::NUM]; Piece::NUM]; Color::NUM] {
    let mut values = [[[Value::new(0, 0); Square::NUM]; Piece::NUM]; Color::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            let (file, rank) = (square % 8, square / 8);
            // The tables begin with the last rank and contain the left half of the board.
            let row = 7 - rank;
            let column = if file < 4 { file } else { 7 - file };
            let value = Value::new(
                MEN[piece].middle() + MIDDLE[piece][row][column],
                MEN[piece].end() + END[piece][row][column],
            );
            values[Color::White as usize][piece][square] = value;
            values[Color::Black as usize][piece][square ^ 0x38] = value;
            square += 1;
        }
        piece += 1;
    }
    values
}

/// The material values: pawn, knight, bishop, rook, queen, and king, which is 0 because both sides have one.
const MEN: [Value; Piece::NUM] = [
    Value::new(85, 105),
    Value::new(330, 290),
    Value::new(345, 310),
    Value::new(475, 530),
    Value::new(1_000, 970),
    Value::new(0, 0),
];

/// Values of squares on the files a to d, by rank from the last rank to the first. The right half of the board is the
/// mirror image.
type Half = [[i32; 4]; 8];

/// Middle-game values: pieces belong in the centre, the king behind its pawns.
#[rustfmt::skip]
const MIDDLE: [Half; Piece::NUM] = [
    [
        [  0,   0,   0,   0], [ 60,  70,  75,  80], [ 18,  26,  34,  40], [  2,   8,  14,  26],
        [ -6,   0,  10,  24], [ -6,   2,   4,  10], [ -4,   6,   4, -12], [  0,   0,   0,   0],
    ],
    [
        [-90, -50, -30, -25], [-40, -25,   5,  10], [-25,   8,  22,  30], [-12,   8,  24,  32],
        [-14,   6,  18,  24], [-24,   2,  12,  14], [-34, -22,  -6,   2], [-60, -26, -22, -18],
    ],
    [
        [-20, -15, -18, -20], [-14,  -4,   0,  -2], [ -4,   8,  12,  12], [ -4,   6,  12,  20],
        [  0,   8,  10,  20], [  2,  12,  10,   8], [  4,  16,   8,   4], [-14,  -4, -10,  -8],
    ],
    [
        [  8,  10,  12,  16], [ 14,  16,  22,  24], [ -2,   4,   8,  10], [ -8,  -2,   2,   6],
        [-12,  -6,  -2,   2], [-14,  -6,  -2,   2], [-16,  -6,  -2,   4], [ -8,  -4,   6,  12],
    ],
    [
        [ -8,   0,   4,   8], [-10, -14,   2,   4], [ -4,   0,   6,  10], [ -6,  -4,   2,   4],
        [ -6,  -2,   0,   2], [ -6,   2,   0,   0], [-12,  -4,   6,   4], [-14, -12,  -6,   4],
    ],
    [
        [-60, -55, -60, -65], [-55, -50, -55, -60], [-50, -45, -50, -55], [-45, -42, -46, -52],
        [-36, -34, -38, -46], [-18, -16, -24, -32], [  8,   6, -10, -20], [ 22,  30,   6,  -6],
    ],
];

/// Endgame values: pawns advance, the king belongs in the centre.
#[rustfmt::skip]
const END: [Half; Piece::NUM] = [
    [
        [  0,   0,   0,   0], [ 95,  90,  85,  80], [ 55,  52,  46,  42], [ 26,  24,  18,  14],
        [ 12,  10,   4,   2], [  2,   4,   2,   4], [  0,   2,   4,   6], [  0,   0,   0,   0],
    ],
    [
        [-60, -40, -25, -18], [-35, -18,  -6,   2], [-22,  -4,  10,  14], [-14,   4,  16,  22],
        [-14,   4,  16,  22], [-22,  -4,   8,  12], [-36, -20,  -8,   0], [-50, -38, -24, -16],
    ],
    [
        [-14, -10,  -8,  -6], [ -8,  -2,   0,   2], [ -2,   2,   6,   8], [ -2,   4,   8,  12],
        [ -4,   4,   8,  12], [ -6,   0,   6,   8], [-10,  -6,   0,   2], [-16, -10, -10,  -4],
    ],
    [
        [ 10,  10,  10,   8], [ 12,  12,  10,   8], [  8,   8,   6,   6], [  6,   6,   6,   4],
        [  2,   2,   2,   2], [ -2,   0,   0,   0], [ -4,  -2,   0,   0], [ -4,  -2,   0,  -2],
    ],
    [
        [ -4,   6,  10,  14], [ -6,   8,  16,  22], [ -6,   6,  16,  24], [  0,  12,  18,  26],
        [ -4,   8,  14,  24], [-12,  -4,   8,   8], [-18, -14, -10,  -4], [-22, -20, -16, -10],
    ],
    [
        [-50, -30, -20, -14], [-26,  -6,   4,   8], [-14,   8,  18,  22], [-10,  10,  22,  28],
        [-14,   6,  18,  26], [-20,  -2,   8,  14], [-28, -12,  -2,   2], [-48, -32, -22, -18],
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_of_a_value_keep_their_signs() {
        for (middle, end) in [(0, 0), (3, -4), (-3, 4), (-3, -4), (-30_000, 30_000), (30_000, -30_000)] {
            let value = Value::new(middle, end);
            assert_eq!((value.middle(), value.end()), (middle, end));
            let mut sum = value.times(-7);
            sum += Value::new(-1, 1);
            assert_eq!((sum.middle(), sum.end()), (-7 * middle - 1, -7 * end + 1));
            let difference = sum - value;
            assert_eq!((difference.middle(), difference.end()), (-8 * middle - 1, -8 * end + 1));
        }
    }
}

//! Patterns of 3 by 3 points that suggest a move near the last move.
//!
//! The patterns are from S. Gelly and others, "Modification of UCT with patterns in Monte-Carlo Go", 2006, figure 4:
//! hanes, cuts, and moves on the edge. Each pattern also matches when mirrored, rotated, or with exchanged colours.

use std::sync::LazyLock;

/// The patterns, row by row without the centre. `X` and `O` are stones of different colours, `x` is anything but `X`,
/// `o` is anything but `O`, `.` is empty, `#` is beyond the edge, and `?` is anything on the board or beyond.
const SHAPES: [&str; 13] = [
    // Hane: enclosing, not cutting, magari, and at the side of a stone.
    "XOX .. ???",
    "XO. .. ?.?",
    "XO? X. x.?",
    ".O. X. ...",
    // Cuts: of unprotected stones, of a peep, de, and of a keima.
    "XO? Oo ?o?",
    "XO? OX ???",
    "?X? OO ooo",
    "OX? oO ???",
    // Moves on the edge.
    "X.? O? ###",
    "OX? XO ###",
    "?X? xO ###",
    "?XO xx ###",
    "?OX XO ###",
];

/// The set of codes that match a pattern, with one bit per code.
static CODES: LazyLock<Box<[u64; 1024]>> = LazyLock::new(|| {
    let mut codes = Box::new([0; 1024]);
    for shape in SHAPES {
        let rows: Vec<u8> = shape.bytes().filter(|&sign| sign != b' ').collect();
        // Reorders the rows to a circle that begins at a corner.
        let mut circle = [0, 1, 2, 4, 7, 6, 5, 3].map(|index| rows[index]);
        for _ in 0..2 {
            for _ in 0..4 {
                for colours in [[1, 2], [2, 1]] {
                    mark(&circle, colours, 0, &mut codes);
                }
                circle.rotate_left(2);
            }
            circle.reverse();
            // Makes the circle begin at a corner again.
            circle.rotate_right(1);
        }
    }
    codes
});

/// Marks all codes that match the cells of `circle`, followed by the cells that `code` already contains.
fn mark(circle: &[u8], [x, o]: [u16; 2], code: u32, codes: &mut [u64; 1024]) {
    // The last cell of the circle has the highest bits, so it is added first and every later cell is shifted in below
    // it.
    let Some((&sign, rest)) = circle.split_last() else {
        codes[code as usize / 64] |= 1 << (code % 64);
        return;
    };
    let fits = |colour: u16| match sign {
        b'X' => colour == x,
        b'O' => colour == o,
        b'x' => colour != x,
        b'o' => colour != o,
        b'.' => colour == 0,
        b'#' => colour == 3,
        _ => true,
    };
    for colour in (0..4).filter(|&colour| fits(colour)) {
        mark(rest, [x, o], code << 2 | u32::from(colour), codes);
    }
}

/// Whether the colours around a point match a pattern.
#[inline]
pub(super) fn has(code: u16) -> bool {
    CODES[code as usize / 64] >> (code % 64) & 1 != 0
}

//! Where a stone beside the last move is likely to be good: shapes of three by three points around it.
//!
//! The shapes are those of S. Gelly and others, "Modification of UCT with patterns in Monte-Carlo Go", 2006, figure 4:
//! hanes, cuts, and moves on the edge. Each also counts mirrored, turned, and with the colours exchanged.

use std::sync::LazyLock;

/// The shapes, row by row, without the point in the middle: `X` and `O` are stones of different colours, `x` is
/// anything but `X`, `o` anything but `O`, `.` is free, `#` beyond the edge, `?` is anything on the board or beyond.
const SHAPES: [&str; 13] = [
    // Hane: enclosing, not cutting, magari, and at the side of a stone.
    "XOX .. ???",
    "XO. .. ?.?",
    "XO? X. x.?",
    ".O. X. ...",
    // Cuts: of stones that are not protected, of a peep, de, and of a keima.
    "XO? Oo ?o?",
    "XO? OX ???",
    "?X? OO ooo",
    "OX? oO ???",
    // On the edge.
    "X.? O? ###",
    "OX? XO ###",
    "?X? xO ###",
    "?XO xx ###",
    "?OX XO ###",
];

/// Whether a code of colours is that of a shape, a bit for each.
static CODES: LazyLock<Box<[u64; 1024]>> = LazyLock::new(|| {
    let mut codes = Box::new([0; 1024]);
    for shape in SHAPES {
        let rows: Vec<u8> = shape.bytes().filter(|&sign| sign != b' ').collect();
        // Rows, as they are read, in the circle that begins at a corner.
        let mut circle = [0, 1, 2, 4, 7, 6, 5, 3].map(|index| rows[index]);
        for _ in 0..2 {
            for _ in 0..4 {
                for colours in [[1, 2], [2, 1]] {
                    mark(&circle, colours, 0, &mut codes);
                }
                circle.rotate_left(2);
            }
            circle.reverse();
            // A corner comes first.
            circle.rotate_right(1);
        }
    }
    codes
});

/// Marks all codes of a shape: those with the first `known` cells in the lower bits of `code`.
fn mark(circle: &[u8], [x, o]: [u16; 2], code: u32, codes: &mut [u64; 1024]) {
    // The highest cell comes first, so that each further one is below it.
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

/// Whether a stone with these colours around it makes a shape.
#[inline]
pub(super) fn has(code: u16) -> bool {
    CODES[code as usize / 64] >> (code % 64) & 1 != 0
}

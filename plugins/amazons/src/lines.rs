//! The lines along which amazons move and shoot, as sets of squares in one word of 128 bits.
//!
//! Free squares are always given, and only these are entered. The squares beyond a board are not free, so lines and steps
//! end at its edges; between the ranks there is always a cell that belongs to no board.

use crate::board::{MOST, STRIDE, Set};

/// The steps to the numbers of the squares upwards; downwards they are the same.
const STEPS: [u32; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

/// The squares in each direction from each square of the largest board, first upwards, then downwards.
static RAYS: [[u128; 8]; (STRIDE * MOST) as usize] = rays();

const fn rays() -> [[u128; 8]; (STRIDE * MOST) as usize] {
    const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut rays = [[0; 8]; (STRIDE * MOST) as usize];
    let mut square = 0;
    while square < STRIDE * MOST {
        let mut direction = 0;
        while direction < 8 && square % STRIDE < MOST {
            let (right, up) = DIRECTIONS[direction];
            let (mut file, mut rank) = ((square % STRIDE) as i32 + right, (square / STRIDE) as i32 + up);
            while file >= 0 && file < MOST as i32 && rank >= 0 && rank < MOST as i32 {
                rays[square as usize][direction] |= 1 << (STRIDE as i32 * rank + file);
                (file, rank) = (file + right, rank + up);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// A set as a word.
#[inline]
pub(crate) fn bits(set: Set) -> u128 {
    let [low, high] = set.words();
    u128::from(low) | u128::from(high) << u64::BITS
}

/// A word as a set.
#[inline]
pub(crate) fn set(bits: u128) -> Set {
    Set::of_words([bits as u64, (bits >> u64::BITS) as u64])
}

/// The squares that a queen reaches from a square in one move.
#[inline]
pub(crate) fn reach(square: u32, free: u128) -> u128 {
    let (upwards, downwards) = RAYS[square as usize].split_at(4);
    let mut reached = 0;
    for ray in upwards {
        let blocked = ray & !free;
        // All up to the first one that is blocked, or all.
        reached |= ray & free & (blocked ^ blocked.wrapping_sub(1));
    }
    for ray in downwards {
        let blocked = ray & !free;
        // All down to the last one that is blocked, or none.
        let shadow = u128::MAX.checked_shr(blocked.leading_zeros()).unwrap_or(0);
        reached |= ray & !shadow;
    }
    reached
}

/// The steps of a fill along a line, in squares.
const FILL: [u32; 4] = [1, 2, 4, 8];

/// The lines of a board along which queens move: a fill along each line, in steps of 1, 2, 4 and 8 squares (after P.
/// Kogge and H. Stone's adder, 1973).
pub(crate) struct Lines {
    /// For each of [`STEPS`] and each of [`FILL`], the squares that a queen can come to by so many steps upwards, and
    /// downwards, over free squares.
    open: [[(u128, u128); FILL.len()]; STEPS.len()],
}

impl Lines {
    /// The lines between these free squares. They serve all sets of queens.
    #[inline]
    pub(crate) fn of(free: u128) -> Self {
        let mut open = [[(free, free); FILL.len()]; STEPS.len()];
        for (line, step) in open.iter_mut().zip(STEPS) {
            for index in 1..FILL.len() {
                let shift = step * FILL[index - 1];
                let (up, down) = line[index - 1];
                line[index] = (up & up << shift, down & down >> shift);
            }
        }
        Self { open }
    }

    /// The squares of the set, and those that queens reach from them in one move.
    #[inline]
    pub(crate) fn queens(&self, set: u128) -> u128 {
        const { assert!(MOST <= 16, "a line is at most 15 squares long") };
        let mut reached = set;
        for (line, step) in self.open.iter().zip(STEPS) {
            let (mut up, mut down) = (set, set);
            for (&(open_up, open_down), squares) in line.iter().zip(FILL) {
                let shift = step * squares;
                up |= open_up & up << shift;
                down |= open_down & down >> shift;
            }
            reached |= up | down;
        }
        reached
    }
}

/// The squares of the set, and the free ones next to them.
#[inline]
pub(crate) fn kings(set: u128, free: u128) -> u128 {
    let row = set | set << 1 | set >> 1;
    set | (row | row << STRIDE | row >> STRIDE) & free
}

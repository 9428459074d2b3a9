//! The lines along which amazons move and shoot, computed on sets of squares in one word of 128 bits.
//!
//! All functions take the set of free squares and only enter these. The squares beyond a board are not free, so lines
//! and steps end at its edges. Between the ranks there is always a cell that does not belong to any board.

use crate::board::{MOST, STRIDE, Set};

/// The distances between the numbers of neighbouring squares in the upward directions; the downward directions use the
/// same distances.
const STEPS: [u32; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

/// The squares in each direction from each square of the largest board: first the upward directions, then the downward
/// ones.
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

/// Converts a set to a word.
#[inline]
pub(crate) fn bits(set: Set) -> u128 {
    let [low, high] = set.words();
    u128::from(low) | u128::from(high) << u64::BITS
}

/// Converts a word to a set.
#[inline]
pub(crate) fn set(bits: u128) -> Set {
    Set::of_words([bits as u64, (bits >> u64::BITS) as u64])
}

/// The squares that a queen on a square reaches in one move.
#[inline]
pub(crate) fn reach(square: u32, free: u128) -> u128 {
    let (upwards, downwards) = RAYS[square as usize].split_at(4);
    let mut reached = 0;
    for ray in upwards {
        let blocked = ray & !free;
        // The squares below the first blocked one, or all if none is blocked.
        reached |= ray & free & (blocked ^ blocked.wrapping_sub(1));
    }
    for ray in downwards {
        let blocked = ray & !free;
        // The squares up to the last blocked one, or none if none is blocked.
        let shadow = u128::MAX.checked_shr(blocked.leading_zeros()).unwrap_or(0);
        reached |= ray & !shadow;
    }
    reached
}

/// The step lengths of a fill along a line, in squares.
const FILL: [u32; 4] = [1, 2, 4, 8];

/// The lines of a board along which queens move, prepared for fills along each line in steps of 1, 2, 4 and 8 squares
/// (after the adder of P. Kogge and H. Stone, 1973).
pub(crate) struct Lines {
    /// For each of [`STEPS`] and each of [`FILL`], the squares that a queen can reach by that many steps over free
    /// squares: upwards, and downwards.
    open: [[(u128, u128); FILL.len()]; STEPS.len()],
}

impl Lines {
    /// Prepares the lines through these free squares. The result can be used for any set of queens.
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

    /// The squares of the set, and all squares that queens on them reach in one move.
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

/// The squares of the set, and the free squares next to them.
#[inline]
pub(crate) fn kings(set: u128, free: u128) -> u128 {
    let row = set | set << 1 | set >> 1;
    set | (row | row << STRIDE | row >> STRIDE) & free
}

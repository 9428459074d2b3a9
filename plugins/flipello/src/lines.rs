//! Enclosing lines: legal placements and the discs they flip, on words of 64 squares.
//!
//! Squares are numbered rank by rank from a1, with eight squares per rank on boards of every size, in the numbering of
//! [`Grid`](crate::grid::Grid). A step along a line is a shift of the word. Sideways and diagonal runs do not pass
//! through discs on the files a and h, so that no shift wraps around an edge; such discs cannot be enclosed along these
//! lines. On a smaller board, the square beyond the last file or rank is always empty and ends every run.

use crate::grid::Squares;

/// The shift of a step towards higher numbers, and the squares that such a line may pass through: along a rank, along a
/// file, and along the two diagonals.
const DIRECTIONS: [(u32, u64); 4] = [(1, INNER), (8, !0), (7, INNER), (9, INNER)];

/// All squares except the files a and h.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares of `through` that are reached from `from` by upward steps of `shift` within `through`. At most six
/// squares are passed, which is the longest run of discs that can be enclosed.
#[inline]
const fn run_up(from: u64, through: u64, shift: u32) -> u64 {
    let mut run = through & from << shift;
    run |= through & run << shift;
    let pairs = through & through << shift;
    run |= pairs & run << (2 * shift);
    run | pairs & run << (2 * shift)
}

/// The squares of `through` that are reached from `from` by downward steps, like in [`run_up`].
#[inline]
const fn run_down(from: u64, through: u64, shift: u32) -> u64 {
    let mut run = through & from >> shift;
    run |= through & run >> shift;
    let pairs = through & through >> shift;
    run |= pairs & run >> (2 * shift);
    run | pairs & run >> (2 * shift)
}

/// The squares at the ends of runs of `other` discs that begin next to an `own` disc. Those that are empty squares of
/// the board are the legal placements.
#[inline]
pub(crate) fn enclosing(own: u64, other: u64) -> u64 {
    let mut found = 0;
    for (shift, mask) in DIRECTIONS {
        let through = other & mask;
        found |= run_up(own, through, shift) << shift | run_down(own, through, shift) >> shift;
    }
    found
}

/// The `other` discs that a disc of the owner of `own` encloses if it is placed on `square`, a set of one square.
#[inline]
pub(crate) fn enclosed(own: u64, other: u64, square: u64) -> u64 {
    let mut found = 0;
    for (shift, mask) in DIRECTIONS {
        let through = other & mask;
        let up = run_up(square, through, shift);
        let down = run_down(square, through, shift);
        found |= if up << shift & own != 0 { up } else { 0 };
        found |= if down >> shift & own != 0 { down } else { 0 };
    }
    found
}

/// The neighbours of a set in all eight directions, within the whole word.
#[inline]
pub(crate) fn around(set: u64) -> u64 {
    const WORD: Squares = Squares::new(8, 8);
    WORD.around(set.into()).word()
}

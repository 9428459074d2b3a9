//! Enclosing lines: legal placements and the discs they turn over, on words of 64 squares.
//!
//! Squares are numbered rank by rank from a1, eight to a rank whatever the size of the board, as in
//! [`Grid`](crate::grid::Grid). A step along a line is a shift of the word. Discs on file a are never passed through
//! sideways or diagonally, nor those on file h, so that no shift wraps around an edge: such a disc cannot be enclosed
//! along these lines anyway. On a smaller board the square beyond its last file or rank is always empty and ends every
//! run.

use crate::grid::Squares;

/// The distance of a step towards the higher numbers, and the squares that can be passed through on such a line: along
/// a rank, along a file, and along the two diagonals.
const DIRECTIONS: [(u32, u64); 4] = [(1, INNER), (8, !0), (7, INNER), (9, INNER)];

/// All squares except files a and h.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares of `through` that can be reached from `from` by steps of `shift` upwards without leaving it. At most
/// six, the longest row of discs that can be enclosed, are passed.
#[inline]
const fn run_up(from: u64, through: u64, shift: u32) -> u64 {
    let mut run = through & from << shift;
    run |= through & run << shift;
    let pairs = through & through << shift;
    run |= pairs & run << (2 * shift);
    run | pairs & run << (2 * shift)
}

/// The same, downwards.
#[inline]
const fn run_down(from: u64, through: u64, shift: u32) -> u64 {
    let mut run = through & from >> shift;
    run |= through & run >> shift;
    let pairs = through & through >> shift;
    run |= pairs & run >> (2 * shift);
    run | pairs & run >> (2 * shift)
}

/// The squares beyond a row of `other` discs that begins next to an `own` one; those among them that are empty squares
/// of the board are the legal placements.
#[inline]
pub(crate) fn enclosing(own: u64, other: u64) -> u64 {
    let mut found = 0;
    for (shift, mask) in DIRECTIONS {
        let through = other & mask;
        found |= run_up(own, through, shift) << shift | run_down(own, through, shift) >> shift;
    }
    found
}

/// The `other` discs that a disc of the owner of `own` on `square`, a set of one, encloses.
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

/// The squares next to a set, in all eight directions, on the whole word.
#[inline]
pub(crate) fn around(set: u64) -> u64 {
    const WORD: Squares = Squares::new(8, 8);
    WORD.around(set.into()).word()
}

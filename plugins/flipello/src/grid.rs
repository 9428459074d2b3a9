//! The geometry of a board of 4, 6 or 8 files and ranks.
//!
//! Square 0 is a1, 1 is b1, 8 is a2, 63 is h8, on smaller boards too: they are the lower left part of the large one.

use crate::lines::{FILE_A, around, enclosing};

/// The sizes a board can have.
pub(crate) const SIZES: [u32; 3] = [4, 6, 8];

/// A board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    /// Files, and ranks.
    pub(crate) size: u32,
    /// All squares.
    pub(crate) board: u64,
    /// The four corners.
    pub(crate) corners: u64,
    /// The squares diagonally next to a corner.
    pub(crate) x_squares: u64,
    /// The squares next to a corner on the edges.
    pub(crate) c_squares: u64,
    /// The four squares in the middle, which hold discs from the start on.
    pub(crate) centre: u64,
}

impl Grid {
    /// A board of one of the [`SIZES`].
    pub(crate) fn new(size: u32) -> Self {
        let last = size - 1;
        let set = |squares: [(u32, u32); 4]| squares.into_iter().map(|(file, rank)| Self::square(file, rank)).sum();
        let corners = set([(0, 0), (last, 0), (0, last), (last, last)]);
        let x_squares = set([(1, 1), (last - 1, 1), (1, last - 1), (last - 1, last - 1)]);
        let half = size / 2;
        let board = (0..size).map(|rank| ((1 << size) - 1) << (8 * rank)).sum();
        Self {
            size,
            board,
            corners,
            x_squares,
            c_squares: around(corners) & board & !x_squares,
            centre: set([(half - 1, half - 1), (half, half - 1), (half - 1, half), (half, half)]),
        }
    }

    /// How many squares there are.
    pub(crate) fn cells(&self) -> u32 {
        self.size * self.size
    }

    /// The discs of MAX and of MIN at the start: MAX has the rising diagonal of the centre.
    pub(crate) fn start(&self) -> (u64, u64) {
        let rising = FILE_A & 1 | 1 << 9;
        let half = self.size / 2 - 1;
        let max = rising << (9 * half);
        (max, self.centre ^ max)
    }

    /// The set of one square, file and rank counted from 0.
    pub(crate) const fn square(file: u32, rank: u32) -> u64 {
        1 << (8 * rank + file)
    }

    /// The squares where the owner of `own` may place a disc.
    #[inline]
    pub(crate) fn placements(&self, own: u64, other: u64) -> u64 {
        enclosing(own, other) & self.board & !(own | other)
    }

    /// The name of a square by its number, `a1` for 0.
    pub(crate) fn name(square: u32) -> String {
        format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
    }

    /// The number of the square on the board with this name.
    pub(crate) fn named(&self, name: &str) -> Option<u32> {
        let &[file, rank] = name.as_bytes() else { return None };
        let file = u32::from(file.checked_sub(b'a')?);
        let rank = u32::from(rank.checked_sub(b'1')?);
        (file < self.size && rank < self.size).then_some(8 * rank + file)
    }

    /// The board mirrored at its vertical middle: files in reverse order.
    #[inline]
    pub(crate) const fn mirrored(&self, set: u64) -> u64 {
        set.reverse_bits().swap_bytes() >> (8 - self.size)
    }

    /// The board mirrored at the diagonal from a1: files become ranks.
    #[inline]
    pub(crate) const fn transposed(set: u64) -> u64 {
        // Swaps the two quarters that are off the diagonal, then the same within each quarter, and so on.
        let set = exchanged(set, 28, 0x0F0F_0F0F_0000_0000);
        let set = exchanged(set, 14, 0x3333_0000_3333_0000);
        exchanged(set, 7, 0x5500_5500_5500_5500)
    }
}

/// Exchanges the bits of `set` within `mask` with those `shift` below them.
const fn exchanged(set: u64, shift: u32, mask: u64) -> u64 {
    let differing = mask & (set ^ set << shift);
    set ^ (differing ^ differing >> shift)
}

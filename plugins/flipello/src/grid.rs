//! The geometry of a board with 4, 6 or 8 files and ranks.
//!
//! Square 0 is a1, 1 is b1, 8 is a2 and 63 is h8. Smaller boards use the same numbers, because they are the lower left
//! part of the large one.

use crate::lines::{around, enclosing};
use plyd_board::Cells;

/// The possible board sizes.
pub(crate) const SIZES: [u32; 3] = [4, 6, 8];

/// The geometry of the squares on boards of all sizes.
pub(crate) type Squares = plyd_board::Geometry<8>;

/// A board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    /// The squares with their names and neighbours.
    pub(crate) cells: Squares,
    /// All squares.
    pub(crate) board: u64,
    /// The four corners.
    pub(crate) corners: u64,
    /// The squares diagonally next to a corner.
    pub(crate) x_squares: u64,
    /// The squares on the edges next to a corner.
    pub(crate) c_squares: u64,
    /// The four squares in the middle, which are occupied from the start.
    pub(crate) centre: u64,
}

impl Grid {
    /// Creates a board of one of the [`SIZES`].
    pub(crate) fn new(size: u32) -> Self {
        let last = size - 1;
        let cells = Squares::new(size, size);
        let set = |squares: [(u32, u32); 4]| {
            let squares: Cells = squares.into_iter().map(|(file, rank)| cells.cell(file, rank)).collect();
            squares.word()
        };
        let corners = set([(0, 0), (last, 0), (0, last), (last, last)]);
        let x_squares = set([(1, 1), (last - 1, 1), (1, last - 1), (last - 1, last - 1)]);
        let half = size / 2;
        let board = cells.cells().word();
        Self {
            cells,
            board,
            corners,
            x_squares,
            c_squares: around(corners) & board & !x_squares,
            centre: set([(half - 1, half - 1), (half, half - 1), (half - 1, half), (half, half)]),
        }
    }

    /// The number of files, which is also the number of ranks.
    #[inline]
    pub(crate) fn size(&self) -> u32 {
        self.cells.files()
    }

    /// The number of squares.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.size() * self.size()
    }

    /// The discs of MAX and of MIN at the start. MAX has the rising diagonal of the centre.
    pub(crate) fn start(&self) -> (u64, u64) {
        // The number of b2 is 9.
        let rising = 1 | 1 << 9;
        let half = self.size() / 2 - 1;
        let max = rising << (9 * half);
        (max, self.centre ^ max)
    }

    /// The squares on which the owner of `own` may place a disc.
    #[inline]
    pub(crate) fn placements(&self, own: u64, other: u64) -> u64 {
        enclosing(own, other) & self.board & !(own | other)
    }
}

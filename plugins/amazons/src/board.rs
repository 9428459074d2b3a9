//! The board: its size, the squares on which the amazons begin, and the most moves that there can be.

use crate::lines::{bits, reach, set};
use plyd_board::{Cells, Geometry, Sizes, key, words};

/// The largest number of files and of ranks.
pub(crate) const MOST: u32 = 10;
/// The sizes of setups.
pub(crate) const SIZES: Sizes = Sizes::Range(1, MOST);
/// The square boards that a game begins on: on smaller ones the amazons would share their squares.
pub(crate) const START_SIZES: Sizes = Sizes::Range(5, MOST);
/// The most amazons of a player.
pub(crate) const MOST_AMAZONS: u32 = 4;

/// A step off a side ends on a cell that belongs to no board.
pub(crate) const STRIDE: u32 = MOST + 1;

/// A set of squares.
pub(crate) type Set = Cells<{ words(STRIDE * MOST) }>;

/// A board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) grid: Geometry<STRIDE, { words(STRIDE * MOST) }>,
}

impl Board {
    /// A board of [`SIZES`].
    pub(crate) fn new(files: u32, ranks: u32) -> Self {
        Self { grid: Geometry::new(files, ranks) }
    }

    /// The amazons at the start on a square board of [`START_SIZES`]: two on the first rank of their player, and two on
    /// the edges, each as far from the corner. On 10x10 these are d1, g1, a4 and j4, on 6x6 b1, e1, a2 and f2.
    pub(crate) fn start(&self) -> [Set; 2] {
        let last = self.grid.files() - 1;
        let far = (last - 2) / 2;
        let max = [(far, 0), (last - far, 0), (0, far), (last, far)];
        [max, max.map(|(file, rank)| (file, last - rank))]
            .map(|places| places.into_iter().map(|(file, rank)| self.grid.cell(file, rank)).collect())
    }

    /// The most moves of a player with so many amazons, if there are arrows on these squares.
    ///
    /// An arrow stays where it is. So an amazon on a square goes at most to the squares that it reaches if nothing but
    /// these arrows is in its way, and shoots from each of them at most as far: more pieces only shorten the lines. No two
    /// amazons are on one square. So the sum of these numbers over the squares with the highest of them is a bound.
    pub(crate) fn most_moves(&self, arrows: Set, amazons: u32) -> u32 {
        let open = bits(self.grid.cells().without(arrows));
        let shots = |from| set(reach(from, open)).into_iter().map(|to| reach(to, open).count_ones()).sum();
        let mut counts: Vec<u32> = set(open).into_iter().map(shots).collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        counts.into_iter().take(amazons as usize).sum()
    }

    /// Tells boards of different sizes apart in keys.
    #[inline]
    pub(crate) fn salt(&self) -> u64 {
        key::salt((self.grid.files() << 4 | self.grid.ranks()).into())
    }
}

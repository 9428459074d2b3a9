//! The board: its size, the start squares of the amazons, and the maximum number of moves.

use crate::lines::{bits, reach, set};
use plyd_board::{Cells, Geometry, Sizes, key, words};

/// The maximum number of files and of ranks.
pub(crate) const MOST: u32 = 10;
/// The board sizes in setups.
pub(crate) const SIZES: Sizes = Sizes::Range(1, MOST);
/// The sizes of the square boards with a start position. On smaller boards, some amazons would start on the same
/// square.
pub(crate) const START_SIZES: Sizes = Sizes::Range(5, MOST);
/// The maximum number of amazons per player.
pub(crate) const MOST_AMAZONS: u32 = 4;

/// The distance between two ranks. The extra cell per rank does not belong to any board, so that a step off a side ends
/// there.
pub(crate) const STRIDE: u32 = MOST + 1;

/// A set of squares.
pub(crate) type Set = Cells<{ words(STRIDE * MOST) }>;

/// A board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) grid: Geometry<STRIDE, { words(STRIDE * MOST) }>,
}

impl Board {
    /// Creates a board of one of the [`SIZES`].
    pub(crate) fn new(files: u32, ranks: u32) -> Self {
        Self { grid: Geometry::new(files, ranks) }
    }

    /// The amazons in the start position of a square board of [`START_SIZES`]. Each player has two on the first rank
    /// and two on the edges, all at the same distance from a corner. On 10x10 White's are d1, g1, a4 and j4, on 6x6 b1,
    /// e1, a2 and f2.
    pub(crate) fn start(&self) -> [Set; 2] {
        let last = self.grid.files() - 1;
        let far = (last - 2) / 2;
        let max = [(far, 0), (last - far, 0), (0, far), (last, far)];
        [max, max.map(|(file, rank)| (file, last - rank))]
            .map(|places| places.into_iter().map(|(file, rank)| self.grid.cell(file, rank)).collect())
    }

    /// An upper bound on the number of moves for a player with this many amazons, given arrows on these squares.
    ///
    /// Arrows stay on the board. An amazon therefore moves at most to the squares that it reaches if only these arrows
    /// block it, and from each of them it shoots at most that far, because other pieces only shorten the lines. Amazons
    /// are on different squares. The sum of the largest such numbers over `amazons` squares is thus an upper bound.
    pub(crate) fn most_moves(&self, arrows: Set, amazons: u32) -> u32 {
        let open = bits(self.grid.cells().without(arrows));
        let shots = |from| set(reach(from, open)).into_iter().map(|to| reach(to, open).count_ones()).sum();
        let mut counts: Vec<u32> = set(open).into_iter().map(shots).collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        counts.into_iter().take(amazons as usize).sum()
    }

    /// A salt that makes keys differ between board sizes.
    #[inline]
    pub(crate) fn salt(&self) -> u64 {
        key::salt((self.grid.files() << 4 | self.grid.ranks()).into())
    }
}

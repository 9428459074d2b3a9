//! The board: its size, the squares on which the kings begin, and its symmetries.

use plyd_board::{BoardSizes, Cells, Geometry, Sizes, Symmetry, key};

/// From 2x2, where both kings have room, to what one word holds.
pub(crate) const SIZES: BoardSizes = BoardSizes { files: Sizes::Range(2, 8), ranks: Sizes::Range(2, 8) };

/// The squares next to each square of the largest board. A smaller board cuts them down to its own.
pub(crate) static NEAR: [Cells; 64] = LARGEST.rings(1);

const LARGEST: Geometry<8> = Geometry::new(8, 8);

/// A board of one size, with or without pads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) grid: Geometry<8>,
    /// The squares that nobody may remove: those on which the kings begin, or none.
    pub(crate) pads: Cells,
    /// The symmetries of the board that leave the pads where they are, without the one that changes nothing.
    pub(crate) symmetries: Vec<Symmetry>,
}

impl Board {
    /// A board of this size, or the reason why there is none.
    pub(crate) fn new(files: u32, ranks: u32, has_pads: bool) -> Result<Self, String> {
        SIZES.check(files, ranks)?;
        let grid = Geometry::new(files, ranks);
        let pads = if has_pads { start_of(&grid).into_iter().fold(Cells::EMPTY, Cells::or) } else { Cells::EMPTY };
        let keeps_pads = |symmetry: &Symmetry| grid.image(*symmetry, pads) == pads;
        let symmetries = grid.symmetries().iter().copied().filter(keeps_pads).collect();
        Ok(Self { grid, pads, symmetries })
    }

    /// The kings at the start.
    pub(crate) fn start(&self) -> [Cells; 2] {
        start_of(&self.grid)
    }

    /// The most steps that a king can have: it stands in the middle of three files and ranks, if there are as many.
    pub(crate) fn most_steps(&self) -> u32 {
        self.grid.files().min(3) * self.grid.ranks().min(3) - 1
    }

    /// The least of some sets and their images under the symmetries that leave the pads where they are.
    #[inline]
    pub(crate) fn least_image(&self, sets: [Cells; 3]) -> [Cells; 3] {
        let images = self.symmetries.iter().map(|symmetry| sets.map(|set| self.grid.image(*symmetry, set)));
        images.fold(sets, Ord::min)
    }

    /// Tells boards of different sizes, with and without pads, apart in keys.
    #[inline]
    pub(crate) fn salt(&self) -> u64 {
        let size = u64::from(self.grid.files() << 4 | self.grid.ranks());
        key::salt(size << 1 | u64::from(self.pads.is_empty()))
    }
}

/// Both kings begin in the middle of their first rank. Where two files are in the middle, White has the one to the left
/// and Black the one to the right, so that each sees the same.
fn start_of(grid: &Geometry<8>) -> [Cells; 2] {
    [grid.cell((grid.files() - 1) / 2, 0), grid.cell(grid.files() / 2, grid.ranks() - 1)].map(Cells::of)
}

/// The squares next to those of a set, on the largest board.
#[inline]
pub(crate) fn around(set: Cells) -> Cells {
    LARGEST.around(set)
}

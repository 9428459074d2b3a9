//! The board: its size, the start squares of the kings, and its symmetries.

use plyd_board::{BoardSizes, Cells, Geometry, Sizes, Symmetry, key};

/// The board sizes from 2x2, which has room for both kings, to 8x8, which fits in one machine word.
pub(crate) const SIZES: BoardSizes = BoardSizes { files: Sizes::Range(2, 8), ranks: Sizes::Range(2, 8) };

/// The neighbours of each square on the largest board. A smaller board masks out the squares outside it.
pub(crate) static NEAR: [Cells; 64] = LARGEST.rings(1);

const LARGEST: Geometry<8> = Geometry::new(8, 8);

/// A board of one size, with or without pads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) grid: Geometry<8>,
    /// The squares that cannot be removed: the start squares of the kings, or none.
    pub(crate) pads: Cells,
    /// The symmetries of the board that preserve the pads, except the identity.
    pub(crate) symmetries: Vec<Symmetry>,
}

impl Board {
    /// Creates a board of this size; the error is the reason why the size is not allowed.
    pub(crate) fn new(files: u32, ranks: u32, has_pads: bool) -> Result<Self, String> {
        SIZES.check(files, ranks)?;
        let grid = Geometry::new(files, ranks);
        let pads = if has_pads { start_of(&grid).into_iter().fold(Cells::EMPTY, Cells::or) } else { Cells::EMPTY };
        let keeps_pads = |symmetry: &Symmetry| grid.image(*symmetry, pads) == pads;
        let symmetries = grid.symmetries().iter().copied().filter(keeps_pads).collect();
        Ok(Self { grid, pads, symmetries })
    }

    /// The start squares of the kings.
    pub(crate) fn start(&self) -> [Cells; 2] {
        start_of(&self.grid)
    }

    /// The maximum number of king steps: from the middle of three files and ranks, if the board has that many.
    pub(crate) fn most_steps(&self) -> u32 {
        self.grid.files().min(3) * self.grid.ranks().min(3) - 1
    }

    /// The smallest of some sets and their images under the symmetries that preserve the pads.
    #[inline]
    pub(crate) fn least_image(&self, sets: [Cells; 3]) -> [Cells; 3] {
        let images = self.symmetries.iter().map(|symmetry| sets.map(|set| self.grid.image(*symmetry, set)));
        images.fold(sets, Ord::min)
    }

    /// A salt that makes keys differ between board sizes, and between boards with and without pads.
    #[inline]
    pub(crate) fn salt(&self) -> u64 {
        let size = u64::from(self.grid.files() << 4 | self.grid.ranks());
        key::salt(size << 1 | u64::from(self.pads.is_empty()))
    }
}

/// The start squares of the kings, each in the middle of its first rank. If there are two middle files, White starts on
/// the left one and Black on the right one, so that the position looks the same to both players.
fn start_of(grid: &Geometry<8>) -> [Cells; 2] {
    [grid.cell((grid.files() - 1) / 2, 0), grid.cell(grid.files() / 2, grid.ranks() - 1)].map(Cells::of)
}

/// The neighbours of a set of squares, on the largest board.
#[inline]
pub(crate) fn around(set: Cells) -> Cells {
    LARGEST.around(set)
}

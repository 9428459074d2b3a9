//! The board: points as sets of cells, and the lines of five on it.
//!
//! The number of a cell is its rank times 20, plus its file: no rank has 20 cells, so a line that goes off either side
//! ends on no cell of the board.

use plyd_board::{Cells, Geometry, key, words};

/// The numbers of files and ranks that a board can have.
pub(crate) const LEAST: u32 = 5;
pub(crate) const MOST: u32 = 19;

const STRIDE: u32 = MOST + 1;

/// A set of cells of any board.
pub(crate) type Set = Cells<{ words(STRIDE * MOST) }>;

/// The number of a cell is less than this.
pub(crate) const NUMBERS: usize = (STRIDE * MOST) as usize;

/// So many stones in a row win.
pub(crate) const LINE: u32 = 5;

/// The ways along a line: to the right, up, and the two diagonals.
pub(crate) const STEPS: [u32; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// The images of a board, the board itself among them.
pub(crate) const IMAGES: usize = 8;

/// Which rows of stones win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Five or more.
    Freestyle,
    /// Exactly five.
    Standard,
}

/// A board of one size, and its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) grid: Geometry<STRIDE, { words(STRIDE * MOST) }>,
    pub(crate) rule: Rule,
    /// For each of the steps, the cells where five cells in a row begin.
    starts: [Set; 4],
    /// For each cell its images under the symmetries of the board, itself first.
    images: Vec<[u16; IMAGES]>,
}

/// The lines of five cells of one direction, each by its first cell, that a player can still fill: by the stones of the
/// player on them, from one to four.
pub(crate) type Open = [Set; 4];

impl Board {
    /// A board of this many files and ranks, from [`LEAST`] to [`MOST`].
    pub(crate) fn new(size: u32, rule: Rule) -> Self {
        let grid = Geometry::new(size, size);
        let starts =
            STEPS.map(|step| (0..LINE).fold(grid.cells(), |starts, place| starts & grid.cells().down(place * step)));
        let mut images = vec![[0; IMAGES]; NUMBERS];
        for cell in grid.cells() {
            let others = grid.symmetries().iter().map(|symmetry| grid.image_of_cell(*symmetry, cell));
            for (image, cell) in images[cell as usize].iter_mut().zip(std::iter::once(cell).chain(others)) {
                *image = cell as u16;
            }
        }
        Self { grid, rule, starts, images }
    }

    /// The number of files, and of ranks.
    pub(crate) const fn size(&self) -> u32 {
        self.grid.files()
    }

    /// The images of a cell, itself first.
    #[inline]
    pub(crate) fn images(&self, cell: u32) -> [u16; IMAGES] {
        self.images[cell as usize]
    }

    /// The first cell and the length of a row of stones through this one, if it wins.
    #[inline]
    pub(crate) fn line_through(&self, own: Set, cell: u32) -> Option<(u32, u32, u32)> {
        STEPS.into_iter().find_map(|step| {
            let mut first = cell;
            while first >= step && own.contains(first - step) {
                first -= step;
            }
            let mut length = (cell - first) / step + 1;
            while own.contains(first + length * step) {
                length += 1;
            }
            let wins = match self.rule {
                Rule::Freestyle => length >= LINE,
                Rule::Standard => length == LINE,
            };
            wins.then_some((first, step, length))
        })
    }

    /// The cells of a row of stones that wins, if there is one.
    pub(crate) fn line(&self, own: Set) -> Option<Vec<u32>> {
        let (first, step, length) = own.into_iter().find_map(|cell| self.line_through(own, cell))?;
        Some((0..length).map(|place| first + place * step).collect())
    }

    /// The lines of one direction that `own` can still fill, as `other` has no stone on them. Exactly five do not come
    /// about beside another own stone.
    #[inline]
    pub(crate) fn open(&self, direction: usize, own: Set, other: Set) -> Open {
        let step = STEPS[direction];
        let along =
            |cells: Set| [cells, cells.down(step), cells.down(2 * step), cells.down(3 * step), cells.down(4 * step)];
        let blocked = along(other).into_iter().fold(Set::EMPTY, Set::or);
        let mut open = self.starts[direction].without(blocked);
        if self.rule == Rule::Standard {
            open = open.without(own.up(step) | own.down(LINE * step));
        }
        // The number of own stones on each line, in binary. Five do not occur.
        let [a, b, c, d, e] = along(own);
        let (ab, carry) = (a ^ b, a & b | (a ^ b) & c);
        let odd = ab ^ c;
        let (de, more) = (d ^ e, d & e | (d ^ e) & odd);
        let one = odd ^ de;
        let (two, four) = (carry ^ more, carry & more);
        [open & one.without(two | four), open & two.without(one), open & two & one, open & four.without(one)]
    }

    /// The cells of lines of one direction, given by their first cells.
    #[inline]
    pub(crate) fn cells_of(direction: usize, lines: Set) -> Set {
        let step = STEPS[direction];
        (1..LINE).fold(lines, |cells, place| cells | lines.up(place * step))
    }

    /// The cells without a stone.
    #[inline]
    pub(crate) fn free(&self, stones: [Set; 2]) -> Set {
        self.grid.cells().without(stones[0] | stones[1])
    }

    /// Tells boards of different sizes and rules apart in keys.
    #[inline]
    pub(crate) fn salt(&self) -> u64 {
        key::salt(u64::from(self.size() << 1 | self.rule as u32))
    }
}

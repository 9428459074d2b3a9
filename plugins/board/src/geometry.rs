//! The geometry of a board of files and ranks.

use crate::{Cells, key, parse_square, square_name};

/// The most cells of a grid.
pub const MOST_CELLS: u32 = 400;

/// The maximum number of files, because each has a letter.
const MOST_FILES: u32 = 26;

/// The way from a cell to the next one. North is the way to the higher ranks, east that to the later files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the next rank.
    North,
    /// To the next rank and the next file.
    NorthEast,
    /// To the next file.
    East,
    /// To the rank before and the next file.
    SouthEast,
    /// To the rank before.
    South,
    /// To the rank before and the file before.
    SouthWest,
    /// To the file before.
    West,
    /// To the next rank and the file before.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from the north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The four that lead over an edge, clockwise from the north.
    pub const STRAIGHT: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The four that lead over a corner, clockwise from the north-east.
    pub const DIAGONAL: [Self; 4] = [Self::NorthEast, Self::SouthEast, Self::SouthWest, Self::NorthWest];

    /// One for each of the four lines through a cell.
    pub const LINES: [Self; 4] = [Self::North, Self::NorthEast, Self::East, Self::SouthEast];

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Whether a step leads to a higher number, on boards of more than one file.
    #[inline]
    #[must_use]
    pub const fn ascends(self) -> bool {
        matches!(self, Self::North | Self::NorthEast | Self::East | Self::NorthWest)
    }

    /// The files and ranks that a step adds.
    #[must_use]
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }
}

/// A board of files and ranks. The number of a cell is its rank times `STRIDE`, plus its file: a1 is 0, b1 is 1, a2 is
/// `STRIDE`.
///
/// `STRIDE` is at least the number of files. If it is the same, the numbers have no gaps. If it is 8, all boards of up
/// to 8 files and ranks number their cells alike, and their [symmetries](crate::Symmetry) cost a few instructions.
/// `WORDS` is the number of words of a set, with room for all cells: see [`words`](crate::words). Make a grid of a
/// fixed size a constant, so that its sets are constants too:
///
/// ```
/// use plyd_board::{Cells, Direction, Geometry, words};
///
/// const GO: Geometry<19, { words(19 * 19) }> = Geometry::new(19, 19);
///
/// let corner = Cells::of(GO.cell(18, 18));
/// assert!(GO.step(corner, Direction::East).is_empty());
/// assert_eq!(GO.beside(corner), Cells::from_iter([GO.cell(17, 18), GO.cell(18, 17)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry<const STRIDE: u32, const WORDS: usize = 1> {
    files: u32,
    ranks: u32,
    cells: Cells<WORDS>,
}

impl<const STRIDE: u32, const WORDS: usize> Geometry<STRIDE, WORDS> {
    /// The cells of file a on boards of any number of ranks.
    pub const FIRST_FILE: Cells<WORDS> = Self::file_of_words(0);
    /// The cells of the last file that there can be, number `STRIDE` minus 1.
    pub const LAST_FILE: Cells<WORDS> = Self::file_of_words(STRIDE - 1);

    /// A grid of at least one file and rank, at most 26 files and at most [`MOST_CELLS`] cells.
    ///
    /// # Panics
    /// There is no such grid, or the stride or the words have no room for it. In a constant this is an error of the
    /// build.
    #[must_use]
    pub const fn new(files: u32, ranks: u32) -> Self {
        assert!(files >= 1 && ranks >= 1, "a grid has at least one file and one rank");
        assert!(files <= MOST_FILES && files * ranks <= MOST_CELLS, "a grid has at most 26 files and 400 cells");
        assert!(files <= STRIDE, "the stride is less than the number of files");
        assert!(STRIDE * (ranks - 1) + files <= u64::BITS * WORDS as u32, "the words have no room for all cells");
        let mut cells = Cells::EMPTY;
        let mut cell = 0;
        while cell < STRIDE * ranks {
            if cell % STRIDE < files {
                cells = cells.with(cell);
            }
            cell += 1;
        }
        Self { files, ranks, cells }
    }

    /// The board with only these cells: a board with holes, or with another outline. Files and ranks are still counted
    /// in the rectangle around it.
    #[must_use]
    pub const fn only(mut self, cells: Cells<WORDS>) -> Self {
        self.cells = self.cells.and(cells);
        self
    }

    const fn file_of_words(file: u32) -> Cells<WORDS> {
        let mut cells = Cells::EMPTY;
        let mut cell = file;
        while cell < u64::BITS * WORDS as u32 {
            cells = cells.with(cell);
            cell += STRIDE;
        }
        cells
    }

    /// The number of files.
    #[inline]
    #[must_use]
    pub const fn files(&self) -> u32 {
        self.files
    }

    /// The number of ranks.
    #[inline]
    #[must_use]
    pub const fn ranks(&self) -> u32 {
        self.ranks
    }

    /// The part of a key that distinguishes boards of different sizes, for a game whose setups may change the size.
    #[inline]
    #[must_use]
    pub const fn salt(&self) -> u64 {
        key::salt((self.files << 8 | self.ranks) as u64)
    }

    /// All cells.
    #[inline]
    #[must_use]
    pub const fn cells(&self) -> Cells<WORDS> {
        self.cells
    }

    /// The number of the cell on a file and a rank, both counted from 0.
    #[inline]
    #[must_use]
    pub const fn cell(&self, file: u32, rank: u32) -> u32 {
        STRIDE * rank + file
    }

    /// The file and the rank of a cell.
    #[inline]
    #[must_use]
    pub const fn place(&self, cell: u32) -> (u32, u32) {
        (cell % STRIDE, cell / STRIDE)
    }

    /// The cells of a rank.
    #[inline]
    #[must_use]
    pub const fn rank(&self, rank: u32) -> Cells<WORDS> {
        self.cells.and(Self::new(self.files, 1).cells.up(STRIDE * rank))
    }

    /// The cells of a file.
    #[inline]
    #[must_use]
    pub const fn file(&self, file: u32) -> Cells<WORDS> {
        self.cells.and(Self::FIRST_FILE.up(file))
    }

    /// The name of a cell: `a1` for 0.
    #[must_use]
    pub fn name(&self, cell: u32) -> String {
        let (file, rank) = self.place(cell);
        square_name(file, rank)
    }

    /// The names of the cells of a set, in ascending order.
    #[must_use]
    pub fn names(&self, set: Cells<WORDS>) -> Vec<String> {
        set.into_iter().map(|cell| self.name(cell)).collect()
    }

    /// The cell of this board with a name in lower case.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<u32> {
        let (file, rank) = parse_square(name).filter(|(file, rank)| *file < self.files && *rank < self.ranks)?;
        Some(self.cell(file, rank)).filter(|cell| self.cells.contains(*cell))
    }

    /// Every cell of a set one step on. Those whose step leads off the board are gone; none comes back at the other
    /// edge.
    #[inline]
    #[must_use]
    pub const fn step(&self, set: Cells<WORDS>, direction: Direction) -> Cells<WORDS> {
        // If the stride has room beyond the last file, a step off an edge ends there, on no cell of the board.
        let (to_west, to_east) = (set.without(Self::FIRST_FILE), set.without(Self::LAST_FILE));
        let moved = match direction {
            Direction::North => set.up(STRIDE),
            Direction::NorthEast => to_east.up(STRIDE + 1),
            Direction::East => to_east.up(1),
            Direction::SouthEast => to_east.down(STRIDE - 1),
            Direction::South => set.down(STRIDE),
            Direction::SouthWest => to_west.down(STRIDE + 1),
            Direction::West => to_west.down(1),
            Direction::NorthWest => to_west.up(STRIDE - 1),
        };
        moved.and(self.cells)
    }

    /// The cells that share an edge with one of the set; cells of the set can be among them.
    #[inline]
    #[must_use]
    pub const fn touched(&self, set: Cells<WORDS>) -> Cells<WORDS> {
        let along = set.up(STRIDE).or(set.down(STRIDE));
        along.or(Self::sideways(set)).and(self.cells)
    }

    /// The cells that share an edge with one of the set, without the set itself.
    #[inline]
    #[must_use]
    pub const fn beside(&self, set: Cells<WORDS>) -> Cells<WORDS> {
        self.touched(set).without(set)
    }

    /// The cells that share an edge or a corner with one of the set, without the set itself.
    #[inline]
    #[must_use]
    pub const fn around(&self, set: Cells<WORDS>) -> Cells<WORDS> {
        let row = set.or(Self::sideways(set));
        row.or(row.up(STRIDE)).or(row.down(STRIDE)).and(self.cells).without(set)
    }

    /// The set, and the cells that a king reaches from it in at most `steps` steps on an empty board.
    #[inline]
    #[must_use]
    pub const fn within(&self, set: Cells<WORDS>, steps: u32) -> Cells<WORDS> {
        let (mut reached, mut step) = (set, 0);
        while step < steps {
            reached = reached.or(self.around(reached));
            step += 1;
        }
        reached
    }

    #[inline]
    const fn sideways(set: Cells<WORDS>) -> Cells<WORDS> {
        set.without(Self::LAST_FILE).up(1).or(set.without(Self::FIRST_FILE).down(1))
    }

    /// For each number below `NUMBERS`, the cells that a king reaches from there in exactly `distance` steps on an
    /// empty board. Numbers that are not cells have none. A table for a constant:
    ///
    /// ```
    /// use plyd_board::{Cells, Geometry};
    ///
    /// const BOARD: Geometry<8> = Geometry::new(7, 7);
    /// static JUMPS: [Cells; 64] = BOARD.rings(2);
    ///
    /// assert_eq!(BOARD.names(JUMPS[0]).join(" "), "c1 c2 a3 b3 c3");
    /// ```
    #[must_use]
    pub const fn rings<const NUMBERS: usize>(&self, distance: u32) -> [Cells<WORDS>; NUMBERS] {
        let mut rings = [Cells::EMPTY; NUMBERS];
        let mut cell = 0;
        while cell < NUMBERS {
            if self.cells.contains(cell as u32) {
                let from = Cells::of(cell as u32);
                let nearer = if distance == 0 { Cells::EMPTY } else { self.within(from, distance - 1) };
                rings[cell] = self.within(from, distance).without(nearer);
            }
            cell += 1;
        }
        rings
    }
}

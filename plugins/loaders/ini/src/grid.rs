//! The board: files, ranks, holes, and lines of cells.

use plyd_board::{Cells, Direction, Geometry, Symmetry, parse_square, square_name, words};

/// The maximum number of files, and of ranks.
pub(crate) const LONGEST_SIDE: u32 = 19;

/// A set of cells; the number of a cell is its rank times the number of files, plus its file.
pub(crate) type Set = Cells<{ words(LONGEST_SIDE * LONGEST_SIDE) }>;

/// A board without its pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    pub(crate) files: u32,
    pub(crate) ranks: u32,
    /// The cells that are no holes.
    pub(crate) cells: Set,
}

impl Board {
    /// A board without holes, of 1 to [`LONGEST_SIDE`] files and ranks.
    pub(crate) fn new(files: u32, ranks: u32) -> Self {
        Self { files, ranks, cells: (0..files * ranks).collect() }
    }

    /// The number of cells and holes.
    #[inline]
    pub(crate) fn size(&self) -> u32 {
        self.files * self.ranks
    }

    /// The number of words of a cell set that are in use.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        words(self.size())
    }

    #[inline]
    pub(crate) fn cell(&self, file: u32, rank: u32) -> u32 {
        rank * self.files + file
    }

    #[inline]
    pub(crate) fn place(&self, cell: u32) -> (u32, u32) {
        (cell % self.files, cell / self.files)
    }

    pub(crate) fn name(&self, cell: u32) -> String {
        let (file, rank) = self.place(cell);
        square_name(file, rank)
    }

    /// Returns the cell or hole with a name.
    pub(crate) fn named(&self, name: &str) -> Option<u32> {
        let (file, rank) = parse_square(name).filter(|(file, rank)| *file < self.files && *rank < self.ranks)?;
        Some(self.cell(file, rank))
    }

    /// Returns the cell at this distance in files and ranks, unless it is off the board or a hole.
    pub(crate) fn beside(&self, cell: u32, (files, ranks): (i32, i32)) -> Option<u32> {
        let (file, rank) = self.place(cell);
        let file = u32::try_from(file as i32 + files).ok().filter(|file| *file < self.files)?;
        let rank = u32::try_from(rank as i32 + ranks).ok().filter(|rank| *rank < self.ranks)?;
        Some(self.cell(file, rank)).filter(|cell| self.cells.contains(*cell))
    }

    /// Iterates over the cells beyond a cell in a direction, up to an edge or a hole.
    pub(crate) fn line(&self, cell: u32, step: (i32, i32)) -> impl Iterator<Item = u32> {
        std::iter::successors(self.beside(cell, step), move |cell| self.beside(*cell, step))
    }

    /// Returns the symmetries of the board's shape, without regard to holes.
    pub(crate) fn symmetries(&self) -> &'static [Symmetry] {
        if self.files == self.ranks { &Symmetry::SQUARE } else { &Symmetry::RECTANGLE }
    }

    /// Returns the image of each cell under a symmetry.
    pub(crate) fn images(&self, symmetry: Symmetry) -> Vec<u16> {
        let geometry = Geometry::<LONGEST_SIDE, { words(LONGEST_SIDE * LONGEST_SIDE) }>::new(self.files, self.ranks);
        let image = |cell| {
            let (file, rank) = self.place(cell);
            let (file, rank) = geometry.place(geometry.image_of_cell(symmetry, geometry.cell(file, rank)));
            self.cell(file, rank) as u16
        };
        (0..self.size()).map(image).collect()
    }
}

/// Returns the image of a set.
#[inline]
pub(crate) fn image(images: &[u16], set: Set) -> Set {
    set.into_iter().map(|cell| u32::from(images[cell as usize])).collect()
}

/// Returns the directions with a name, as indices of [`Direction::ALL`]; a group name yields several.
pub(crate) fn directions(word: &str) -> Option<&'static [usize]> {
    Some(match word {
        "n" => &[0],
        "ne" => &[1],
        "e" => &[2],
        "se" => &[3],
        "s" => &[4],
        "sw" => &[5],
        "w" => &[6],
        "nw" => &[7],
        "orthogonal" => &[0, 2, 4, 6],
        "diagonal" => &[1, 3, 5, 7],
        "all" => &[0, 1, 2, 3, 4, 5, 6, 7],
        _ => return None,
    })
}

/// Returns the step in a direction, given by its index.
pub(crate) fn step(direction: usize) -> (i32, i32) {
    Direction::ALL[direction % Direction::ALL.len()].step()
}

//! The points of a board in one row with a border around them, so that neighbours are at fixed distances.

use super::board::{Cell, Colour};
use crate::layout::{Layout, MOST};

/// The maximum number of cells in a field, including the border.
pub(super) const CELLS: usize = ((MOST + 2) * (MOST + 1) + 2) as usize;

/// A board of one size.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The distance between two ranks.
    pub(super) width: usize,
    /// The cells of all points.
    cells: Vec<Cell>,
    /// The number of the point at each cell.
    points: Vec<u16>,
    /// The cell of each point, indexed by its number.
    of_points: Vec<Cell>,
    /// The colours of the empty board.
    pub(super) colours: [Colour; CELLS],
}

impl Field {
    pub(crate) fn new(layout: &Layout) -> Self {
        let (files, ranks) = layout.size();
        // The cell at the right end of a rank is also the left border of the next rank.
        let width = files as usize + 1;
        let mut field = Self {
            width,
            cells: Vec::new(),
            points: vec![0; CELLS],
            of_points: vec![0; (MOST * MOST) as usize],
            colours: [Colour::BORDER; CELLS],
        };
        for rank in 0..ranks {
            for file in 0..files {
                let (cell, point) = (1 + (rank as usize + 1) * width + file as usize, layout.point(file, rank));
                field.cells.push(cell as Cell);
                field.points[cell] = point as u16;
                field.of_points[point as usize] = cell as Cell;
                field.colours[cell] = Colour::EMPTY;
            }
        }
        field
    }

    /// The cells of all points.
    #[inline]
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of the point at a cell.
    #[inline]
    pub(super) fn point(&self, cell: Cell) -> u32 {
        self.points[cell as usize].into()
    }

    /// The cell of the point with this number.
    #[inline]
    pub(super) fn cell(&self, point: u32) -> Cell {
        self.of_points[point as usize]
    }
}

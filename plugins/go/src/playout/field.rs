//! The points of a board in one row, with a border around them, so that neighbours lie at fixed distances.

use super::board::{Cell, Colour};
use crate::layout::{Layout, MOST};

/// The most cells of a field, the border included.
pub(super) const CELLS: usize = ((MOST + 2) * (MOST + 1) + 2) as usize;

/// A board of one size.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The distance between two ranks.
    pub(super) width: usize,
    /// The points.
    cells: Vec<Cell>,
    /// The number of each point, by its cell.
    points: Vec<u16>,
    /// The cell of each point, by its number.
    of_points: Vec<Cell>,
    /// The board without stones.
    pub(super) colours: [Colour; CELLS],
}

impl Field {
    pub(crate) fn new(layout: &Layout) -> Self {
        let (files, ranks) = layout.size();
        // The border to the right of a rank is the one to the left of the next.
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

    /// All points.
    #[inline]
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of the point.
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

//! Lines of cells: slides, jumps and counts along them.

use crate::{Cells, Direction, Geometry};

/// For each cell of a board, and each direction, the cells beyond it: a table for a constant.
///
/// `NUMBERS` is more than the number of any cell. A smaller board of the same stride can use the rays of the largest
/// one: a cell beyond its edge is neither free nor a piece.
///
/// ```
/// use plyd_board::{Cells, Direction, Geometry, Rays};
///
/// const BOARD: Geometry<8> = Geometry::new(8, 8);
/// static RAYS: Rays<64> = BOARD.rays();
///
/// // A rook on c1, with pieces on c4 and g1.
/// let (rook, pieces) = (BOARD.cell(2, 0), Cells::of(BOARD.cell(2, 3)).with(BOARD.cell(6, 0)));
/// let free = BOARD.cells().without(pieces);
/// let goals = RAYS.rook(rook, free);
/// assert_eq!(BOARD.names(goals).join(" "), "a1 b1 d1 e1 f1 c2 c3");
/// assert_eq!(RAYS.nearest(rook, Direction::East, pieces), Some(BOARD.cell(6, 0)));
/// assert_eq!(RAYS.on_line(rook, Direction::East, pieces.with(rook)), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Rays<const NUMBERS: usize, const WORDS: usize = 1>([[Cells<WORDS>; 8]; NUMBERS]);

impl<const STRIDE: u32, const WORDS: usize> Geometry<STRIDE, WORDS> {
    /// The rays of the board. Numbers that are no cell have none.
    #[must_use]
    pub const fn rays<const NUMBERS: usize>(&self) -> Rays<NUMBERS, WORDS> {
        let mut rays = [[Cells::EMPTY; 8]; NUMBERS];
        let mut cell = 0;
        while cell < NUMBERS {
            let mut way = 0;
            while way < 8 {
                let mut here = self.ahead(cell as u32, Direction::ALL[way], 1);
                while let Some(next) = here {
                    rays[cell][way] = rays[cell][way].with(next);
                    here = self.ahead(next, Direction::ALL[way], 1);
                }
                way += 1;
            }
            cell += 1;
        }
        Rays(rays)
    }

    /// The cell `steps` steps away in a direction, if it is on the board.
    #[inline]
    #[must_use]
    pub const fn ahead(&self, cell: u32, direction: Direction, steps: u32) -> Option<u32> {
        let ((file, rank), (right, up)) = (self.place(cell), direction.step());
        let (file, rank) = (file as i32 + right * steps as i32, rank as i32 + up * steps as i32);
        if file < 0 || rank < 0 || file >= self.files() as i32 || rank >= self.ranks() as i32 {
            return None;
        }
        let to = self.cell(file as u32, rank as u32);
        if self.cells().contains(cell) && self.cells().contains(to) { Some(to) } else { None }
    }

    /// The cells that pieces of a set come to by a jump in a direction: over the cell next to them, which is one of
    /// `over`, onto the one behind it.
    #[inline]
    #[must_use]
    pub const fn jumps(&self, set: Cells<WORDS>, direction: Direction, over: Cells<WORDS>) -> Cells<WORDS> {
        self.step(self.step(set, direction).and(over), direction)
    }
}

impl<const NUMBERS: usize, const WORDS: usize> Rays<NUMBERS, WORDS> {
    /// The cells beyond a cell in a direction.
    ///
    /// # Panics
    /// The cell has no such number.
    #[inline]
    #[must_use]
    pub const fn beyond(&self, cell: u32, direction: Direction) -> Cells<WORDS> {
        self.0[cell as usize][direction as usize]
    }

    /// The cells of a line through a cell, in a direction and the opposite one, without the cell itself.
    #[inline]
    #[must_use]
    pub const fn line(&self, cell: u32, direction: Direction) -> Cells<WORDS> {
        self.beyond(cell, direction).or(self.beyond(cell, direction.opposite()))
    }

    /// How many of a set are on a line through a cell, the cell itself included: as Lines of Action counts.
    #[inline]
    #[must_use]
    pub const fn on_line(&self, cell: u32, direction: Direction, set: Cells<WORDS>) -> u32 {
        self.line(cell, direction).and(set).len() + set.contains(cell) as u32
    }

    /// The cells between two that are on one line, where `direction` leads from the first to the second.
    #[inline]
    #[must_use]
    pub const fn between(&self, from: u32, to: u32, direction: Direction) -> Cells<WORDS> {
        self.beyond(from, direction).and(self.beyond(to, direction.opposite()))
    }

    /// The first of a set that is met in a direction.
    #[inline]
    #[must_use]
    pub const fn nearest(&self, cell: u32, direction: Direction, set: Cells<WORDS>) -> Option<u32> {
        let met = self.beyond(cell, direction).and(set);
        if direction.ascends() { met.first() } else { met.last() }
    }

    /// The free cells that a piece can slide to in a direction, up to the first one that is not free.
    #[inline]
    #[must_use]
    pub const fn slide(&self, cell: u32, direction: Direction, free: Cells<WORDS>) -> Cells<WORDS> {
        let ray = self.beyond(cell, direction);
        let blocked = ray.without(free);
        ray.and(if direction.ascends() { blocked.below_first() } else { blocked.above_last() })
    }

    /// The free cells that a rook can slide to.
    #[inline]
    #[must_use]
    pub const fn rook(&self, cell: u32, free: Cells<WORDS>) -> Cells<WORDS> {
        // One by one, so that the compiler knows each direction.
        let up = self.slide(cell, Direction::North, free).or(self.slide(cell, Direction::East, free));
        up.or(self.slide(cell, Direction::South, free)).or(self.slide(cell, Direction::West, free))
    }

    /// The free cells that a bishop can slide to.
    #[inline]
    #[must_use]
    pub const fn bishop(&self, cell: u32, free: Cells<WORDS>) -> Cells<WORDS> {
        let up = self.slide(cell, Direction::NorthEast, free).or(self.slide(cell, Direction::NorthWest, free));
        up.or(self.slide(cell, Direction::SouthEast, free)).or(self.slide(cell, Direction::SouthWest, free))
    }

    /// The free cells that a queen can slide to.
    #[inline]
    #[must_use]
    pub const fn queen(&self, cell: u32, free: Cells<WORDS>) -> Cells<WORDS> {
        self.rook(cell, free).or(self.bishop(cell, free))
    }

    /// The free cells that a piece can slide to in some directions, for example the directions of a board of
    /// [hexagons](crate::Hexes::WAYS).
    #[inline]
    #[must_use]
    pub fn slides(&self, cell: u32, directions: &[Direction], free: Cells<WORDS>) -> Cells<WORDS> {
        directions.iter().fold(Cells::EMPTY, |goals, direction| goals | self.slide(cell, *direction, free))
    }

    /// The length of the unbroken row through a cell in a direction and the opposite one, if the cell and its
    /// neighbours are of `set`: as games of n in a row count. The cell itself counts, in the set or not.
    #[inline]
    #[must_use]
    pub const fn row(&self, cell: u32, direction: Direction, set: Cells<WORDS>) -> u32 {
        self.slide(cell, direction, set).len() + self.slide(cell, direction.opposite(), set).len() + 1
    }
}

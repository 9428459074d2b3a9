//! The board: the lines between dots, and the boxes between lines, as sets.
//!
//! Row 0 is at the top. A box is the number of its row times 8, plus its column. The horizontal lines have the number of
//! the box below them, the vertical ones that of the box to the right, plus 64: so the lines of a position are two words,
//! and shifts bring the lines of each side to their boxes.

use plyd_board::{Cells, Geometry};

/// The most rows and columns of boxes. The lines are one more, and fill a word.
pub(crate) const MOST: u32 = 7;

/// From a row to the next one.
const STRIDE: u32 = MOST + 1;

/// A set of lines: the horizontal ones, then the vertical ones.
pub(crate) type Lines = Cells<2>;

/// A board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// The boxes.
    grid: Geometry<STRIDE>,
    /// The horizontal lines, and the vertical ones.
    pub(crate) across: Geometry<STRIDE>,
    pub(crate) down: Geometry<STRIDE>,
}

/// The boxes of a position by the number of their lines that are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    /// Those with all four.
    pub(crate) closed: u64,
    /// Those with three.
    pub(crate) three: u64,
    /// Those with two.
    pub(crate) two: u64,
}

impl Board {
    /// A board of so many rows and columns of boxes, from 1 to [`MOST`].
    pub(crate) const fn new(rows: u32, columns: u32) -> Self {
        Self {
            grid: Geometry::new(columns, rows),
            across: Geometry::new(columns, rows + 1),
            down: Geometry::new(columns + 1, rows),
        }
    }

    /// Rows of boxes.
    pub(crate) const fn rows(&self) -> u32 {
        self.grid.ranks()
    }

    /// Columns of boxes.
    pub(crate) const fn columns(&self) -> u32 {
        self.grid.files()
    }

    /// The set of all boxes.
    #[inline]
    pub(crate) const fn boxes(&self) -> u64 {
        self.grid.cells().word()
    }

    /// The number of a box.
    pub(crate) const fn number(row: u32, column: u32) -> u32 {
        row * STRIDE + column
    }

    /// All lines.
    #[inline]
    pub(crate) const fn lines(&self) -> Lines {
        Cells::of_words([self.across.cells().word(), self.down.cells().word()])
    }

    /// The boxes of which all four lines are drawn.
    #[inline]
    pub(crate) fn closed(&self, lines: Lines) -> u64 {
        let [across, down] = lines.words();
        across & across >> STRIDE & down & down >> 1 & self.boxes()
    }

    /// The boxes by their lines.
    #[inline]
    pub(crate) fn sides(&self, lines: Lines) -> Sides {
        let [across, down] = lines.words();
        let [top, bottom, left, right] = [across, across >> STRIDE, down, down >> 1];
        // Each pair of sides has one line drawn, or both, or none.
        let (one_across, both_across) = (top ^ bottom, top & bottom);
        let (one_down, both_down) = (left ^ right, left & right);
        let two = one_across & one_down | both_across & !(left | right) | both_down & !(top | bottom);
        Sides {
            closed: both_across & both_down & self.boxes(),
            three: (both_across & one_down | one_across & both_down) & self.boxes(),
            two: two & self.boxes(),
        }
    }

    /// The lines of boxes.
    #[inline]
    pub(crate) fn around(boxes: u64) -> Lines {
        Cells::of_words([boxes | boxes << STRIDE, boxes | boxes << 1])
    }

    /// The boxes beside some boxes, with no line between.
    #[inline]
    pub(crate) fn beside(&self, lines: Lines, boxes: u64) -> u64 {
        let [across, down] = lines.words();
        let above = (boxes & !across) >> STRIDE;
        let below = (boxes & !(across >> STRIDE)) << STRIDE;
        let left = (boxes & !down) >> 1;
        let right = (boxes & !(down >> 1)) << 1;
        (above | below | left | right) & self.boxes()
    }

    /// The boxes of `within` that are joined with `from`, a part of it, without a line between.
    #[inline]
    pub(crate) fn joined(&self, lines: Lines, from: u64, within: u64) -> u64 {
        let mut joined = from;
        loop {
            let more = self.beside(lines, joined) & within & !joined;
            if more == 0 {
                return joined;
            }
            joined |= more;
        }
    }

    /// The lines after a player has closed all boxes that can be closed, one after the other.
    #[inline]
    pub(crate) fn after_captures(&self, lines: Lines) -> Lines {
        let mut lines = lines;
        loop {
            let three = self.sides(lines).three;
            if three == 0 {
                return lines;
            }
            lines |= Self::around(three);
        }
    }

    /// The lines still to be drawn after which no box has three: those of no box that has two or more.
    #[inline]
    pub(crate) fn safe(&self, lines: Lines, sides: &Sides) -> Lines {
        self.lines().without(lines | Self::around(sides.two | sides.three))
    }
}

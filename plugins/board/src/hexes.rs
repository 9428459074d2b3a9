//! Boards of hexagons.

use crate::placement::write_rank;
use crate::square::file_name;
use crate::{BoardField, Cells, Direction, Geometry, Legend, Sizes, counted, square_name};
use plyd_plugin::SetupError;
use plyd_plugin::view::{Border, Label, Owner, Point, Shape, Spot, Token, View};

/// The distance of the rows, and the height of a corner of a hexagon above its centre and of its corners at the sides:
/// a cell is 1 wide.
const ROW: f64 = 0.866;
const TIP: f64 = 0.577;
const SIDE: f64 = 0.289;
/// The corners of a hexagon clockwise, from the one at the upper right.
const CORNERS: [Point; 6] = [[0.5, -SIDE], [0.5, SIDE], [0.0, TIP], [-0.5, SIDE], [-0.5, -SIDE], [0.0, -TIP]];
/// The distance of the labels from the centres of the cells beside them.
const LABEL_GAP: f64 = 0.95;

/// A board of hexagons: a rhombus, or a hexagon that is cut out of one.
///
/// Row 1 is at the top, and each row is half a cell farther to the right than the one above. The cells are those of a
/// [`Geometry`] whose ranks are the rows: a1 is at the top, a2 at its lower right. So names, keys,
/// [`Rays`](crate::Rays) and [`groups`](crate::groups()) work as on any board. The stride is above the number of files:
/// then no step leads around an edge, and neighbours cost only the shifts.
///
/// ```
/// use plyd_board::{Cells, Hexes, words};
///
/// // The board of Havannah with four cells to a side.
/// const BOARD: Hexes<8, { words(8 * 7) }> = Hexes::hexagon(4);
///
/// assert_eq!((BOARD.grid().cells().len(), BOARD.side(4).len()), (37, 4));
/// let middle = BOARD.grid().cell(3, 3);
/// assert_eq!(BOARD.grid().names(BOARD.beside(Cells::of(middle))).join(" "), "d3 e3 c4 e4 c5 d5");
/// assert_eq!(BOARD.distance(middle, BOARD.grid().cell(0, 6)), 3);
/// assert_eq!(BOARD.write(['X', 'O'], [Cells::of(middle), Cells::EMPTY]), "4/5/6/3X3/6/5/4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hexes<const STRIDE: u32, const WORDS: usize = 1>(Geometry<STRIDE, WORDS>);

impl<const STRIDE: u32, const WORDS: usize> Hexes<STRIDE, WORDS> {
    /// The six ways from a cell, clockwise: to the right, the lower right, the lower left, the left, the upper left and
    /// the upper right. Each is given as the direction that it is in the grid.
    pub const WAYS: [Direction; 6] = [
        Direction::East,
        Direction::North,
        Direction::NorthWest,
        Direction::West,
        Direction::South,
        Direction::SouthEast,
    ];

    /// A rhombus with this number of files and rows, as in hex.
    ///
    /// # Panics
    /// [`Geometry::new`] panics, or there are as many files as the stride.
    #[must_use]
    pub const fn rhombus(files: u32, rows: u32) -> Self {
        assert!(files < STRIDE, "the stride is not above the number of files");
        Self(Geometry::new(files, rows))
    }

    /// A hexagon with `side` cells to a side: its longest row has twice as many cells, less one.
    ///
    /// # Panics
    /// The rhombus around it panics.
    #[must_use]
    pub const fn hexagon(side: u32) -> Self {
        let Self(grid) = Self::rhombus(2 * side - 1, 2 * side - 1);
        let (mut cells, mut left) = (Cells::EMPTY, grid.cells());
        while let Some(cell) = left.first() {
            let (file, row) = grid.place(cell);
            if file + row >= side - 1 && file + row <= 3 * (side - 1) {
                cells = cells.with(cell);
            }
            left = left.without(Cells::of(cell));
        }
        Self(grid.only(cells))
    }

    /// The cells, with their names, files and ranks.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> &Geometry<STRIDE, WORDS> {
        &self.0
    }

    /// The cells next to at least one of a set; cells of the set can be among them.
    #[inline]
    #[must_use]
    pub const fn touched(&self, set: Cells<WORDS>) -> Cells<WORDS> {
        let right = set.up(1).or(set.up(STRIDE)).or(set.up(STRIDE - 1));
        let left = set.down(1).or(set.down(STRIDE)).or(set.down(STRIDE - 1));
        right.or(left).and(self.0.cells())
    }

    /// The cells next to at least one of a set, without the set itself.
    #[inline]
    #[must_use]
    pub const fn beside(&self, set: Cells<WORDS>) -> Cells<WORDS> {
        self.touched(set).without(set)
    }

    /// The cells next to at least one of a set, and those that a bridge joins to one: two steps away, with both cells
    /// between them free, so that a player who loses one of the two takes the other.
    #[inline]
    #[must_use]
    pub const fn bridged(&self, set: Cells<WORDS>, free: Cells<WORDS>) -> Cells<WORDS> {
        let [a, b, c] = [set.up(1), set.up(STRIDE), set.up(STRIDE - 1)];
        let [d, e, f] = [set.down(1), set.down(STRIDE), set.down(STRIDE - 1)];
        let next = a.or(b).or(c).or(d).or(e).or(f);
        let [a, b, c, d, e, f] = [a.and(free), b.and(free), c.and(free), d.and(free), e.and(free), f.and(free)];
        let bridges = (a.up(STRIDE).and(b.up(1)))
            .or(b.up(STRIDE - 1).and(c.up(STRIDE)))
            .or(c.down(1).and(d.up(STRIDE - 1)))
            .or(d.down(STRIDE).and(e.down(1)))
            .or(e.down(STRIDE - 1).and(f.down(STRIDE)))
            .or(f.up(1).and(a.down(STRIDE - 1)));
        next.or(bridges).and(self.0.cells())
    }

    /// The cells at one of the six sides, with its corners: those without a neighbour in the [way](Self::WAYS) of this
    /// number and in the next one. Side 4 is at the top, 5 at the right, 1 at the bottom and 2 at the left; 0 and 3,
    /// at the lower right and the upper left, are single cells of a rhombus.
    #[must_use]
    pub const fn side(&self, number: usize) -> Cells<WORDS> {
        let (all, one, next) = (self.0.cells(), Self::WAYS[number % 6], Self::WAYS[(number + 1) % 6]);
        all.without(self.0.step(all, one.opposite())).without(self.0.step(all, next.opposite()))
    }

    /// The number of steps between two cells, on a board without holes.
    #[inline]
    #[must_use]
    pub const fn distance(&self, from: u32, to: u32) -> u32 {
        let ((from_file, from_row), (file, row)) = (self.0.place(from), self.0.place(to));
        let (right, down) = (file as i32 - from_file as i32, row as i32 - from_row as i32);
        (right.unsigned_abs() + down.unsigned_abs() + (right + down).unsigned_abs()) / 2
    }

    /// The cells of a row from the left.
    fn row(&self, row: u32) -> impl Iterator<Item = (u32, u32)> {
        let grid = self.0;
        (0..grid.files())
            .map(move |file| (file, row))
            .filter(move |&(file, row)| grid.cells().contains(grid.cell(file, row)))
    }

    /// The first field of a position: the rows from the top, separated by `/`, each with the cells that it has, a
    /// letter for a piece and a number for free cells side by side. The sets are one for each letter.
    #[must_use]
    pub fn write<const KINDS: usize>(&self, letters: [char; KINDS], sets: [Cells<WORDS>; KINDS]) -> String {
        let letter = self.0.letters(letters, sets);
        let rows = (0..self.0.ranks()).map(|row| write_rank(self.row(row).map(|(file, row)| letter(file, row))));
        rows.collect::<Vec<_>>().join("/")
    }

    /// Reads such a field. The pieces are those of `field`; the size is the board's.
    ///
    /// # Errors
    /// The number of rows or the number of cells in a row is wrong, or a letter is unknown.
    pub fn read<const KINDS: usize>(
        &self,
        field: &BoardField,
        text: &str,
        letters: [char; KINDS],
    ) -> Result<[Cells<WORDS>; KINDS], SetupError> {
        let (count, rows) = (text.split('/').count(), self.0.ranks());
        if count != rows as usize {
            let (board, count) = (field.quoted(text), counted(count, "row"));
            return Err(SetupError::new(format!("the board {board} has {count} but should have {rows}")));
        }
        let mut sets = [Cells::EMPTY; KINDS];
        for (row, text) in (0..).zip(text.split('/')) {
            let cells: Vec<_> = self.row(row).collect();
            let width = BoardField { files: Sizes::Only(cells.len() as u32), ..*field };
            let pieces = width.read_rank(row as usize + 1, text, None)?;
            for ((file, row), piece) in cells.into_iter().zip(pieces) {
                if let Some(kind) = letters.iter().position(|letter| Some(*letter) == piece) {
                    sets[kind] = sets[kind].with(self.0.cell(file, row));
                }
            }
        }
        Ok(sets)
    }

    /// The board for terminals, row 1 at the top, with the letters of the files above and the numbers of the rows to
    /// the left. `letter` is as in [`Geometry::letters`].
    #[must_use]
    pub fn picture(&self, letter: impl Fn(u32, u32) -> Option<char>) -> String {
        let files = (0..self.0.files()).map(|file| format!(" {}", file_name(file)));
        let mut text = format!("  {}", files.collect::<String>());
        for row in 0..self.0.ranks() {
            let sign = |file| {
                let is_cell = self.0.cells().contains(self.0.cell(file, row));
                if is_cell { letter(file, row).unwrap_or('.') } else { ' ' }
            };
            let cells: String = (0..self.0.files()).flat_map(|file| [' ', sign(file)]).collect();
            text.push_str(&format!("\n{}{:2}{}", " ".repeat(row as usize), row + 1, cells.trim_end()));
        }
        text
    }

    /// The view of the board with the tokens for the letters of its cells, like [`Grid::drawn`](crate::Grid).
    #[must_use]
    pub fn drawn(&self, legend: Legend<'_>, letter: impl Fn(u32, u32) -> Option<char>) -> View {
        self.with_tokens(|file, row| {
            let letter = letter(file, row)?;
            let &(_, glyph, owner) = legend.iter().find(|(known, ..)| *known == letter)?;
            Some(Token::new(glyph, owner))
        })
    }

    /// The view of the board with the tokens of its cells, the lowest of each first.
    #[must_use]
    pub fn with_tokens<I: IntoIterator<Item = Token>>(&self, tokens: impl Fn(u32, u32) -> I) -> View {
        let mut view = View::default();
        for row in 0..self.0.ranks() {
            for (place, (file, row)) in self.row(row).enumerate() {
                let (name, at) = (square_name(file, row), centre(file, row));
                view.spots.push(Spot::new(&*name, at, Shape::Hex));
                tokens(file, row).into_iter().for_each(|token| view.put(&*name, token));
                if place == 0 {
                    view.labels.push(Label::new(moved(at, [-LABEL_GAP, 0.0]), (row + 1).to_string()));
                }
            }
        }
        for file in 0..self.0.files() {
            let first = (0..self.0.ranks()).find(|row| self.0.cells().contains(self.0.cell(file, *row)));
            let at = centre(file, first.unwrap_or_default());
            view.labels.push(Label::new(moved(at, [-SIDE, -LABEL_GAP]), file_name(file)));
        }
        view
    }

    /// The edge of the board along a [side](Self::side), for a view, in the colour of the player whose it is.
    #[must_use]
    pub fn border(&self, number: usize, owner: impl Into<Owner>) -> Border {
        let mut corners = [0, 1, 2].map(|corner| CORNERS[(number + corner) % 6]);
        // Cells ascend to the right and downwards, so that the line of some sides goes against the clock.
        if (1..4).contains(&(number % 6)) {
            corners.reverse();
        }
        let cells = self.side(number).into_iter().map(|cell| self.0.place(cell));
        let points = cells.flat_map(|(file, row)| corners.map(|corner| moved(centre(file, row), corner)));
        Border { points: points.collect(), owner: owner.into() }
    }
}

/// The centre of a cell of a view.
fn centre(file: u32, row: u32) -> Point {
    let (file, row) = (f64::from(file), f64::from(row));
    [file + 0.5 + row / 2.0, rounded(row * ROW + 0.5)]
}

fn moved([x, y]: Point, [right, down]: Point) -> Point {
    [rounded(x + right), rounded(y + down)]
}

/// Rounds to three decimal places, because more would only be noise in the JSON.
fn rounded(number: f64) -> f64 {
    (number * 1_000.0).round() / 1_000.0
}

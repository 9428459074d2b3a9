//! Games in which each player has pieces of one kind: their position, and its text, picture and view.

use crate::{BoardField, Cells, Dashes, Fields, Geometry, Grid, Paint, Signs, Sizes, Tail, key, to_move};
use plyd_plugin::view::{Glyph, Owner, View};
use plyd_plugin::{Outcome, Player, SetupError};

/// A position: the pieces of MAX and of MIN, whose turn it is, and the counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TwoSets<const WORDS: usize = 1> {
    /// The pieces of MAX and of MIN.
    pub sets: [Cells<WORDS>; 2],
    /// Whose turn it is, and the plies since something that the game counts from.
    pub tail: Tail,
}

impl<const WORDS: usize> TwoSets<WORDS> {
    /// The player to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Player {
        self.tail.turn()
    }

    /// The pieces of the player to move.
    #[inline]
    #[must_use]
    pub const fn own(&self) -> Cells<WORDS> {
        self.sets[self.turn() as usize]
    }

    /// The pieces of the opponent.
    #[inline]
    #[must_use]
    pub const fn other(&self) -> Cells<WORDS> {
        self.sets[self.turn().other() as usize]
    }

    /// All pieces.
    #[inline]
    #[must_use]
    pub const fn all(&self) -> Cells<WORDS> {
        self.sets[0].or(self.sets[1])
    }

    /// Moves an own piece, captures a piece of the opponent on its target, and gives the turn to the opponent. A
    /// capture sets the second counter to 0.
    #[inline]
    pub const fn capture(&mut self, from: u32, to: u32) {
        let (own, other) = (self.turn() as usize, self.turn().other() as usize);
        let is_capture = self.sets[other].contains(to);
        self.sets[own] = self.sets[own].without(Cells::of(from)).with(to);
        self.sets[other] = self.sets[other].without(Cells::of(to));
        self.tail = self.tail.after(is_capture);
    }

    /// The key of the position; the counters are left out.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key_with(self.sets)
    }

    /// The key that the images of the position share: see [`Geometry::least_image`]. For a game that has all symmetries
    /// of its board.
    #[inline]
    #[must_use]
    pub fn symmetric_key<const STRIDE: u32>(&self, board: &Geometry<STRIDE, WORDS>) -> u64 {
        self.key_with(board.least_image(self.sets))
    }

    const fn key_with(&self, [max, min]: [Cells<WORDS>; 2]) -> u64 {
        let turn = key::turn(self.turn());
        key::paired(key::folded(turn, max.words()), key::folded(turn, min.words()), 0)
    }
}

/// How such positions are written and drawn.
///
/// ```
/// use plyd_board::{Cells, Geometry, Look, Paint};
/// use plyd_plugin::{Outcome, view::Glyph};
///
/// const BOARD: Geometry<8> = Geometry::new(5, 5);
/// const LOOK: Look<8> = Look::new(BOARD, ["M", "m"], Paint::Chequered, "mmmmm/5/5/5/MMMMM w");
///
/// let mut state = LOOK.open("")?;
/// state.capture(BOARD.cell(0, 0), BOARD.cell(0, 4));
/// assert_eq!(LOOK.text(&state), "Mmmmm/5/5/5/1MMMM b - - 0 1");
/// assert!(LOOK.picture(&state, Some(["White", "Black"]), Outcome::Ongoing).starts_with("5  X O O O O"));
/// assert_eq!(LOOK.view(&state).tokens[0].glyph, Glyph::Disc);
/// # Ok::<(), plyd_plugin::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Look<const STRIDE: u32, const WORDS: usize = 1> {
    /// The board.
    pub board: Geometry<STRIDE, WORDS>,
    /// The letters of the pieces in texts, MAX's first.
    pub letters: [&'static str; 2],
    /// Their signs in pictures, `X` and `O` by default.
    pub signs: [char; 2],
    /// Their glyphs in views, discs by default.
    pub glyphs: [Glyph; 2],
    /// The look of the board in views.
    pub paint: Paint,
    /// The setup of the start position.
    pub start: &'static str,
}

impl<const STRIDE: u32, const WORDS: usize> Look<STRIDE, WORDS> {
    /// Discs on this board. The letters are one for each player.
    #[must_use]
    pub const fn new(
        board: Geometry<STRIDE, WORDS>,
        letters: [&'static str; 2],
        paint: Paint,
        start: &'static str,
    ) -> Self {
        Self { board, letters, signs: ['X', 'O'], glyphs: [Glyph::Disc; 2], paint, start }
    }

    fn letters(&self) -> [char; 2] {
        self.letters.map(|letter| letter.chars().next().unwrap_or('?'))
    }

    /// Opens a setup, as FEN: the board and the [`Tail`]. An empty one is the start position.
    ///
    /// # Errors
    /// Something in it is wrong.
    pub fn open(&self, setup: &str) -> Result<TwoSets<WORDS>, SetupError> {
        let mut fields = Fields::of(if setup.trim().is_empty() { self.start } else { setup });
        let [files, ranks] = [self.board.files(), self.board.ranks()].map(Sizes::Only);
        let placement = BoardField::new(files, ranks, self.letters).read(fields.board())?;
        let sets = self.board.read(&placement, self.letters());
        Ok(TwoSets { sets, tail: fields.tail("w or b", Dashes::Optional)? })
    }

    /// The text of a position, in the form of a setup.
    #[must_use]
    pub fn text(&self, state: &TwoSets<WORDS>) -> String {
        format!("{} {}", self.board.write(self.letters(), state.sets), state.tail)
    }

    /// The picture of a position, with the player to move below. `sides` are `Plugin::SIDES`.
    #[must_use]
    pub fn picture(&self, state: &TwoSets<WORDS>, sides: Option<[&str; 2]>, outcome: Outcome) -> String {
        let width = if self.board.ranks() < 10 { 1 } else { 2 };
        Signs::LETTERS.picture(
            self.board.files(),
            self.board.ranks(),
            width,
            self.board.letters(self.signs, state.sets),
        ) + &to_move(sides, state.turn(), outcome)
    }

    /// The view of a position.
    #[must_use]
    pub fn view(&self, state: &TwoSets<WORDS>) -> View {
        let [max, min] = self.letters();
        let legend = [(max, self.glyphs[0], Owner::Max), (min, self.glyphs[1], Owner::Min)];
        let letter = self.board.letters([max, min], state.sets);
        let grid = Grid::new(self.board.files(), self.board.ranks(), self.paint);
        grid.drawn(&legend, |file, rank| letter(file, rank).unwrap_or('.'))
    }
}

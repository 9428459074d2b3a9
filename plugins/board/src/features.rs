//! The inputs of a network: sets of cells, then counts and flags.

use crate::{Cells, Geometry, Symmetry};
use plyd_plugin::{Features, Player};

/// Writes the inputs of a position one after the other, from number 0 on, into words that are all 0, as
/// `Game::features` gets them.
///
/// A game writes the same inputs in the same order for each position. The sets of cells come first, as many of them as
/// [`Geometry::inputs`] was given; the sets of the player to move come before the opponent's.
///
/// ```
/// use plyd_board::{Cells, Geometry, Inputs, Symmetry};
/// use plyd_plugin::{Features, Player};
///
/// const BOARD: Geometry<8> = Geometry::new(5, 5);
/// // The men of both players, up to three men in the hand, and whether a man must be taken.
/// const FEATURES: Features = BOARD.inputs(2, 3 + 1, &[Symmetry::Mirror]);
/// assert_eq!((FEATURES.inputs, FEATURES.symmetries), (2 * 37 + 4, 1));
///
/// struct State { men: [Cells; 2], turn: Player, hand: u32, must_take: bool }
///
/// fn features(state: &State, words: &mut [u64]) -> Player {
///     let mut inputs = Inputs::of(words);
///     for player in [state.turn, state.turn.other()] {
///         // The men of both go forward, so each player sees the board from the own side.
///         inputs.cells(&BOARD, BOARD.seen_by(state.turn, state.men[player as usize]));
///     }
///     inputs.above(state.hand, 3);
///     inputs.flag(state.must_take);
///     state.turn
/// }
///
/// let men = [Cells::of(BOARD.cell(0, 0)), Cells::of(BOARD.cell(4, 4))];
/// let mut words = [0; 2];
/// assert_eq!(features(&State { men, turn: Player::Min, hand: 2, must_take: true }, &mut words), Player::Min);
/// let on: Vec<u32> = (0..128).filter(|input| words[*input as usize / 64] >> (input % 64) & 1 == 1).collect();
/// assert_eq!(on, [BOARD.cell(4, 0), 37 + BOARD.cell(0, 4), 74, 75, 77]);
/// assert_eq!(BOARD.image_of_input(2, &[Symmetry::Mirror], 0, 37 + BOARD.cell(0, 4)), 37 + BOARD.cell(4, 4));
/// ```
#[derive(Debug)]
pub struct Inputs<'w> {
    words: &'w mut [u64],
    /// The number of the next input.
    next: u32,
}

impl<'w> Inputs<'w> {
    /// Into these words, beginning with input 0.
    #[inline]
    #[must_use]
    pub fn of(words: &'w mut [u64]) -> Self {
        Self { words, next: 0 }
    }

    /// The next `count` inputs, at most 64: those are on whose bits are. Bits from `count` on are 0.
    #[inline]
    pub fn bits(&mut self, bits: u64, count: u32) {
        debug_assert!(count <= u64::BITS && bits & !lowest(count) == 0, "{bits:#x} has more than {count} bits");
        let (word, shift) = ((self.next / u64::BITS) as usize, self.next % u64::BITS);
        if let Some(first) = self.words.get_mut(word) {
            *first |= bits << shift;
        }
        if let Some(second) = self.words.get_mut(word + 1) {
            // In two steps, because a shift by the whole width overflows.
            *second |= bits >> 1 >> (u64::BITS - 1 - shift);
        }
        self.next += count;
    }

    /// An input for each cell of the board, and for the numbers between that are no cell: those are on that are in the
    /// set.
    #[inline]
    pub fn cells<const STRIDE: u32, const WORDS: usize>(&mut self, board: &Geometry<STRIDE, WORDS>, set: Cells<WORDS>) {
        let mut left = board.span();
        for word in set.words() {
            let count = left.min(u64::BITS);
            self.bits(word, count);
            left -= count;
        }
    }

    /// One input.
    #[inline]
    pub fn flag(&mut self, is_on: bool) {
        self.bits(is_on.into(), 1);
    }

    /// The next `count` inputs as a thermometer: the first is on if `value` is above 0, the second if it is above 1,
    /// and so on. A network can so give each seed or man a worth of its own.
    #[inline]
    pub fn above(&mut self, value: u32, count: u32) {
        let (mut value, mut left) = (value, count);
        while left > 0 {
            let (on, inputs) = (value.min(u64::BITS), left.min(u64::BITS));
            self.bits(lowest(on.min(inputs)), inputs);
            (value, left) = (value - on, left - inputs);
        }
    }

    /// A thermometer of large numbers: the first input is on if `value` is above 0, the second if it is above `step`,
    /// and so on.
    #[inline]
    pub fn steps(&mut self, value: u32, step: u32, count: u32) {
        self.above(value.div_ceil(step), count);
    }
}

/// A word with its `count` lowest bits set, at most 64.
#[inline]
const fn lowest(count: u32) -> u64 {
    match u64::MAX.checked_shr(u64::BITS - count) {
        Some(bits) => bits,
        None => 0,
    }
}

/// The inputs of a board.
impl<const STRIDE: u32, const WORDS: usize> Geometry<STRIDE, WORDS> {
    /// The number of inputs for a set of cells: one more than the highest number of a cell.
    #[inline]
    #[must_use]
    pub const fn span(&self) -> u32 {
        self.cell(self.files() - 1, self.ranks() - 1) + 1
    }

    /// The facts about the inputs of a game on this board: the number of sets of cells, the number of other inputs
    /// after them, and the symmetries, which do not change the other inputs. For a game whose sides differ, set
    /// `sides_differ` too.
    ///
    /// # Panics
    /// There are more inputs than [`Features::MOST_INPUTS`].
    #[inline]
    #[must_use]
    pub const fn inputs(&self, sets: u32, others: u32, symmetries: &[Symmetry]) -> Features {
        let inputs = sets * self.span() + others;
        assert!(inputs <= Features::MOST_INPUTS, "there are too many inputs");
        Features { inputs, symmetries: symmetries.len() as u32, sides_differ: false }
    }

    /// The image of an input under the symmetry with this number, for `Game::feature_image`. Pass the same sets and
    /// symmetries as to [`inputs`](Self::inputs).
    #[must_use]
    pub fn image_of_input(&self, sets: u32, symmetries: &[Symmetry], number: u32, input: u32) -> u32 {
        let (set, cell) = (input / self.span(), input % self.span());
        match symmetries.get(number as usize) {
            Some(symmetry) if set < sets && self.cells().contains(cell) => {
                set * self.span() + self.image_of_cell(*symmetry, cell)
            }
            _ => input,
        }
    }

    /// The set as a player sees it who sits at the own side of the board: for MIN the ranks are in reverse order. For
    /// games in which men go forward.
    #[inline]
    #[must_use]
    pub const fn seen_by(&self, player: Player, set: Cells<WORDS>) -> Cells<WORDS> {
        match player {
            Player::Max => set,
            Player::Min => self.image(Symmetry::Flip, set),
        }
    }
}

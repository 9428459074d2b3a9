//! The symmetries of a board: permutations of its cells that leave its shape as it is.

use crate::{Cells, Geometry};

/// A way to turn or mirror a board, seen with the first rank at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// The files in reverse order: left and right are exchanged.
    Mirror,
    /// The ranks in reverse order: top and bottom are exchanged.
    Flip,
    /// Both in reverse order.
    HalfTurn,
    /// Files and ranks exchanged: mirrored at the diagonal from a1.
    Transpose,
    /// Mirrored at the other diagonal.
    AntiTranspose,
    /// Turned clockwise by a quarter: the cell at the lower left comes to the upper left.
    QuarterTurn,
    /// Turned the other way by a quarter.
    QuarterTurnBack,
}

impl Symmetry {
    /// The symmetries of a board whose sides differ, without the one that changes nothing.
    pub const RECTANGLE: [Self; 3] = [Self::Mirror, Self::Flip, Self::HalfTurn];
    /// The symmetries of a square board, without the one that changes nothing.
    pub const SQUARE: [Self; 7] = [
        Self::Mirror,
        Self::Flip,
        Self::HalfTurn,
        Self::Transpose,
        Self::AntiTranspose,
        Self::QuarterTurn,
        Self::QuarterTurnBack,
    ];
}

/// The symmetries of the board itself. The game that is played there may have fewer of them: pawns that move up the
/// board leave [`Symmetry::Mirror`] alone.
///
/// `Game::image` needs one line: number the symmetries, and map the sets of the state.
///
/// ```
/// use plyd_board::{Cells, Geometry};
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct State { stones: [Cells; 2] }
///
/// const BOARD: Geometry<8> = Geometry::new(5, 5);
///
/// fn image(state: &State, number: u32) -> Option<State> {
///     let symmetry = *BOARD.symmetries().get(number as usize)?;
///     Some(State { stones: state.stones.map(|set| BOARD.image(symmetry, set)) })
/// }
///
/// let state = State { stones: [Cells::of(BOARD.cell(0, 0)), Cells::of(BOARD.cell(1, 0))] };
/// let images: Vec<State> = (0..).map_while(|number| image(&state, number)).collect();
/// assert_eq!((images.len(), images.contains(&state)), (7, false));
/// ```
impl<const STRIDE: u32, const WORDS: usize> Geometry<STRIDE, WORDS> {
    /// The symmetries of the board without the one that changes nothing: three, or seven of a square board.
    #[inline]
    #[must_use]
    pub const fn symmetries(&self) -> &'static [Symmetry] {
        if self.files() == self.ranks() { &Symmetry::SQUARE } else { &Symmetry::RECTANGLE }
    }

    /// The image of a cell. If the symmetry exchanges files and ranks, the board must be square.
    #[must_use]
    pub const fn image_of_cell(&self, symmetry: Symmetry, cell: u32) -> u32 {
        let (file, rank) = self.place(cell);
        let (last_file, last_rank) = (self.files() - 1, self.ranks() - 1);
        match symmetry {
            Symmetry::Mirror => self.cell(last_file - file, rank),
            Symmetry::Flip => self.cell(file, last_rank - rank),
            Symmetry::HalfTurn => self.cell(last_file - file, last_rank - rank),
            Symmetry::Transpose => self.cell(rank, file),
            Symmetry::AntiTranspose => self.cell(last_file - rank, last_rank - file),
            Symmetry::QuarterTurn => self.cell(rank, last_rank - file),
            Symmetry::QuarterTurnBack => self.cell(last_file - rank, file),
        }
    }

    /// The images of the cells of a set. If the symmetry exchanges files and ranks, the board must be square. On boards
    /// of one word and stride 8 it costs some 5 to 25 instructions, otherwise some for each cell of the set.
    #[inline]
    #[must_use]
    pub const fn image(&self, symmetry: Symmetry, set: Cells<WORDS>) -> Cells<WORDS> {
        debug_assert!(
            self.files() == self.ranks() || matches!(symmetry, Symmetry::Mirror | Symmetry::Flip | Symmetry::HalfTurn),
            "only a square board has this symmetry"
        );
        if WORDS == 1 && STRIDE == 8 {
            let mut words = set.words();
            words[0] = self.image_of_word(symmetry, words[0]);
            return Cells::of_words(words);
        }
        let mut image = Cells::EMPTY;
        let mut left = set;
        while let Some(cell) = left.first() {
            image = image.with(self.image_of_cell(symmetry, cell));
            left = left.without(Cells::of(cell));
        }
        image
    }

    #[inline]
    const fn image_of_word(&self, symmetry: Symmetry, word: u64) -> u64 {
        match symmetry {
            Symmetry::Mirror => mirrored(word, self.files()),
            Symmetry::Flip => flipped(word, self.ranks()),
            Symmetry::HalfTurn => mirrored(flipped(word, self.ranks()), self.files()),
            Symmetry::Transpose => transposed(word),
            Symmetry::AntiTranspose => mirrored(flipped(transposed(word), self.ranks()), self.files()),
            Symmetry::QuarterTurn => flipped(transposed(word), self.ranks()),
            Symmetry::QuarterTurnBack => mirrored(transposed(word), self.files()),
        }
    }

    /// The least of some sets and their images under all symmetries of the board, compared by the first sets, then by
    /// the second ones, and so on. Positions that are images of each other have the same, so a hash of it is a
    /// symmetric key.
    #[inline]
    #[must_use]
    pub fn least_image<const SETS: usize>(&self, sets: [Cells<WORDS>; SETS]) -> [Cells<WORDS>; SETS] {
        if self.files() == self.ranks() {
            self.least_by_mirrors::<8, SETS>(sets, Symmetry::Transpose)
        } else {
            self.least_by_mirrors::<4, SETS>(sets, Symmetry::Flip)
        }
    }

    /// Two mirrors in turn go through all images.
    #[inline]
    fn least_by_mirrors<const IMAGES: u32, const SETS: usize>(
        &self,
        sets: [Cells<WORDS>; SETS],
        other: Symmetry,
    ) -> [Cells<WORDS>; SETS] {
        let (mut image, mut least) = (sets, sets);
        for turn in 1..IMAGES {
            let mirror = if turn % 2 == 1 { other } else { Symmetry::Mirror };
            image = image.map(|set| self.image(mirror, set));
            least = least.min(image);
        }
        least
    }
}

/// The files of eight to a rank in reverse order.
#[inline]
const fn mirrored(word: u64, files: u32) -> u64 {
    word.reverse_bits().swap_bytes() >> (8 - files)
}

/// The ranks in reverse order.
#[inline]
const fn flipped(word: u64, ranks: u32) -> u64 {
    word.swap_bytes() >> (8 * (8 - ranks))
}

/// Files become ranks.
#[inline]
const fn transposed(word: u64) -> u64 {
    // Swaps the two quarters that are off the diagonal, then the same within each quarter, and so on.
    let word = exchanged(word, 28, 0x0F0F_0F0F_0000_0000);
    let word = exchanged(word, 14, 0x3333_0000_3333_0000);
    exchanged(word, 7, 0x5500_5500_5500_5500)
}

/// Exchanges the bits of `word` within `mask` with those `shift` below them.
#[inline]
const fn exchanged(word: u64, shift: u32, mask: u64) -> u64 {
    let differing = mask & (word ^ word << shift);
    word ^ (differing ^ differing >> shift)
}

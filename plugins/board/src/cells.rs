//! Sets of the cells of a board.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// The words of a set for cells with the numbers below `cells`: `Cells<{ words(361) }>`.
#[must_use]
pub const fn words(cells: u32) -> usize {
    cells.div_ceil(u64::BITS) as usize
}

/// A set of cells, each a number below 64 times `WORDS`. The cell with number 0 is the lowest bit of the first word.
///
/// The number of words is chosen at compile time. A set of one word is a `u64`, and costs what that costs; it is made
/// from one, and [`word`](Cells::word) is it. The named functions do the same as the operators, in constants too. A
/// cell beyond the words is in no set; to put it into one is a fault of the caller, and panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells<const WORDS: usize = 1>([u64; WORDS]);

impl<const WORDS: usize> Cells<WORDS> {
    /// No cell.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set of one cell.
    #[inline]
    #[must_use]
    pub const fn of(cell: u32) -> Self {
        Self::EMPTY.with(cell)
    }

    /// The set of these words.
    #[inline]
    #[must_use]
    pub const fn of_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// The words of the set.
    #[inline]
    #[must_use]
    pub const fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// The words in place, to write one of them: a set of many words need not be copied for one cell.
    #[inline]
    pub const fn words_mut(&mut self) -> &mut [u64; WORDS] {
        &mut self.0
    }

    /// As [`Cells::contains`], of a set in its place.
    #[inline]
    #[must_use]
    pub const fn has(&self, cell: u32) -> bool {
        self.0[(cell / u64::BITS) as usize] >> (cell % u64::BITS) & 1 == 1
    }

    /// One of the words, of a set in its place.
    ///
    /// # Panics
    /// There is no such word.
    #[inline]
    #[must_use]
    pub const fn word_at(&self, number: usize) -> u64 {
        self.0[number]
    }

    /// The set with one more cell.
    #[inline]
    #[must_use]
    pub const fn with(mut self, cell: u32) -> Self {
        self.0[(cell / u64::BITS) as usize] |= 1 << (cell % u64::BITS);
        self
    }

    /// Whether a cell is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: u32) -> bool {
        let word = (cell / u64::BITS) as usize;
        word < WORDS && self.0[word] >> (cell % u64::BITS) & 1 != 0
    }

    /// Whether there is no cell in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let (mut any, mut word) = (0, 0);
        while word < WORDS {
            any |= self.0[word];
            word += 1;
        }
        any == 0
    }

    /// Whether the sets have a cell in common.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// The number of cells.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        let (mut count, mut word) = (0, 0);
        while word < WORDS {
            count += self.0[word].count_ones();
            word += 1;
        }
        count
    }

    /// The lowest cell.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<u32> {
        let mut word = 0;
        while word < WORDS {
            if self.0[word] != 0 {
                return Some(u64::BITS * word as u32 + self.0[word].trailing_zeros());
            }
            word += 1;
        }
        None
    }

    /// The highest cell.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<u32> {
        let mut word = WORDS;
        while word > 0 {
            word -= 1;
            if self.0[word] != 0 {
                return Some(u64::BITS * word as u32 + self.0[word].ilog2());
            }
        }
        None
    }

    /// All numbers below the lowest cell, or all that there are if there is no cell.
    #[inline]
    #[must_use]
    pub(crate) const fn below_first(self) -> Self {
        let (mut below, mut word, mut goes_on) = (Self::EMPTY, 0, true);
        while word < WORDS {
            // The difference borrows from the next word as long as there is no cell.
            let (less, borrows) = self.0[word].overflowing_sub(goes_on as u64);
            below.0[word] = less & !self.0[word];
            goes_on = borrows;
            word += 1;
        }
        below
    }

    /// All numbers above the highest cell, or all that there are if there is no cell.
    #[inline]
    #[must_use]
    pub(crate) const fn above_last(self) -> Self {
        let (mut above, mut word, mut goes_on) = (Self::EMPTY, WORDS, true);
        while word > 0 {
            word -= 1;
            let bits = self.0[word];
            let higher = match u64::MAX.checked_shr(bits.leading_zeros()) {
                Some(shadow) => !shadow,
                None => u64::MAX,
            };
            above.0[word] = if goes_on { higher } else { 0 };
            goes_on &= bits == 0;
        }
        above
    }

    /// The cells that are in both sets: `&`.
    #[inline]
    #[must_use]
    pub const fn and(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < WORDS {
            self.0[word] &= other.0[word];
            word += 1;
        }
        self
    }

    /// The cells that are in at least one of the sets: `|`.
    #[inline]
    #[must_use]
    pub const fn or(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < WORDS {
            self.0[word] |= other.0[word];
            word += 1;
        }
        self
    }

    /// The cells that are in exactly one of the sets: `^`.
    #[inline]
    #[must_use]
    pub const fn xor(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < WORDS {
            self.0[word] ^= other.0[word];
            word += 1;
        }
        self
    }

    /// The cells that are not in the set, among all that its words have room for, on the board or not: `!`.
    #[inline]
    #[must_use]
    pub const fn complement(mut self) -> Self {
        let mut word = 0;
        while word < WORDS {
            self.0[word] = !self.0[word];
            word += 1;
        }
        self
    }

    /// The cells that are in this set but not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        self.and(other.complement())
    }

    /// Every cell with `places` added to its number; those beyond the words are gone: `<<`.
    #[inline]
    #[must_use]
    pub const fn up(self, places: u32) -> Self {
        let (whole, bits) = ((places / u64::BITS) as usize, places % u64::BITS);
        let mut shifted = Self::EMPTY;
        let mut word = whole;
        while word < WORDS {
            shifted.0[word] = self.0[word - whole] << bits;
            if bits != 0 && word > whole {
                shifted.0[word] |= self.0[word - whole - 1] >> (u64::BITS - bits);
            }
            word += 1;
        }
        shifted
    }

    /// Every cell with `places` taken from its number; those below 0 are gone: `>>`.
    #[inline]
    #[must_use]
    pub const fn down(self, places: u32) -> Self {
        let (whole, bits) = ((places / u64::BITS) as usize, places % u64::BITS);
        let mut shifted = Self::EMPTY;
        let mut word = 0;
        while word + whole < WORDS {
            shifted.0[word] = self.0[word + whole] >> bits;
            if bits != 0 && word + whole + 1 < WORDS {
                shifted.0[word] |= self.0[word + whole + 1] << (u64::BITS - bits);
            }
            word += 1;
        }
        shifted
    }
}

impl Cells {
    /// The word of a set of one.
    #[inline]
    #[must_use]
    pub const fn word(self) -> u64 {
        self.0[0]
    }
}

impl From<u64> for Cells {
    #[inline]
    fn from(word: u64) -> Self {
        Self([word])
    }
}

impl<const WORDS: usize> Default for Cells<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The operators, each with the function that implements it.
macro_rules! operators {
    ($($operator:ident $method:ident $function:ident $(, $assign:ident $assign_method:ident)?;)*) => {
        $(impl<const WORDS: usize> $operator for Cells<WORDS> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                self.$function(other)
            }
        }

        $(impl<const WORDS: usize> $assign for Cells<WORDS> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$function(other);
            }
        })?)*
    };
}
operators! {
    BitAnd bitand and, BitAndAssign bitand_assign;
    BitOr bitor or, BitOrAssign bitor_assign;
    BitXor bitxor xor, BitXorAssign bitxor_assign;
}

impl<const WORDS: usize> Not for Cells<WORDS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.complement()
    }
}

impl<const WORDS: usize> Shl<u32> for Cells<WORDS> {
    type Output = Self;

    #[inline]
    fn shl(self, places: u32) -> Self {
        self.up(places)
    }
}

impl<const WORDS: usize> Shr<u32> for Cells<WORDS> {
    type Output = Self;

    #[inline]
    fn shr(self, places: u32) -> Self {
        self.down(places)
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Iter<const WORDS: usize>(Cells<WORDS>);

impl<const WORDS: usize> Iterator for Iter<WORDS> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let cell = self.0.first()?;
        let word = &mut self.0.0[(cell / u64::BITS) as usize];
        *word &= *word - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl<const WORDS: usize> ExactSizeIterator for Iter<WORDS> {}

impl<const WORDS: usize> IntoIterator for Cells<WORDS> {
    type Item = u32;
    type IntoIter = Iter<WORDS>;

    #[inline]
    fn into_iter(self) -> Iter<WORDS> {
        Iter(self)
    }
}

impl<const WORDS: usize> FromIterator<u32> for Cells<WORDS> {
    fn from_iter<I: IntoIterator<Item = u32>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

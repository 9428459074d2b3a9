//! One player's row: the houses and the store, one byte each, in one number.
//!
//! | byte, of rows of `h` houses | |
//! |---|---|
//! | 0 | house a, the leftmost from its owner's point of view |
//! | h - 1 | the house next to the store |
//! | h | the store |
//!
//! A byte cannot overflow, because all seeds of a game together fit into one.

/// The maximum number of houses per player.
pub(crate) const MOST_HOUSES: u32 = 12;
/// The maximum number of seeds in a game.
pub(crate) const MOST_SEEDS: u32 = u8::MAX as u32;

/// The rows with one seed in each of the lowest bytes, indexed by the number of these bytes.
const ONES: [u128; MOST_HOUSES as usize + 2] = {
    let mut ones = [0; MOST_HOUSES as usize + 2];
    let mut count = 1;
    while count < ones.len() {
        ones[count] = ones[count - 1] << 8 | 1;
        count += 1;
    }
    ones
};

const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// The seeds of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Row(u128);

impl Row {
    /// A row without seeds.
    pub(crate) const EMPTY: Self = Self(0);

    /// One seed in each of the lowest `count` places.
    #[inline]
    pub(crate) fn ones(count: u32) -> Self {
        Self(ONES[count as usize])
    }

    /// This many seeds in one place.
    #[inline]
    pub(crate) fn seeds(place: u32, count: u32) -> Self {
        Self(u128::from(count) << (8 * place))
    }

    /// The number of seeds in a place.
    #[inline]
    pub(crate) fn at(self, place: u32) -> u32 {
        u32::from((self.0 >> (8 * place)) as u8)
    }

    /// The content of the lowest `count` places.
    #[inline]
    pub(crate) fn lowest(self, count: u32) -> Self {
        Self(self.0 & ((1 << (8 * count)) - 1))
    }

    /// Adds the seeds of another row, place by place.
    #[inline]
    pub(crate) fn plus(self, more: Self) -> Self {
        Self(self.0.wrapping_add(more.0))
    }

    /// Removes the seeds of another row, place by place. Each place must have at least that many.
    #[inline]
    pub(crate) fn minus(self, fewer: Self) -> Self {
        Self(self.0.wrapping_sub(fewer.0))
    }

    /// Multiplies the number of seeds in every place.
    #[inline]
    pub(crate) fn times(self, factor: u32) -> Self {
        Self(self.0.wrapping_mul(u128::from(factor)))
    }

    /// The low and the high half of the number.
    #[inline]
    pub(crate) fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// The total number of seeds in all places.
    #[inline]
    pub(crate) fn total(self) -> u32 {
        let [low, high] = self.words();
        // The sum of all bytes ends up in the highest one. It fits because all seeds of a game fit into a byte.
        ((low + high).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether the row has no seeds.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of the lowest `count` places in which both rows have the same number of seeds.
    #[inline]
    pub(crate) fn equal_places(self, other: Self, count: u32) -> u32 {
        let different = Self(self.0 ^ other.0).lowest(count).occupied();
        count - different[0].count_ones() - different[1].count_ones()
    }

    /// Calls `found` with each place that is not empty, in ascending order.
    #[inline]
    pub(crate) fn each_occupied(self, mut found: impl FnMut(u32)) {
        for (word, first) in self.occupied().into_iter().zip([0, 8]) {
            let mut marks = word;
            while marks != 0 {
                found(first + marks.trailing_zeros() / 8);
                marks &= marks - 1;
            }
        }
    }

    /// The highest bit of every byte that is not zero, for both halves.
    #[inline]
    fn occupied(self) -> [u64; 2] {
        // Adding 127 to the lower seven bits carries into the highest bit if one of them is set, but never beyond it.
        self.words().map(|word| (((word & LOW_BITS) + LOW_BITS) | word) & !LOW_BITS)
    }
}

//! The liberties of a chain of stones, without a list of them.
//!
//! A chain counts each of its liberties as often as stones of it lie beside it, and sums their cells and the squares of
//! these. All of them are one liberty exactly if the count times the sum of squares is the square of the sum, and this
//! is then the sum divided by the count.

use super::board::Cell;

/// The liberties of a chain, and its stones.
#[derive(Clone, Copy, Default)]
pub(super) struct Chain {
    /// How often liberties were counted.
    pub(super) count: u32,
    sum: u32,
    squares: u32,
    pub(super) stones: u32,
}

impl Chain {
    /// One stone without liberties.
    pub(super) const STONE: Self = Self { count: 0, sum: 0, squares: 0, stones: 1 };

    #[inline]
    pub(super) fn add(&mut self, liberty: Cell) {
        let cell = u32::from(liberty);
        (self.count, self.sum, self.squares) = (self.count + 1, self.sum + cell, self.squares + cell * cell);
    }

    #[inline]
    pub(super) fn remove(&mut self, liberty: Cell) {
        let cell = u32::from(liberty);
        (self.count, self.sum, self.squares) = (self.count - 1, self.sum - cell, self.squares - cell * cell);
    }

    /// The only liberty.
    #[inline]
    pub(super) fn last(&self) -> Option<Cell> {
        let is_one = u64::from(self.count) * u64::from(self.squares) == u64::from(self.sum) * u64::from(self.sum);
        (is_one && self.count > 0).then(|| (self.sum / self.count) as Cell)
    }
    /// The chain that this one and another make together.
    pub(super) fn with(&self, other: &Self) -> Self {
        Self {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            stones: self.stones + other.stones,
        }
    }
}

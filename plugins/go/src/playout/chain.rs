//! The liberties of a chain of stones, tracked without a list.
//!
//! A chain counts each liberty once for every stone adjacent to it, and keeps the sum of these cells and the sum of
//! their squares. All entries are the same liberty exactly if the count times the sum of squares equals the square of
//! the sum. In that case the liberty is the sum divided by the count.

use super::board::Cell;

/// The liberties and the number of stones of a chain.
#[derive(Clone, Copy, Default)]
pub(super) struct Chain {
    /// The number of liberties, counted once for every adjacent stone.
    pub(super) count: u32,
    sum: u32,
    squares: u32,
    pub(super) stones: u32,
}

impl Chain {
    /// A chain of one stone without liberties.
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

    /// The only liberty, if there is exactly one.
    #[inline]
    pub(super) fn last(&self) -> Option<Cell> {
        let is_one = u64::from(self.count) * u64::from(self.squares) == u64::from(self.sum) * u64::from(self.sum);
        (is_one && self.count > 0).then(|| (self.sum / self.count) as Cell)
    }
    /// The union of this chain and another one.
    pub(super) fn with(&self, other: &Self) -> Self {
        Self {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            stones: self.stones + other.stones,
        }
    }
}

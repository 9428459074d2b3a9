//! The memory of a tree in a table, and what the search that grew it has left there for the next one.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

/// The memory of trees, and what a search has left in it.
pub(crate) struct TreeMemory<'a> {
    pub(crate) words: &'a [AtomicU64],
    pub(crate) top: &'a AtomicU64,
    pub(crate) kept: &'a Mutex<Option<KeptTree>>,
}

/// A tree that a search has left.
#[derive(Debug)]
pub(crate) struct KeptTree {
    /// The positions near its root that a game is likely to come to, each with a number that identifies it.
    pub(crate) positions: Vec<(u64, BlockAddress)>,
    pub(crate) range: WorthRange,
    /// How positions were valued.
    pub(crate) valuation: Valuation,
}

/// How new positions are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Valuation {
    /// By the game's heuristic.
    Heuristic,
    /// By a game of random moves.
    Playouts,
    /// By a game that the game plays with itself. It reports its moves, from which the search learns.
    OwnPlayouts,
}

/// The range of the worths of positions.
pub(crate) type WorthRange = (f64, f64);

/// The place of a block: its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BlockAddress(pub(crate) u32);

impl BlockAddress {
    /// No block.
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn is_some(self) -> bool {
        self != Self::NONE
    }

    pub(crate) fn at(self, word: usize) -> usize {
        self.0 as usize + word
    }
}

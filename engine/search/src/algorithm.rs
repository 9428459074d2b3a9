//! The choice of search algorithm.

/// How the tree is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Textbook minimax: every node to the full depth, in the game's order. Source: von Neumann 1928; Shannon 1950.
    Minimax,
    /// Textbook alpha-beta: the value and the move of minimax without the nodes that cannot matter, in the game's order,
    /// cut when `beta <= alpha`. Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
    AlphaBeta,
    /// The strong search: iterative deepening, a win is worth more the sooner it comes, a solved tree ends it.
    #[default]
    Pvs,
}

impl Algorithm {
    /// All algorithms, in the order in which they are taught.
    pub const ALL: [Self; 3] = [Self::Minimax, Self::AlphaBeta, Self::Pvs];

    /// The name clients choose it by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alphabeta",
            Self::Pvs => "pvs",
        }
    }
}

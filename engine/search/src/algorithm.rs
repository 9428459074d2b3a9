//! The choice of search algorithm.

use plyd_rules::Facts;

/// Declares the algorithms, each in a row with the name clients choose it by.
macro_rules! algorithms {
    ($($(#[$attribute:meta])* $variant:ident = $name:literal,)+) => {
        /// The method of searching the tree.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Algorithm {
            $($(#[$attribute])* $variant,)+
        }

        impl Algorithm {
            /// All algorithms, in the order in which they are taught.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name clients choose it by.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

algorithms! {
    /// Textbook minimax: every node to the full depth, in the game's order. Source: von Neumann 1928; Shannon 1950.
    Minimax = "minimax",
    /// Textbook alpha-beta: the value and the move of minimax without the nodes that cannot matter, in the game's
    /// order, cut when `beta <= alpha`. Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
    AlphaBeta = "alphabeta",
    /// The strong search: iterative deepening, a win is worth more the sooner it comes, a solved tree ends it.
    Pvs = "pvs",
    /// Solves the position by null windows: it proves who wins, or the score, without heuristic values.
    Solve = "solve",
    /// Depth-first proof-number search: it proves who wins, or the score, along the lines that are the easiest to
    /// settle.
    Dfpn = "dfpn",
    /// Monte-Carlo tree search: it grows a tree of what promises the most, by heuristic values or random games, and
    /// proves what it can.
    Mcts = "mcts",
    /// The one that plays the game best, as the game itself says: `pvs`, or `mcts`.
    #[default]
    Auto = "auto",
}

impl Algorithm {
    /// Those that search to a depth, with a value for every depth. Only their searches can be shown as a tree.
    pub const BY_DEPTH: [Self; 3] = [Self::Minimax, Self::AlphaBeta, Self::Pvs];

    /// The algorithm that searches a game with these facts: [`Algorithm::Auto`] leaves the choice to the game.
    #[must_use]
    pub const fn resolve(self, facts: &Facts) -> Self {
        match self {
            Self::Auto if facts.abilities.monte_carlo => Self::Mcts,
            Self::Auto => Self::Pvs,
            _ => self,
        }
    }

    /// Whether what it remembers is a tree, which no other search may use at the same time.
    #[must_use]
    pub const fn keeps_tree(self) -> bool {
        matches!(self, Self::Mcts)
    }

    /// Whether it remembers positions in a table, in a game with keys or without.
    #[must_use]
    pub const fn uses_table(self, has_key: bool) -> bool {
        match self {
            Self::Minimax | Self::AlphaBeta => false,
            Self::Pvs | Self::Solve | Self::Dfpn | Self::Auto => has_key,
            Self::Mcts => true,
        }
    }

    /// Whether it asks positions that were solved beforehand. The node counts of the others are those of the textbooks.
    #[must_use]
    pub const fn uses_tablebases(self) -> bool {
        matches!(self, Self::Pvs | Self::Solve | Self::Dfpn | Self::Mcts | Self::Auto)
    }

    /// Whether a limit of depth ends its searches.
    #[must_use]
    pub const fn uses_depth(self) -> bool {
        !matches!(self, Self::Solve | Self::Dfpn)
    }

    /// Whether it plays weaker than it could, if it is asked to.
    #[must_use]
    pub const fn uses_strength(self) -> bool {
        matches!(self, Self::Pvs | Self::Mcts | Self::Auto)
    }

    /// Whether several threads share the work, if they have a table.
    #[must_use]
    pub const fn shares_work(self) -> bool {
        matches!(self, Self::Pvs | Self::Solve | Self::Mcts | Self::Auto)
    }
}

//! The choice of search algorithm.

use plyd_rules::Facts;

/// All algorithms, each in a row: the name clients choose it by, the type that runs it, and what it uses. `$declare` is a
/// macro that is called with the rows: here it makes the enum, and in `search.rs`, above the algorithms, it calls them.
macro_rules! algorithms {
    ($declare:ident) => {
        $declare! {
            /// Textbook minimax: every node to the full depth, in the game's order. Source: von Neumann 1928; Shannon 1950.
            Minimax = "minimax" => textbook::MinimaxSearcher { depth },
            /// Textbook alpha-beta: the value and the move of minimax without the nodes that cannot matter, in the game's
            /// order, cut when `beta <= alpha`. Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
            AlphaBeta = "alphabeta" => textbook::AlphaBetaSearcher { depth },
            /// The strong search: iterative deepening, a win is worth more the sooner it comes, a solved tree ends it.
            Pvs = "pvs" => Pvs { keyed_table, tablebases, network, depth, strength, threads },
            /// Solves the position by null windows: it proves who wins, or the score, without heuristic values.
            Solve = "solve" => Solve { keyed_table, tablebases, threads },
            /// Depth-first proof-number search: it proves who wins, or the score, along the lines that are the easiest to
            /// settle.
            Dfpn = "dfpn" => Dfpn { keyed_table, tablebases },
            /// Monte-Carlo tree search: it grows a tree of what promises the most, by heuristic values or random games, and
            /// proves what it can.
            Mcts = "mcts" => Mcts { table, tree, tablebases, network, depth, strength, threads },
            /// The one that plays the game best, as the game itself says: `pvs`, or `mcts`. Without a limit `pvs` and `solve`
            /// take turns, where games have an end.
            #[default]
            Auto = "auto" => ResolvedAlgorithm { keyed_table, tablebases, network, depth, strength, threads },
        }
    };
}

macro_rules! declare {
    ($($(#[$attribute:meta])* $variant:ident = $name:literal => $searcher:ty { $($use:ident),* },)+) => {
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

            const fn uses(self) -> Uses {
                match self {
                    $(Self::$variant => Uses { $($use: true,)* ..Uses::NOTHING },)+
                }
            }
        }
    };
}

algorithms!(declare);
pub(crate) use algorithms;

/// What an algorithm uses.
struct Uses {
    /// A table, in a game with keys or without.
    table: bool,
    /// A table in a game with keys.
    keyed_table: bool,
    /// Its memory is a tree, which no other search may use at the same time.
    tree: bool,
    /// Positions that were solved beforehand.
    tablebases: bool,
    /// A network may value positions, in place of the game's heuristic.
    network: bool,
    /// A limit of depth ends its searches.
    depth: bool,
    /// It plays weaker than it could, if it is asked to.
    strength: bool,
    /// Several threads share the work, if they have a table.
    threads: bool,
}

impl Uses {
    const NOTHING: Self = Self {
        table: false,
        keyed_table: false,
        tree: false,
        tablebases: false,
        network: false,
        depth: false,
        strength: false,
        threads: false,
    };
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
        self.uses().tree
    }

    /// Whether it remembers positions in a table, in a game with keys or without.
    #[must_use]
    pub const fn uses_table(self, has_key: bool) -> bool {
        self.uses().table || (has_key && self.uses().keyed_table)
    }

    /// Whether it asks positions that were solved beforehand. The node counts of the others are those of the textbooks.
    #[must_use]
    pub const fn uses_tablebases(self) -> bool {
        self.uses().tablebases
    }

    /// Whether a network may value positions for it, in place of the game's heuristic. The textbook algorithms have the
    /// heuristic, so that trees are what their game says.
    #[must_use]
    pub const fn uses_network(self) -> bool {
        self.uses().network
    }

    /// Whether a limit of depth ends its searches.
    #[must_use]
    pub const fn uses_depth(self) -> bool {
        self.uses().depth
    }

    /// Whether it plays weaker than it could, if it is asked to.
    #[must_use]
    pub const fn uses_strength(self) -> bool {
        self.uses().strength
    }

    /// Whether several threads share the work, if they have a table.
    #[must_use]
    pub const fn shares_work(self) -> bool {
        self.uses().threads
    }
}

//! The choice of search algorithm.

use crate::Answer;
use crate::job::{Job, Searcher};
use crate::{pvs, textbook};
use plyd_rules::Game;
use plyd_textbook::Observer;

/// Declares the algorithms, each in a row: the name clients choose it by, and what runs it.
macro_rules! algorithms {
    ($($(#[$attribute:meta])* $variant:ident = $name:literal => $searcher:ty,)+) => {
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

            pub(crate) fn run<G: Game, O: Observer>(self, job: Job<'_, G, O>) -> Answer {
                match self {
                    $(Self::$variant => <$searcher>::run(job),)+
                }
            }
        }
    };
}

algorithms! {
    /// Textbook minimax: every node to the full depth, in the game's order. Source: von Neumann 1928; Shannon 1950.
    Minimax = "minimax" => textbook::Minimax,
    /// Textbook alpha-beta: the value and the move of minimax without the nodes that cannot matter, in the game's
    /// order, cut when `beta <= alpha`. Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
    AlphaBeta = "alphabeta" => textbook::AlphaBeta,
    /// The strong search: iterative deepening, a win is worth more the sooner it comes, a solved tree ends it.
    #[default]
    Pvs = "pvs" => pvs::Pvs,
}

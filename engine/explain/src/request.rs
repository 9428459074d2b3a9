//! The subject of an explanation, and the kind of search.

use crate::Order;
use plyd_host::{LoadedGame, Position};
use plyd_search::{Algorithm, Conventions, Root, Techniques};

/// The most nodes of a tree, unless said otherwise: more than anyone reads.
pub const DEFAULT_MAX_NODES: u64 = 5_000;

/// The start of the search.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The start of the search.
    pub position: Position,
}

/// Whether a text is a tree as textbooks write it: it begins with a bracket, or with a name or player before one.
/// Positions of boards do not begin so.
#[must_use]
pub fn is_in_brackets(text: &str) -> bool {
    let Some(at) = text.find(['(', '[', '{']) else { return false };
    let before = text[..at].trim();
    let is_name = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == ':' || sign.is_whitespace();
    before.chars().all(is_name) && !before.starts_with(|sign: char| sign.is_numeric())
}

impl Subject {
    pub(crate) fn game(&self) -> &LoadedGame {
        self.position.game()
    }

    pub(crate) fn root(&self) -> Root<'_, LoadedGame> {
        Root::new(self.game(), self.position.state()).with_history(self.position.history())
    }
}

/// The kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The depth in plies; `None` for the whole game.
    pub depth: Option<u32>,
    /// The variant of alpha-beta.
    pub conventions: Conventions,
    /// The order of searching children; `pvs` allows only the game's, because it finds its own.
    pub order: Order,
    /// The most nodes that are visited.
    pub most_nodes: u64,
    /// The techniques of `pvs`.
    pub techniques: Techniques,
    /// The size of its table in MiB; 0 for none. It is empty at the beginning, and never larger than such a tree needs.
    pub hash: usize,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::AlphaBeta,
            depth: None,
            conventions: Conventions::default(),
            order: Order::default(),
            most_nodes: DEFAULT_MAX_NODES,
            techniques: Techniques::default(),
            hash: 1,
        }
    }
}

/// Why a search cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExplainError {
    /// The search visits more nodes than wanted.
    #[error(
        "the search visits more than {most} nodes; try a smaller depth, a position nearer to the end, or a \
         higher limit of nodes"
    )]
    TooLarge {
        /// The limit.
        most: u64,
    },
    /// The search visits few nodes, but skips more children than can be drawn.
    #[error(
        "the nodes that the search visits have more than {most} children, too many to draw; try a position \
         with fewer moves"
    )]
    TooWide {
        /// The limit of all nodes.
        most: usize,
    },
    /// To order children by their values takes a minimax search, which is too large.
    #[error(
        "searching the best child first requires the whole tree, which has more than {most} nodes; try a \
         smaller depth, or a position nearer to the end"
    )]
    TooLargeToOrder {
        /// The limit.
        most: u64,
    },
    /// The algorithm does not search to a depth, so there is no tree to show.
    #[error("{algorithm} asks one question after another, not one tree; you can explain minimax, alphabeta and pvs")]
    NoTree {
        /// Its name.
        algorithm: &'static str,
    },
    /// An order of children was given for an algorithm that has its own.
    #[error("pvs chooses its own order of children; you can set the order only for minimax and alphabeta")]
    OrderOfPvs,
    /// A convention of alpha-beta was chosen for another algorithm.
    #[error("you can set the condition of a cut, and the value reported outside the window, only for alphabeta")]
    ConventionsOfAlphaBeta,
    /// An unknown leaf had to be read.
    #[error("the leaf {leaf} is unknown, but the search must read it; give it a value")]
    UnknownLeaf {
        /// Its name, if it has one, and its path.
        leaf: String,
    },
    /// To order children by their values takes a whole tree.
    #[error("searching the best child first requires the whole tree, but the leaf {leaf} is unknown")]
    UnknownToOrder {
        /// Its name, if it has one, and its path.
        leaf: String,
    },
    /// The search was stopped.
    #[error("the search was stopped before its end")]
    Stopped,
    /// The game failed, or a leaf that had to be read is unknown.
    #[error("{0}")]
    Fault(String),
}

impl From<plyd_host::Fault> for ExplainError {
    fn from(fault: plyd_host::Fault) -> Self {
        Self::Fault(fault.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::is_in_brackets;

    #[test]
    fn trees_begin_with_a_bracket_or_a_name_before_one() {
        for text in [
            "((3 5) (2 2))",
            "A:(3 5)",
            "MAX(3 5)",
            "MAX{MIN{3, 5}}",
            "A : [3,5]",
            "[A:3,5]",
            " (3)",
            "A:MAX(3 5)",
            "CHANCE{9/10: 2, 1/10: 3}",
            "[[3,5],[2,2]] @ 1",
            "{3, 5, 2, 9}",
        ] {
            assert!(is_in_brackets(text), "{text}");
        }
        for text in [
            "startpos",
            "3 5 2 9",
            "rnbqkbnr/8 w - - (x)",
            "7/7 w - 0 1",
            "3/3/3[PPPPPpppp] w - - 0 1",
            "8/8/8/3pP3/3Pp3/8/8/8[PPpp] b - - 0 1",
            "random b=2 depth=3",
            "b=3 {1, 2, 3}",
        ] {
            assert!(!is_in_brackets(text), "{text}");
        }
    }
}

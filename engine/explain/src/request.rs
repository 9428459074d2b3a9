//! The subject of an explanation, and the kind of search.

use crate::Order;
use plyd_host::{LoadedGame, Position};
use plyd_scripts::{digit, is_in_word};
use plyd_search::{Algorithm, Conventions, Root, Techniques};

/// The most nodes of a tree, unless said otherwise: more than anyone reads.
pub const DEFAULT_MAX_NODES: u64 = 5_000;

/// The start of the search.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The start of the search.
    pub position: Position,
}

/// Whether a text is meant as a tree, even if it has mistakes: it begins with a bracket, or with a name or player before
/// one, or has only numbers and unknown leaves. Such a tree may be the value of a variable. Positions of boards are not
/// written so; heaps of nim are.
#[must_use]
pub fn looks_like_a_tree(text: &str) -> bool {
    let has_value =
        |(before, _): &(&str, &str)| before.trim_end().ends_with(|sign: char| is_in_word(sign) || sign == ']');
    let text = text.split_once('=').filter(has_value).map_or(text, |(_, value)| value);
    let Some(at) = text.find(['(', '[', '{']) else {
        let is_of_numbers =
            |sign: char| sign.is_whitespace() || digit(sign).is_some() || "?,;+-\u{2212}".contains(sign);
        return text.contains(|sign: char| digit(sign).is_some()) && text.chars().all(is_of_numbers);
    };
    let before = text[..at].trim();
    let is_name = |sign: char| is_in_word(sign) || "_':".contains(sign) || sign.is_whitespace();
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
    /// Whether boards are drawn, for formats that are pictures. Without this a node has its board as text only.
    pub boards: bool,
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
            boards: false,
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
    use super::looks_like_a_tree;

    #[test]
    fn trees_begin_with_a_bracket_or_a_name_before_one_or_are_numbers() {
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
            "{13, 8, 24",
            "3 5 2 9",
            "3, 5, 2",
            "১৩ ৮ \u{2212}৫ ২৪",
            "5",
            "arr [] ={13, 8, 24, -5, 23, 15, -14, -20};",
            "int[] scores = new int[] {3, 5, 2, 9};",
            "টেস্ট:(প্রান্ত:3 4)",
            "b={3}",
        ] {
            assert!(looks_like_a_tree(text), "{text}");
        }
        for text in [
            "startpos",
            "?",
            "8/8/8/8/8/8/8/8",
            "",
            "rnbqkbnr/8 w - - (x)",
            "7/7 w - 0 1",
            "3/3/3[PPPPPpppp] w - - 0 1",
            "8/8/8/3pP3/3Pp3/8/8/8[PPpp] b - - 0 1",
            "random b=2 depth=3",
            "b=3 {1, 2, 3}",
        ] {
            assert!(!looks_like_a_tree(text), "{text}");
        }
    }
}

//! The subject of an explanation, and the kind of search.

use plyd_host::{LoadedGame, Position};
use plyd_scripts::{digit, is_in_word, plain_signs};
use plyd_search::{Algorithm, Conventions, Root, TechniqueNumbers, Techniques};

/// The most nodes of a tree, unless said otherwise: more than anyone reads.
pub const DEFAULT_MAX_NODES: u64 = 5_000;

/// The start of the search.
#[derive(Clone, Debug)]
pub struct ExplainSubject {
    /// The start of the search.
    pub position: Position,
    /// The name of the network that values it in place of the game's heuristic.
    pub network: Option<String>,
}

impl From<Position> for ExplainSubject {
    /// A position that the game's own heuristic values.
    fn from(position: Position) -> Self {
        Self { position, network: None }
    }
}

/// Whether a text is meant as a tree, even if it has mistakes: it has a bracket and no slash before it, or it begins with a
/// number and has no slash, or it is the setting of a random tree. Such a tree may be the value of a variable. Positions of
/// boards have slashes; heaps of nim look like trees.
#[must_use]
pub fn looks_like_a_tree(text: &str) -> bool {
    let text = plain_signs(text);
    let has_value = |(before, _): &(&str, &str)| {
        !before.contains(['(', '{'])
            && !before.trim_start().starts_with('[')
            && before.trim_end().ends_with(|sign: char| is_in_word(sign) || sign == ']')
    };
    let text = text.split_once('=').filter(has_value).map_or(&*text, |(_, value)| value).trim_start();
    let begins_with_number =
        text.trim_start_matches(['+', '-', '\u{2212}', '?', ',', ' ']).starts_with(|sign: char| digit(sign).is_some());
    match text.find(['(', '[', '{']) {
        Some(at) => !text[..at].contains('/') && !begins_with_number,
        None => begins_with_number && !text.contains('/') || text.split_whitespace().next() == Some("random"),
    }
}

impl ExplainSubject {
    pub(crate) fn game(&self) -> &LoadedGame {
        self.position.game()
    }

    pub(crate) fn root(&self) -> Root<'_, LoadedGame> {
        Root::new(self.game(), self.position.state()).with_history(self.position.history())
    }
}

/// The order in which the textbook algorithms search the children of a node. Paths always number them in the game's
/// order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveOrder {
    /// The game's own, from left to right.
    #[default]
    Left,
    /// The game's own, from right to left.
    Right,
    /// The best first, by the values of minimax, of equals the leftmost: alpha-beta at its best.
    Best,
}

/// The kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainRequest {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The depth in plies; `None` for the whole game.
    pub depth: Option<u32>,
    /// The variant of alpha-beta.
    pub conventions: Conventions,
    /// The order of searching children; `pvs` allows only the game's, because it finds its own.
    pub order: MoveOrder,
    /// The most nodes that are visited.
    pub most_nodes: u64,
    /// The techniques of `pvs`.
    pub techniques: Techniques,
    /// Their numbers.
    pub numbers: TechniqueNumbers,
    /// The size of its table in MiB; 0 for none. It is empty at the beginning, and never larger than such a tree needs.
    pub hash: usize,
    /// Whether boards are drawn, for formats that are pictures. Without this a node has its board as text only.
    pub boards: bool,
}

impl Default for ExplainRequest {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::AlphaBeta,
            depth: None,
            conventions: Conventions::default(),
            order: MoveOrder::default(),
            most_nodes: DEFAULT_MAX_NODES,
            techniques: Techniques::default(),
            numbers: TechniqueNumbers::default(),
            hash: 1,
            boards: false,
        }
    }
}

/// Why a search cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExplainError {
    /// The search visits more nodes than wanted.
    #[error("the search visits more than {most} nodes; try a smaller depth, or a position nearer to the end")]
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
    #[error("{algorithm} does not search one tree that can be shown; choose minimax, alphabeta or pvs")]
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

impl From<plyd_host::LibraryFault> for ExplainError {
    fn from(fault: plyd_host::LibraryFault) -> Self {
        Self::Fault(fault.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::looks_like_a_tree;

    #[test]
    fn trees_have_a_bracket_without_a_slash_before_it_or_begin_with_a_number() {
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
            "\u{FEFF}\u{FF08}\u{FF13}\u{FF0C}5\u{FF09}",
            "(3 c=2)",
            "vector<int>{3, 5}",
            "a = np.array([3, 5])",
            "1.0 2.0",
            "\u{2013}3 5",
            "3 5 @ 0 0 0",
            "random b=2 depth=99",
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
            "e4 e5",
            "4HPwATDgc/ABMA w 31",
            "4,4,4/4,4,4 w 0 0",
            "b=3 {1, 2, 3}",
        ] {
            assert!(!looks_like_a_tree(text), "{text}");
        }
    }
}

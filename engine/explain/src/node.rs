//! The nodes of an explained tree.

use crate::board::BoardPicture;
use crate::{NodeId, SearchWindow, ValueRelation};
use plyd_host::NodeBound;
use plyd_rules::{Move, Turn};
use plyd_search::LeafKind;

/// One node, whether the search entered it or not.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// Its number.
    pub id: NodeId,
    /// The node above; `None` at the root.
    pub parent: Option<NodeId>,
    /// The place of its move among all legal moves of the parent, in the game's order, from 0; one beyond them for a
    /// null move.
    pub index: usize,
    /// Its distance from the root.
    pub ply: usize,
    /// The move that leads here, as text; empty at the root.
    pub text: String,
    /// Its name in the input, if it has one.
    pub name: Option<String>,
    /// The letter used in place of a name, at an inner node that has none.
    pub letter: Option<String>,
    /// Whose turn it is here.
    pub turn: Turn,
    /// The weights of all legal outcomes of a chance node, in the game's order; empty at other nodes, and at chance
    /// nodes that were not searched.
    pub weights: Vec<u32>,
    /// The content of this node.
    pub content: NodeContent,
    /// The board as lines of text, of a game that has one.
    pub picture: Option<String>,
    pub(crate) board: Option<BoardPicture>,
    /// The children that are part of the drawing, in the game's order.
    pub children: Vec<NodeId>,
    /// The number of times that the search entered it; 0 if it is pruned.
    pub visits: u32,
    /// Why the search ended here when it entered it last; `None` if it searched its children, or never came.
    pub leaf: Option<LeafKind>,
    /// The last value that the search found for it, from MAX's view.
    pub value: Option<(f64, ValueRelation)>,
    /// The window with which it was entered last.
    pub entered: Option<SearchWindow>,
    /// The window when it was left last.
    pub left: Option<SearchWindow>,
    /// The best child.
    pub chosen: Option<NodeId>,
    /// Whether it is on the principal variation, which is the play that the search expects from both.
    pub on_line: bool,
    /// The event that made the search skip this child the last time it was skipped, a [`Cut`](crate::TraceEvent::Cut)
    /// or a [`Promise`](crate::TraceEvent::Promise); `None` if it was never skipped, or for no such reason.
    pub skipped_by: Option<usize>,
    pub(crate) mv: Move,
}

/// The content of a node, independent of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NodeContent {
    /// The game goes on.
    Ongoing,
    /// The game goes on, but the depth ends here; the heuristic gives this value.
    Horizon(f64),
    /// The game is over, and worth this.
    Finished(f64),
    /// The value is unknown, but is at most or at least this: a leaf written `c<=2`.
    Bounded(f64, ValueRelation),
    /// The value is unknown: a leaf written `?`.
    Unknown,
}

impl NodeContent {
    /// Whether the value of this leaf is unknown.
    #[must_use]
    pub fn is_unknown(self) -> bool {
        matches!(self, Self::Bounded(..) | Self::Unknown)
    }

    /// What is known of a leaf without a value.
    pub(crate) fn of_unknown(bound: Option<NodeBound>) -> Self {
        match bound {
            None => Self::Unknown,
            Some(NodeBound::AtMost(value)) => Self::Bounded(value.into(), ValueRelation::Upper),
            Some(NodeBound::AtLeast(value)) => Self::Bounded(value.into(), ValueRelation::Lower),
        }
    }
}

impl TreeNode {
    /// Its name in the input, or else the letter that it was given.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        self.name.as_deref().or(self.letter.as_deref())
    }

    /// Whether the search never entered it.
    #[must_use]
    pub fn is_pruned(&self) -> bool {
        self.visits == 0
    }

    /// Whether there is nothing below it in the drawing.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }
}

//! The nodes of an explained tree.

use crate::{Bound, Bounds, NodeId};
use plyd_rules::{Move, Player};
use plyd_search::LeafKind;

/// One node, whether the search entered it or not.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its number.
    pub id: NodeId,
    /// The node above; `None` at the root.
    pub parent: Option<NodeId>,
    /// The place of its move among all legal moves of the parent, in the game's order, from 0; one beyond them if the turn
    /// was given up.
    pub index: usize,
    /// Its distance from the root.
    pub ply: usize,
    /// The move that leads here, as text; empty at the root.
    pub text: String,
    /// What the input calls it, if it does.
    pub name: Option<String>,
    /// Who moves here.
    pub turn: Player,
    /// What stands here.
    pub content: Content,
    /// The board as lines of text, of a game that has one.
    pub picture: Option<String>,
    /// The children that are part of the drawing, in the game's order.
    pub children: Vec<NodeId>,
    /// How often the search entered it; 0: it is pruned.
    pub visits: u32,
    /// Why the search ended here when it entered it last; `None` if it searched its children, or never came.
    pub leaf: Option<LeafKind>,
    /// What the search found it worth when it left it last, from MAX's view.
    pub value: Option<(i32, Bound)>,
    /// The window with which it was entered last.
    pub entered: Option<Bounds>,
    /// The window when it was left last.
    pub left: Option<Bounds>,
    /// The best child.
    pub chosen: Option<NodeId>,
    /// Whether it lies on the principal variation: the play that the search expects of both.
    pub on_line: bool,
    /// The event that made the search skip this child the last time it was skipped, a [`Cut`](crate::Event::Cut) or a
    /// [`Promise`](crate::Event::Promise); `None` if it was never skipped, or for no such reason.
    pub skipped_by: Option<usize>,
    pub(crate) mv: Move,
}

/// What stands at a node, whatever the search made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The game goes on.
    Ongoing,
    /// The game goes on, but the depth ends here; worth this by the heuristic.
    Horizon(i32),
    /// The game is over, and worth this.
    Finished(i32),
    /// Nobody knows: a leaf written `?`.
    Unknown,
}

impl Node {
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

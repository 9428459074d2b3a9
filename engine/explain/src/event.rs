//! The events of a search.

use plyd_rules::Player;
pub use plyd_search::LeafKind;

/// The number of a node of an [`Explanation`](crate::Explanation): its place in `nodes`; the root is 0.
pub type NodeId = usize;

/// The values that MAX (alpha) and MIN (beta) already have elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least that MAX is sure of; [`i32::MIN`] for nothing.
    pub alpha: i32,
    /// The most that MIN lets happen; [`i32::MAX`] for anything.
    pub beta: i32,
}

impl Bounds {
    /// Nothing is known.
    pub const FULL: Self = Self { alpha: i32::MIN, beta: i32::MAX };
}

/// The source of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// There is none: it is infinite.
    Nowhere,
    /// This child of this node brought it.
    Child {
        /// The node whose best value it is.
        of: NodeId,
        /// The child that has it.
        child: NodeId,
    },
    /// The search chose it to ask a question: a window of one point, an aspiration window, the soonest win there can be.
    Search,
}

/// The relation of a value to the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The node is worth just this.
    Exact,
    /// It is worth at least this.
    Lower,
    /// It is worth at most this.
    Upper,
    /// No relation: the node's window contained only this one value, so its true value does not matter. This happens
    /// only if a cut requires `beta < alpha` and a value outside the window is reported as its end.
    Nothing,
}

impl Bound {
    /// The word for it, for programs and catalogues.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
            Self::Nothing => "nothing",
        }
    }
}

/// One event of the search, with all that is needed to undo it. Values are from MAX's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A node is entered.
    Enter {
        /// The node.
        node: NodeId,
        /// The remaining depth in plies.
        depth: u32,
        /// The player to move there.
        turn: Player,
        /// The window it is given.
        bounds: Bounds,
        /// The source of alpha.
        alpha_from: Source,
        /// The source of beta.
        beta_from: Source,
    },
    /// The node has a value without its children.
    Leaf {
        /// The node.
        node: NodeId,
        /// The value.
        value: i32,
        /// Why.
        kind: LeafKind,
        /// The relation of the value to the node.
        bound: Bound,
    },
    /// A child is the best so far.
    Update {
        /// The node.
        node: NodeId,
        /// The child.
        child: NodeId,
        /// The value it brings.
        best: i32,
        /// The window from now on.
        bounds: Bounds,
        /// The best value before; `None` for the first.
        best_before: Option<i32>,
        /// The child that had it.
        child_before: Option<NodeId>,
        /// The window before.
        bounds_before: Bounds,
    },
    /// The other children are skipped. Their values do not matter: play will not reach the node, because the player to
    /// move above it has something at least as good.
    Cut {
        /// The node.
        node: NodeId,
        /// The player to move there. MAX's alpha has met the beta from above, or MIN's beta the alpha from above.
        turn: Player,
        /// The child that brought the bound; `None` if the search had it without one.
        child: Option<NodeId>,
        /// The window that is empty.
        bounds: Bounds,
        /// The source of the bound from above.
        because: Source,
        /// The children that are never looked at, in the order of the tree.
        skipped: Vec<NodeId>,
    },
    /// A child is not entered, as the game promises that the opponent wins with the next move.
    Promise {
        /// The node.
        node: NodeId,
        /// The child.
        child: NodeId,
        /// Its value.
        value: i32,
    },
    /// A node with children is left.
    Leave {
        /// The node.
        node: NodeId,
        /// The value it reports.
        value: i32,
        /// The relation of that value to it.
        bound: Bound,
    },
}

impl Event {
    /// The node it is about.
    #[must_use]
    pub fn node(&self) -> NodeId {
        match *self {
            Self::Enter { node, .. }
            | Self::Leaf { node, .. }
            | Self::Update { node, .. }
            | Self::Cut { node, .. }
            | Self::Promise { node, .. }
            | Self::Leave { node, .. } => node,
        }
    }
}

//! The events of a search.

use plyd_rules::{Player, Turn};
pub use plyd_search::{LeafKind, StarSide};

/// The number of a node of an [`Explanation`](crate::Explanation): its place in `nodes`; the root is 0.
pub type NodeId = usize;

/// The values that MAX (alpha) and MIN (beta) already have elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchWindow {
    /// The least that MAX is sure of; -infinity for nothing.
    pub alpha: f64,
    /// The most that MIN lets happen; infinity for anything.
    pub beta: f64,
}

impl SearchWindow {
    /// Nothing is known.
    pub const FULL: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
}

/// The source of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundSource {
    /// There is none: it is infinite.
    Nowhere,
    /// This child of this node brought it.
    Child {
        /// The node whose best value it is.
        of: NodeId,
        /// The child that has it.
        child: NodeId,
    },
    /// The search chose it to ask a question: a window of one point, an aspiration window, the soonest win there can
    /// be.
    Search,
    /// It follows from the window of the chance node above: beyond it that node would lie outside its own window,
    /// whatever the other outcomes bring.
    Chance,
    /// It is the lowest or highest value that the game has.
    Limit,
}

/// The relation of a value to the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueRelation {
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

impl ValueRelation {
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

/// One event of the search, with all that is needed to undo it. Values are from MAX's view: whole numbers in a game
/// without chance, expectations in others.
#[derive(Clone, Debug, PartialEq)]
pub enum TraceEvent {
    /// A node is entered.
    Enter {
        /// The node.
        node: NodeId,
        /// The remaining depth in plies.
        depth: u32,
        /// Whose turn it is there.
        turn: Turn,
        /// The window it is given.
        bounds: SearchWindow,
        /// The source of alpha.
        alpha_from: BoundSource,
        /// The source of beta.
        beta_from: BoundSource,
    },
    /// The node has a value without its children.
    Leaf {
        /// The node.
        node: NodeId,
        /// The value.
        value: f64,
        /// Why.
        kind: LeafKind,
        /// The relation of the value to the node.
        bound: ValueRelation,
    },
    /// A child is the best so far.
    Update {
        /// The node.
        node: NodeId,
        /// The child.
        child: NodeId,
        /// The value it brings.
        best: f64,
        /// The window from now on.
        bounds: SearchWindow,
        /// The best value before; `None` for the first.
        best_before: Option<f64>,
        /// The child that had it.
        child_before: Option<NodeId>,
        /// The window before.
        bounds_before: SearchWindow,
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
        bounds: SearchWindow,
        /// The source of the bound from above.
        because: BoundSource,
        /// The children that are never looked at, in the order of the tree.
        skipped: Vec<NodeId>,
    },
    /// A child is not entered, because the game promises that the opponent wins with the next move.
    Promise {
        /// The node.
        node: NodeId,
        /// The child.
        child: NodeId,
        /// Its value.
        value: f64,
    },
    /// A move at the child of a chance node is searched only to learn on which side of a bound the child lies. The
    /// child is the next node that is entered.
    Probe {
        /// The chance node.
        node: NodeId,
        /// The child.
        child: NodeId,
    },
    /// An outcome of a chance node is known, or was probed.
    Narrow {
        /// The chance node.
        node: NodeId,
        /// The outcome.
        child: NodeId,
        /// The least that the chance node can be worth now.
        low: f64,
        /// The most that it can be worth.
        high: f64,
        /// Whether the outcome was only probed.
        is_probe: bool,
    },
    /// The other outcomes of a chance node are skipped: the node is outside its window regardless of them.
    StarCut {
        /// The chance node.
        node: NodeId,
        /// The window that it is outside of.
        bounds: SearchWindow,
        /// Whether the node is worth at least or at most the bound.
        side: StarSide,
        /// The bound: (`known` + `open`) / `total`.
        bound: f64,
        /// The sum of weight times value of the outcomes that were searched.
        known: f64,
        /// The sum of weight times bound of those that are skipped.
        open: f64,
        /// The sum of all weights.
        total: u64,
        /// The game's lowest or highest value, if that stands for each outcome that is skipped; `None` if probes found
        /// better bounds.
        limit: Option<f64>,
        /// The source of the end of the window that the bound has met.
        because: BoundSource,
        /// The outcomes that are skipped, in the order of the tree.
        skipped: Vec<NodeId>,
    },
    /// A node with children is left.
    Leave {
        /// The node.
        node: NodeId,
        /// The value it reports.
        value: f64,
        /// The relation of that value to it.
        bound: ValueRelation,
    },
}

impl TraceEvent {
    /// The node it is about.
    #[must_use]
    pub fn node(&self) -> NodeId {
        match *self {
            Self::Enter { node, .. }
            | Self::Leaf { node, .. }
            | Self::Update { node, .. }
            | Self::Cut { node, .. }
            | Self::Promise { node, .. }
            | Self::Probe { node, .. }
            | Self::Narrow { node, .. }
            | Self::StarCut { node, .. }
            | Self::Leave { node, .. } => node,
        }
    }
}

//! The limits of a search.

use plyd_rules::Move;

/// The deepest search, in plies. Deeper trees are cut off there and valued statically.
pub const MAX_DEPTH: u32 = 1_024;

/// The most threads of a search.
pub const MAX_THREADS: usize = 256;

/// The stack of a search thread: room for the recursion of the deepest search, with plenty for a library's own
/// functions. The system supplies it on first use.
pub const STACK_BYTES: usize = 64 << 20;

/// The limits of one search, apart from time, which [`Control`](crate::Control) keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearcherLimits {
    /// The depth in plies, at least 1; more than [`MAX_DEPTH`] counts as that.
    pub depth: Option<u32>,
    /// The most nodes to visit, the root included.
    pub nodes: Option<u64>,
    /// End as soon as the side to move is known to win within this many plies, and search no deeper.
    pub mate_plies: Option<u32>,
    /// Whether the textbook algorithms deepen ply by ply even if the depth is the only limit above: there is a clock,
    /// or the answer may be requested at any time. The strong search always deepens.
    pub deepen: bool,
    /// Whether a clock may begin while it searches, for example if the move is pondered.
    pub ponders: bool,
    /// The root moves to consider, all legal and without repetition; `None` for all of them.
    pub root_moves: Option<Vec<Move>>,
}

impl SearcherLimits {
    /// The deepest iteration these limits allow.
    pub(crate) fn depth_limit(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(self.mate_plies.unwrap_or(MAX_DEPTH)).clamp(1, MAX_DEPTH)
    }

    /// Whether to search ply by ply instead of directly to the depth limit.
    pub(crate) fn deepens(&self) -> bool {
        self.deepen || self.nodes.is_some() || self.mate_plies.is_some()
    }
}

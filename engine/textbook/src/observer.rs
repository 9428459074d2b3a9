//! A view into the running search, for drawing and explaining trees.

use plyd_rules::{Move, Turn};

/// Reports an event to the observer of a [`Tree`](crate::TreeWalk); there is no other way to it. The type of the
/// observer must be called `O` in that place. It is a macro, not a function or closure, so that without an observer the
/// compiler has no argument to remove.
#[macro_export]
macro_rules! tell {
    ($tree:expr, $event:ident($($argument:expr),* $(,)?)) => {
        if O::LOOKS {
            $tree.observer.$event($($argument),*);
        }
    };
}

/// A node at the time of entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnteredNode {
    /// Distance from the root; the root itself is ply 0.
    pub ply: usize,
    /// The place of its move among those that its parent considers, from 0; one beyond them for a null move; 0 at the
    /// root, and for a position that is entered once more: to confirm a null move, or to search it without its best
    /// move.
    pub index: usize,
    /// The move that led here; of no meaning at the root.
    pub mv: Move,
    /// Whose turn it is.
    pub turn: Turn,
    /// The remaining depth in plies.
    pub depth: u32,
    /// The lower end of the window: what MAX already has elsewhere; -infinity for nothing.
    pub alpha: f64,
    /// The upper end of the window: what MIN already has elsewhere; infinity for nothing.
    pub beta: f64,
}

/// A value or the end of a window as an observer sees it. Values are whole numbers in a game without chance, and
/// expectations in others. The smallest and the largest number are the ends of a window that is open.
#[inline]
#[must_use]
pub fn seen(value: i32) -> f64 {
    match value {
        i32::MIN => f64::NEG_INFINITY,
        i32::MAX => f64::INFINITY,
        value => value.into(),
    }
}

/// Why a node has no children in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafKind {
    /// The game is over.
    Finished,
    /// The depth ends here; the value is the heuristic's.
    Horizon,
    /// The table knew enough of the position.
    Table,
    /// A selective technique found it not worth a search.
    Pruned,
    /// It occurs for the second time on the path, which a selective technique takes for a draw.
    Repeated,
    /// A sooner win or a later loss was found elsewhere, so the position does not matter.
    Distance,
}

/// Why the outcomes that are left at a chance node cannot matter (a cut by Star1 or Star2): of `total`, the sum of all
/// weights, the node is worth `(known + open) / total` at least or at most, and that is not within its window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StarCut {
    /// The first outcome that is skipped; those behind it are too.
    pub first_skipped: usize,
    /// The kind of bound. At least: it reaches the upper end of the window. At most: it reaches the lower end.
    pub side: StarSide,
    /// The bound.
    pub bound: f64,
    /// The sum of weight times value of the outcomes that were searched. The value of the last may be a bound itself.
    pub known: f64,
    /// The sum of weight times bound of those that are skipped. Star1 takes the game's lowest or highest value for
    /// each, and Star2 what its probes have found.
    pub open: f64,
    /// The sum of all weights.
    pub total: u64,
}

/// The side on which a value is bounded, from MAX's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StarSide {
    /// The value is the bound or more.
    AtLeast,
    /// The value is the bound or less.
    AtMost,
}

/// Sees every event of a search, in order. A position may be entered several times in a row, with another window or
/// depth. This includes a position that is searched again, within itself, to confirm a null move or without its best
/// move.
///
/// Every function does nothing unless overridden, and a search with [`NoObserver`] compiles to the same code as one
/// without the feature `observer`, which leaves out every call. All values are from MAX's view.
///
/// A chance node is entered, and left or cut like others, but no one chooses there: it reports `weights`, then `narrow`
/// after each outcome instead of `update`, and `star_cut` instead of `cut`. Its window never changes.
pub trait Observer {
    /// Whether it observes at all. If not, the code that reports to it is not even compiled. Without the feature
    /// `observer` there is no observer.
    const LOOKS: bool = cfg!(feature = "observer");

    /// A node was entered.
    #[inline]
    fn enter(&mut self, _node: EnteredNode) {}
    /// The node entered last, at this ply, is a leaf with this value.
    #[inline]
    fn leaf(&mut self, _ply: usize, _value: f64, _kind: LeafKind) {}
    /// The child with this index gave the node at this ply a new best value and so this window.
    #[inline]
    fn update(&mut self, _ply: usize, _child: usize, _best: f64, _alpha: f64, _beta: f64) {}
    /// The window of the node at this ply is empty (`beta <= alpha`, or as [`Cut`](crate::Cut) says): of its children
    /// those that were not entered are skipped. They begin at this index where moves are searched in the game's order.
    #[inline]
    fn cut(&mut self, _ply: usize, _first_skipped: usize, _alpha: f64, _beta: f64) {}
    /// The child with this index and move was not entered. The game promises that the opponent wins with the next move,
    /// so its value to the node at this ply is this.
    #[inline]
    fn promise(&mut self, _ply: usize, _child: usize, _mv: Move, _value: f64) {}
    /// The node entered last, at this ply, is a chance node whose outcomes have these weights, in the game's order.
    #[inline]
    fn weights(&mut self, _ply: usize, _weights: &[u32]) {}
    /// The chance node at this ply enters the outcome with this index next, but only to search one of the moves there
    /// (Star2). The value that it is left with is a lower bound if it is MAX's turn there, and an upper bound if it is
    /// MIN's. The outcome is entered again later, unless the node is cut or no search is left to do there.
    #[inline]
    fn probe(&mut self, _ply: usize, _child: usize) {}
    /// The outcome with this index was searched or probed, or the table knew it without, and the value of the chance
    /// node at this ply is not below `low` nor above `high`, for any values of the others.
    #[inline]
    fn narrow(&mut self, _ply: usize, _child: usize, _low: f64, _high: f64) {}
    /// The outcomes of the chance node at this ply that are left are skipped.
    #[inline]
    fn star_cut(&mut self, _ply: usize, _cut: StarCut) {}
    /// The node at this ply is left with this value.
    #[inline]
    fn leave(&mut self, _ply: usize, _value: f64) {}
}

/// Looks away.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    const LOOKS: bool = false;
}

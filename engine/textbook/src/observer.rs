//! A view into the running search, for drawing and explaining trees.

use plyd_rules::{Move, Player};

/// Tells the observer of a [`Tree`](crate::Tree) of an event: the one way to it. The type of the observer is called `O` where
/// it stands. No function and no closure, so that where nobody looks the compiler has not even an argument to leave out.
#[macro_export]
macro_rules! tell {
    ($tree:expr, $event:ident($($argument:expr),* $(,)?)) => {
        if O::LOOKS {
            $tree.observer.$event($($argument),*);
        }
    };
}

/// A node as it is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Distance from the root; the root itself is ply 0.
    pub ply: usize,
    /// The place of its move among those that its parent considers, from 0; one beyond them for a null move; 0 at the root,
    /// and for a position that is entered once more to confirm a null move.
    pub index: usize,
    /// The move that led here; of no meaning at the root.
    pub mv: Move,
    /// Who moves here.
    pub turn: Player,
    /// How many plies may follow.
    pub depth: u32,
    /// The lower end of the window: what MAX already has elsewhere.
    pub alpha: i32,
    /// The upper end of the window: what MIN already has elsewhere.
    pub beta: i32,
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
    /// Whatever happens here, a sooner win or a later loss was found elsewhere.
    Distance,
}

/// Sees every event of a search, in order. A position may be entered several times in a row, with another window or depth;
/// also one in which a null move has been tried, to confirm what it showed.
///
/// Every function does nothing unless overridden, and a search with [`NoObserver`] compiles to the same code as one without
/// the feature `observer`, which leaves out every call.
/// All values are from MAX's view.
pub trait Observer {
    /// Whether it looks at all. Where it does not, nothing is even compiled that would tell it; without the feature
    /// `observer` nobody looks.
    const LOOKS: bool = cfg!(feature = "observer");

    /// A node was entered.
    #[inline]
    fn enter(&mut self, _node: Node) {}
    /// The node entered last, at this ply, is a leaf with this value.
    #[inline]
    fn leaf(&mut self, _ply: usize, _value: i32, _kind: LeafKind) {}
    /// The child with this index gave the node at this ply a new best value and so this window.
    #[inline]
    fn update(&mut self, _ply: usize, _child: usize, _best: i32, _alpha: i32, _beta: i32) {}
    /// The window of the node at this ply is empty (`beta <= alpha`, or as [`Cut`](crate::Cut) says): of its children those
    /// that were not entered are skipped. They begin at this index where moves are searched in the game's order.
    #[inline]
    fn cut(&mut self, _ply: usize, _first_skipped: usize, _alpha: i32, _beta: i32) {}
    /// The child with this index and move was not entered: the game promises that the opponent wins with the next move, and
    /// so it is worth this to the node at this ply.
    #[inline]
    fn promise(&mut self, _ply: usize, _child: usize, _mv: Move, _value: i32) {}
    /// The node at this ply is left with this value.
    #[inline]
    fn leave(&mut self, _ply: usize, _value: i32) {}
}

/// Looks away.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    const LOOKS: bool = false;
}

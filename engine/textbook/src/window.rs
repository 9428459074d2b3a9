//! The window of a search, and the conventions about its bounds on which textbooks differ.

use crate::{EnteredNode, seen};
use plyd_rules::{Move, Player};

/// The values that the players already have elsewhere; a value outside makes no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The lower end: what MAX already has.
    pub alpha: i32,
    /// The upper end: what MIN already has.
    pub beta: i32,
}

impl Window {
    /// Whether the window is empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.beta <= self.alpha
    }

    /// A node that is entered with this window at this ply, with this depth to go.
    #[inline(always)]
    #[must_use]
    pub fn entered(self, ply: usize, depth: usize, index: usize, mv: Move, turn: Player) -> EnteredNode {
        let (alpha, beta) = (seen(self.alpha), seen(self.beta));
        EnteredNode { ply, index, mv, turn: turn.into(), depth: depth as u32, alpha, beta }
    }
}

/// No value is known elsewhere.
pub(crate) const FULL: Window = Window { alpha: i32::MIN, beta: i32::MAX };

/// Worse than every value for the player to move.
#[inline(always)]
pub(crate) const fn worst<const MAX: bool>() -> i32 {
    if MAX { i32::MIN } else { i32::MAX }
}

/// The variants of the textbook alpha-beta. All give the same value and the same move, but read and report different
/// things on the way. The other algorithms ignore this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conventions {
    /// When the children that are left are skipped.
    pub cut: Cut,
    /// The report of a node whose value is outside its window.
    pub fail: Fail,
}

/// When the children that are left are skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cut {
    /// As soon as `beta <= alpha`: a value as good as one that is already there does not matter either. Source: Knuth
    /// and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
    #[default]
    Equal,
    /// Only when `beta < alpha`, which reads more.
    Beyond,
}

/// The report of a node whose value is outside its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fail {
    /// The best value it has found: a bound that may say more than the window. Source: J. Fishburn, "Another
    /// optimization of alpha-beta search", 1983.
    #[default]
    Soft,
    /// The end of the window that it fell out of.
    Hard,
}

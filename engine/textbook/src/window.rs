//! The window of a search.

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

//! What a textbook search learns of a child, in a form that the compiler can follow from the rules of a game into the
//! search. A packed [`Step`] would be taken apart again at every node.

use crate::{Step, Turn};

/// A position behind a move, to a textbook search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// The game goes on, with this many moves in the buffer.
    Node {
        /// Whose turn it is.
        turn: Turn,
        /// The number of moves.
        count: usize,
    },
    /// The game goes on, with a regular tree below: [`Game::leaves`](crate::Game::leaves) has its leaves. The moves
    /// are not in the buffer.
    AboveLeaves(Turn),
    /// The game goes on, with this static value.
    Horizon(i32),
    /// The game is over, at least if a draw is claimed, with this worth from MAX's view.
    Over(i32),
    /// The game failed.
    Failed,
}

impl Visit {
    /// The same from an answer to `step`, which was asked for the moves, or at the horizon for the value. A win is
    /// worth `win`.
    #[inline(always)]
    #[must_use]
    pub fn of(step: Step, is_horizon: bool, win: i32) -> Self {
        if !step.is_ongoing() {
            return if step.is_error() { Self::Failed } else { Self::Over(step.worth(win)) };
        }
        if is_horizon { Self::Horizon(step.value()) } else { Self::Node { turn: step.turn(), count: step.count() } }
    }
}

//! The ends of games in the strong search: by the game's own rules, by repetition, and those that no longer matter.

use crate::found::{Found, win_at};
use crate::strong::Strong;
use plyd_rules::{Game, Move, Step, Turn};
use plyd_textbook::{Interrupted, Judgement, Observer, Window};

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The value of a finished game.
    #[inline(always)]
    pub(crate) fn end_of_game(&mut self, ply: usize, step: Step) -> Result<Option<Found>, Interrupted> {
        if step.is_ongoing() {
            return Ok(None);
        }
        if step.is_error() {
            return Err(self.tree.failed(ply));
        }
        let value = step.worth(win_at(ply));
        Ok(Some(if self.has_counter && self.is_counted_out(ply, step) {
            Found::counted_out(value)
        } else {
            Found::proven(value)
        }))
    }

    /// What becomes of a position, to which `mv` led, by the rule of repetition: its value if the game is over. The
    /// error is a forbidden move.
    pub(crate) fn judged<const MAX: bool>(
        &mut self,
        ply: usize,
        mv: Move,
        step: Step,
        first: usize,
    ) -> Result<Option<Found>, Found> {
        match self.tree.judge(ply, if MAX { Turn::Max } else { Turn::Min }, mv, step, first) {
            Judgement::GoesOn => Ok(None),
            Judgement::Ends { outcome, since } => {
                Ok(Some(Found::repeated(Step::new(outcome, step.turn()).worth(win_at(ply)), since)))
            }
            Judgement::Forbidden { since } => Err(Found::forbidden::<MAX>(since)),
        }
    }
}

/// Mate-distance pruning: narrows the window to what can still happen. If nothing can, says so.
#[inline]
pub(crate) fn within_reach(ply: usize, window: &mut Window) -> Option<Found> {
    let soonest = win_at(ply + 1);
    window.alpha = window.alpha.max(-soonest);
    window.beta = window.beta.min(soonest);
    if !window.is_empty() {
        return None;
    }
    let value = if window.beta == soonest { soonest } else { -soonest };
    Some(Found::partly_proven(value, value < 0, value > 0))
}

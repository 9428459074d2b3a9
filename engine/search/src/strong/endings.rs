//! The ends of games in the strong search: by the game's own rules, by repetition, and those that no longer matter.

use super::Strong;
use crate::found::{NodeValue, win_at, win_distance};
use crate::horizon::leaves;
use plyd_rules::{Game, Move, Outcome, Step, Turn};
use plyd_textbook::{Judgement, Observer, WalkInterrupted, Window};

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The value of a finished game.
    #[inline(always)]
    pub(crate) fn end_of_game(&mut self, ply: usize, step: Step) -> Result<Option<NodeValue>, WalkInterrupted> {
        if step.is_ongoing() {
            return Ok(None);
        }
        if step.is_error() {
            return Err(self.tree.failed(ply));
        }
        let value = step.worth(win_at(ply));
        Ok(Some(if self.has_counter && self.is_counted_out(ply, step) {
            NodeValue::counted_out(value)
        } else {
            NodeValue::proven(value)
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
    ) -> Result<Option<NodeValue>, NodeValue> {
        match self.tree.judge(ply, if MAX { Turn::Max } else { Turn::Min }, mv, step, first) {
            Judgement::GoesOn => Ok(None),
            Judgement::Ends { outcome, since } => {
                Ok(Some(NodeValue::repeated(Step::new(outcome, step.turn()).worth(win_at(ply)), since)))
            }
            Judgement::Forbidden { since } => Err(NodeValue::forbidden::<MAX>(since)),
        }
    }

    /// Whether a win with this value, whose distance counts from the position at `ply`, comes before the counter ends
    /// the game. Every other value does.
    #[cold]
    pub(crate) fn is_in_time(&self, ply: usize, value: i32) -> bool {
        let (game, facts) = (self.tree.game, &self.tree.facts);
        win_distance(value).is_none_or(|plies| leaves(game, facts, &self.tree.states[ply], plies))
    }

    /// Whether the finished game at this ply is a draw by the counter.
    #[cold]
    fn is_counted_out(&self, ply: usize, step: Step) -> bool {
        matches!(step.outcome(), Outcome::Draw | Outcome::DrawIfClaimed)
            && self.tree.game.plies_left(&self.tree.states[ply]) == 0
    }
}

/// Mate distance pruning: narrows the window to the values still possible. Returns a value if there are none.
#[inline]
pub(crate) fn within_reach(ply: usize, window: &mut Window) -> Option<NodeValue> {
    let soonest = win_at(ply + 1);
    window.alpha = window.alpha.max(-soonest);
    window.beta = window.beta.min(soonest);
    if !window.is_empty() {
        return None;
    }
    let value = if window.beta == soonest { soonest } else { -soonest };
    Some(NodeValue::partly_proven(value, value < 0, value > 0))
}

//! Draws by a counter that the key of a position leaves out, such as the fifty moves of chess ([`Game::plies_left`]).
//!
//! The table knows a position whatever its counter says, so what it knows may be wrong for the position at hand:
//!
//! - A win in n plies is one only if the counter leaves n plies. If it does, nothing on the way can end the game: no line
//!   to the win is longer, and a move that sets the counter back only leaves more.
//! - A draw by the counter says nothing about the same position with another counter. In the strong search it counts as
//!   a value that depends on the path ([`Found::counted_out`](crate::found::Found::counted_out)), as a repetition does,
//!   and does not reach the table. The searches that prove mix the counter into their keys.
//!
//! The question costs a call of the game. It is asked of stored wins and losses and of draws at the ends of lines. The
//! searches that prove ask it of every position, but only if the counter may end the game before their lines end.

use crate::found::win_distance;
use crate::inquiry::Inquiry;
use crate::strong::Strong;
use crate::table::mix;
use crate::watch::Tree;
use plyd_rules::{Facts, Game, Outcome, Step};
use plyd_textbook::Observer;

/// Whether the value of a position may depend on how the game came to it.
pub(crate) fn depends_on_path(facts: &Facts) -> bool {
    facts.repetition.is_some() || facts.abilities.horizon
}

/// Whether the counter leaves time for the win in so many plies. It always does in a game without one.
pub(crate) fn leaves<G: Game>(game: &G, facts: &Facts, state: &G::State, plies: u32) -> bool {
    !facts.abilities.horizon || {
        let left = game.plies_left(state);
        left == u16::MAX || plies <= left.into()
    }
}

/// What tells positions apart that differ in their counter alone; 0 in a game without one.
pub(crate) fn counter_key<G: Game>(game: &G, facts: &Facts, state: &G::State) -> u64 {
    if facts.abilities.horizon { mix(u64::from(game.plies_left(state)) + 1) } else { 0 }
}

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// Whether a win with this value, whose distance counts from the position at `ply`, comes before the counter ends
    /// the game. Every other value does.
    #[cold]
    pub(crate) fn is_in_time(&self, ply: usize, value: i32) -> bool {
        let (game, facts) = (self.tree.game, &self.tree.facts);
        win_distance(value).is_none_or(|plies| leaves(game, facts, &self.tree.states[ply], plies))
    }

    /// Whether the finished game at this ply is a draw by the counter.
    #[cold]
    pub(crate) fn is_counted_out(&self, ply: usize, step: Step) -> bool {
        matches!(step.outcome(), Outcome::Draw | Outcome::DrawIfClaimed)
            && self.tree.game.plies_left(&self.tree.states[ply]) == 0
    }
}

impl<G: Game> Inquiry<'_, G> {
    /// Whether the counter may end the game no later than the lines of this question end. A ply takes one from it at most.
    pub(crate) fn comes_before_lines_end(&self) -> bool {
        let Tree { game, facts, states, .. } = &self.tree;
        facts.abilities.horizon && usize::from(game.plies_left(&states[0])) <= self.horizon
    }

    /// What the table's key of the position at this ply has beside that of the game: the counter, if it may end the game
    /// no later than the line. Otherwise the value does not depend on it: what the table knows of lines that end after so
    /// many plies is kept apart by their number, and a win by distance has to come before the line ends.
    #[inline(always)]
    pub(crate) fn counter(&self, ply: usize) -> u64 {
        if self.counter_is_near { self.near_counter(ply) } else { 0 }
    }

    #[cold]
    fn near_counter(&self, ply: usize) -> u64 {
        let Tree { game, facts, states, .. } = &self.tree;
        let is_far = usize::from(game.plies_left(&states[ply])) > self.horizon.saturating_sub(ply);
        if is_far { 0 } else { counter_key(*game, facts, &states[ply]) }
    }
}

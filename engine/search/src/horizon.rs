//! What the key of a position leaves out although its value depends on it: the earlier positions that can recur
//! ([`Reversible`]), and a counter whose end is a draw, such as the fifty moves of chess ([`Game::plies_left`]).
//!
//! The table's keys ignore the counter, so what it knows may be wrong for the position at hand:
//!
//! - A win in n plies is one only if the counter leaves n plies. If it does, the game cannot end on the way: no line to
//!   the win is longer, and a move that sets the counter back only leaves more.
//! - A draw by the counter says nothing about the same position with another counter. In the strong search it counts as
//!   a value that depends on the path ([`NodeValue::counted_out`](crate::found::NodeValue::counted_out)), as a
//!   repetition does, and does not reach the table. The searches that prove mix the counter into their keys.
//!
//! The question costs a call of the game. It is asked of stored wins and losses and of draws at the ends of lines. The
//! searches that prove ask it of every position, but only if the counter may end the game before their lines end.

use crate::table::mix;
use plyd_rules::{Facts, Game, Moves, Step};
use plyd_textbook::Root;

/// Whether the value of a position may depend on how the game came to it.
pub(crate) fn depends_on_path(facts: &Facts) -> bool {
    facts.repetition.is_some() || facts.abilities.horizon
}

/// Whether the counter leaves time for a win in this many plies. In a game without a counter it always does.
pub(crate) fn leaves<G: Game>(game: &G, facts: &Facts, state: &G::State, plies: u32) -> bool {
    !facts.abilities.horizon || {
        let left = game.plies_left(state);
        left == u16::MAX || plies <= left.into()
    }
}

/// A key for the counter, which other keys leave out; 0 in a game without one.
pub(crate) fn counter_key<G: Game>(game: &G, facts: &Facts, state: &G::State) -> u64 {
    if facts.abilities.horizon { mix(u64::from(game.plies_left(state)) + 1) } else { 0 }
}

/// The sums of the keys of positions that can recur, along the current path.
///
/// In a game with a repetition rule, the value of a position depends on its path, but only on the positions since the
/// last irreversible move and on how often each of them has occurred. A search that mixes these into the key of a
/// position never takes a value from another case, so "graph history interaction" cannot arise. After an irreversible
/// move the key is the game's own, and all paths share their entries.
pub(crate) struct Reversible {
    /// The key of each position that the rule compares, by ply.
    keys: Vec<u64>,
    /// For each ply the sum of the mixed keys of those before it that can come again, however they were ordered.
    sums: Vec<u64>,
}

impl Reversible {
    /// For paths from this root; a game without a rule of repetition has none.
    pub(crate) fn new<G: Game>(root: &Root<'_, G>) -> Option<Self> {
        let rule = root.game.facts().repetition?;
        let key = root.game.examine(root.state, rule.key.want(), &mut Moves::new(&mut [])).key;
        let sum = root.history.iter().fold(0_u64, |sum, &key| sum.wrapping_add(mix(key)));
        Some(Self { keys: vec![key], sums: vec![sum] })
    }

    /// Records the position at `ply`, one behind the last, which `step` examined with the key that the rule compares.
    /// Returns what to mix into the key by which a search knows it.
    pub(crate) fn note(&mut self, ply: usize, step: Step) -> u64 {
        let sum = if step.is_irreversible() { 0 } else { self.sums[ply - 1].wrapping_add(mix(self.keys[ply - 1])) };
        if ply == self.sums.len() {
            self.keys.push(step.key);
            self.sums.push(sum);
        } else {
            (self.keys[ply], self.sums[ply]) = (step.key, sum);
        }
        mix(sum)
    }

    /// Whether no position before the one at `ply` can come again.
    pub(crate) fn begins_anew(&self, ply: usize) -> bool {
        self.sums[ply] == 0
    }
}

//! The positions before a node that can come again, which are part of its key.
//!
//! In a game with a rule of repetition the value of a position depends on its path, but only on the positions that can
//! occur again: the ones since the last irreversible move, with their numbers of occurrences. A search that mixes these
//! into the key of a position never takes a value from another case ("graph history interaction" does not arise). After
//! an irreversible move the key is the game's own, and all paths share their entries.

use crate::table::mix;
use plyd_rules::{Game, Moves, Step};
use plyd_textbook::Root;

/// The sums of the keys that can come again, along the current path. A game without a rule of repetition has none.
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

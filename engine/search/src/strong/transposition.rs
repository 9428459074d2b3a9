//! The queries of the strong search to its table and to the solved positions, and its updates of the table.

use super::{SearchNode, Strong};
use crate::SolvedValue;
use crate::found::{INFINITY, NodeValue, from_here, from_root, is_win, win_at};
use crate::table::{Bound, MAX_ENTRY_DEPTH, TableEntry, mix};
use crate::tablebase::key_of;
use plyd_rules::{Facts, Game, Step};
use plyd_textbook::{JUDGED, NEVER, Observer, Path, WORTH, Window};

/// What is mixed into every key: under the common rule of repetition the positions of the game before the root that end
/// it if they occur once more.
pub(crate) fn salt(path: Option<&Path>) -> u64 {
    let path = path.filter(|path| path.kind() == WORTH);
    path.map_or(0, |path| path.last_chances().fold(0, |salt, key| salt ^ mix(!key)))
}

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The key by which the table knows the position at this ply, which `step` examined with [`Strong::key`].
    #[inline(always)]
    pub(crate) fn table_key(&self, ply: usize, step: Step) -> u64 {
        if self.key_is_apart { self.own_table_key(ply) } else { step.key ^ self.salt }
    }

    /// The same for a position that was not examined with that key, by a call of its own.
    #[inline(never)]
    pub(crate) fn own_table_key(&self, ply: usize) -> u64 {
        let state = &self.tree.states[ply];
        let key = if self.symmetric { self.tree.game.symmetric_key(state) } else { self.tree.game.key(state) };
        key ^ self.salt
    }

    /// The value from the table's entry, if that is enough.
    ///
    /// In a game with a rule of repetition the same position may be worth less on another path. Under the common rule
    /// only wins are trusted of its proofs: a shortest win repeats no position, and the salt of the key includes the
    /// positions before the root that end the game if they occur once more. Under any other rule all is trusted, but
    /// only if no earlier position can come again. The README.md of this crate, "Repetition", has the reasons.
    #[inline]
    pub(crate) fn answer<const REPEATS: u8>(
        &self,
        entry: TableEntry,
        SearchNode { ply, depth, .. }: SearchNode,
        window: Window,
    ) -> Option<NodeValue> {
        if REPEATS == JUDGED && !self.tree.path.as_ref().is_some_and(|path| path.is_fresh(ply)) {
            return None;
        }
        let value = from_root(entry.value, ply);
        if self.has_counter && is_win(value) && !self.is_in_time(ply, entry.value) {
            return None;
        }
        let wins = |side: Bound| entry.bound.contains(side) && is_win(value) && (value > 0) == (side == Bound::LOWER);
        if self.techniques.equal_depth {
            if REPEATS == WORTH || entry.depth as usize != depth.min(MAX_ENTRY_DEPTH as usize) {
                return None;
            }
        } else if entry.proven || entry.depth as usize >= depth && depth < MAX_ENTRY_DEPTH as usize {
            // All of it is believed.
        } else if wins(Bound::LOWER) && value >= window.beta || wins(Bound::UPPER) && value <= window.alpha {
            // A win has been seen, however deep that search was.
        } else {
            return None;
        }
        // On the principal variation a bound is not enough. A value is, because each ply is searched up to three times
        // there, and so are the plies below it; `Strong::line` has the line behind it. But not in a position that
        // occurs for the second time: there the line may be about to end by repetition, which the entry cannot know.
        let is_line = window.beta - window.alpha > 1;
        let comes_again = || self.tree.path.as_ref().is_some_and(|path| path.has_occurred(ply));
        let enough = if is_line {
            entry.bound == Bound::EXACT
                && (entry.proven || REPEATS == NEVER || entry.depth as usize == depth || !comes_again())
        } else {
            entry.bound.contains(Bound::LOWER) && value >= window.beta
                || entry.bound.contains(Bound::UPPER) && value <= window.alpha
        };
        let proven = |side: Bound| entry.bound.contains(side) && (entry.proven || wins(side));
        enough.then(|| NodeValue::partly_proven(value, proven(Bound::LOWER), proven(Bound::UPPER)))
    }

    /// Stores the value in the table, unless it is valid on this path alone.
    #[inline]
    pub(crate) fn remember<const REPEATS: u8>(
        &self,
        node: SearchNode,
        found: NodeValue,
        best: Option<usize>,
        window: Window,
    ) {
        let Some(table) = self.table else { return };
        // A value that depends on a position before the root seems to depend on the root.
        let from = if REPEATS == JUDGED { node.ply.max(1) } else { node.ply };
        if REPEATS != NEVER && !found.is_independent_of_path(from) {
            return;
        }
        let bound = if found.value >= window.beta {
            Bound::LOWER
        } else if found.value <= window.alpha {
            Bound::UPPER
        } else {
            Bound::EXACT
        };
        let bound = if found.lower_proven && found.upper_proven { Bound::EXACT } else { bound };
        let proven = found.is_proven(bound) && (REPEATS != WORTH || is_win(found.value));
        // Where every move is worse than what is found elsewhere, which one is best is not known.
        let best = best.filter(|_| bound != Bound::UPPER && found.value > -INFINITY);
        let value = from_here(found.value, node.ply);
        table.store(node.key, TableEntry { value, bound, proven, depth: node.depth as u32, best });
    }

    /// The value of the position at this ply, if it is solved. `key` is what the search's table knows it by.
    ///
    /// A tablebase's value assumes that no position came before. If repetitions are draws, a draw stays a draw on any
    /// path, because a repetition only makes more draws. Other values are valid too, by the argument for the wins of
    /// the table, unless positions before the root end the game when they occur once more.
    #[inline]
    pub(crate) fn solved(&self, repeats: u8, ply: usize, key: u64) -> Option<NodeValue> {
        let tablebase = self.tablebase?;
        let value = tablebase.probe(self.tablebase_key(ply, key))?;
        if !value.is_in_time(self.tree.game, &self.tree.facts, &self.tree.states[ply]) {
            return None;
        }
        if repeats == WORTH && self.has_last_chances && value != SolvedValue::Utility(0) {
            return None;
        }
        Some(NodeValue::proven(value.worth(|plies| win_at(ply + plies))))
    }

    fn tablebase_key(&self, ply: usize, key: u64) -> u64 {
        let Facts { abilities, .. } = self.tree.facts;
        if self.table.is_some() && self.symmetric == abilities.symmetry {
            return key ^ self.salt;
        }
        key_of(self.tree.game, &self.tree.facts, &self.tree.states[ply])
    }
}

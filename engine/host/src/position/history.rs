//! The positions before the present one that could occur again.

use std::collections::HashMap;

/// Their keys, those that the rule of repetition compares: in their order for a search, and counted for the rule.
/// Games without irreversible moves have long histories, so nothing looks through them.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyHistory {
    keys: Vec<u64>,
    times: HashMap<u64, usize>,
}

impl KeyHistory {
    /// The keys, oldest first.
    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often a position with this key occurred.
    pub(super) fn times(&self, key: u64) -> usize {
        self.times.get(&key).copied().unwrap_or(0)
    }

    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
        *self.times.entry(key).or_default() += 1;
    }

    /// Forgets all: after an irreversible move.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.times.clear();
    }
}

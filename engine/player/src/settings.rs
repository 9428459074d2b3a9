//! What the settings say about searches.

use crate::Quota;
use plyd_search::MAX_THREADS;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What searches may use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SearchSettings {
    /// The largest transposition table that a session may ask for, in MiB.
    pub session_hash: usize,
    /// The most that the tables of all sessions may take together, in MiB.
    pub total_hash: usize,
    /// The most threads that a session may ask for.
    pub session_threads: usize,
    /// The most threads that all searches may use together, beyond the one that each has.
    pub total_threads: usize,
}

impl SearchSettings {
    /// The memory for the tables of all sessions, in MiB.
    #[must_use]
    pub fn memory(&self) -> Arc<Quota> {
        Quota::new(self.total_hash)
    }

    /// The threads of all searches, beyond the one that each has.
    #[must_use]
    pub fn threads(&self) -> Arc<Quota> {
        Quota::new(self.total_threads)
    }
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self { session_hash: 4096, total_hash: 8192, session_threads: MAX_THREADS, total_threads: 1024 }
    }
}

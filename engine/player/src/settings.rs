//! The settings that concern searches.

use crate::{Quota, TableMemory};
use plyd_search::MAX_THREADS;
use plyd_tablebase::Tablebases;
use serde::{Deserialize, Serialize};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

/// The limits on resources of searches.
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
    /// See [`most_running`](Self::most_running); 0 for as many as that says.
    pub max_running: usize,
    /// See [`idle_table_time`](Self::idle_table_time).
    pub idle_table_seconds: u64,
    /// The folders with tables of solved games.
    pub tablebases: Vec<PathBuf>,
    /// The most that such tables may take together, in MiB.
    pub tablebase_memory: u64,
}

impl SearchSettings {
    /// The memory for the tables of all sessions.
    #[must_use]
    pub fn memory(&self) -> Arc<TableMemory> {
        TableMemory::new(self.total_hash)
    }

    /// The threads of all searches, beyond the one that each has.
    #[must_use]
    pub fn threads(&self) -> Arc<Quota> {
        Quota::new(self.total_threads)
    }

    /// The tables of solved games in their folders. Their headers are read; a search reads the rest when it needs it.
    #[must_use]
    pub fn open_tablebases(&self) -> Arc<Tablebases> {
        Arc::new(Tablebases::open(&self.tablebases, self.tablebase_memory << 20))
    }

    /// The maximum number of searches at a time. By default 64 per processor, and at least 256.
    #[must_use]
    pub fn most_running(&self) -> usize {
        const EACH: usize = 64;
        const LEAST: usize = 256;
        // More than any machine runs, and within the bounds of a semaphore.
        const MOST: usize = 1 << 20;
        let processors = available_parallelism().map_or(1, NonZero::get);
        let open = (EACH * processors).max(LEAST);
        if self.max_running == 0 { open } else { self.max_running.min(MOST) }
    }

    /// How long the table of an idle client on a connection is kept; `None` for no limit.
    #[must_use]
    pub fn idle_table_time(&self) -> Option<Duration> {
        (self.idle_table_seconds > 0).then(|| Duration::from_secs(self.idle_table_seconds))
    }
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            session_hash: 4096,
            total_hash: 8192,
            session_threads: MAX_THREADS,
            total_threads: 1024,
            max_running: 0,
            idle_table_seconds: 3_600,
            tablebases: Vec::new(),
            tablebase_memory: 1_024,
        }
    }
}

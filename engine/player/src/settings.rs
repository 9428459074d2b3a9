//! The settings that concern searches.

use crate::{Quota, TableMemory};
use plyd_search::MAX_THREADS;
use plyd_settings::{MAX_MEBIBYTES, YEAR, settings};
use plyd_tablebase::Tablebases;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

settings! {
    /// The limits on resources of searches.
    pub struct SearchSettings in "search" {
        /// The maximum value of the option Hash in a session, in MiB.
        session_hash: usize = 4096, Integer { min: 0, max: MAX_MEBIBYTES };
        /// The maximum memory for the transposition tables of all sessions together, in MiB. A search that gets less
        /// than it asks for uses a smaller table or none, and reports it.
        total_hash: usize = 8192, Integer { min: 0, max: MAX_MEBIBYTES };
        /// The maximum value of the option Threads in a session.
        session_threads: usize = MAX_THREADS, Integer { min: 1, max: MAX_THREADS as i64 };
        /// The maximum number of extra threads of all searches together. The first thread of each search doesn't count.
        /// A search that gets fewer threads than it asks for reports it. The same number of threads may wait for the
        /// next searches of their sessions.
        total_threads: usize = 1024, Integer { min: 0, max: 65_536 };
        /// The maximum number of searches that run at the same time in all sessions. Other searches wait, and report
        /// it. 0 means 64 for each processor, and at least 256. If the limit is four or more, one remote address can
        /// use about three quarters of it, so that others get their turn. For clients on this machine, this share
        /// applies to each token.
        max_running: usize = 0, Integer { min: 0, max: 1_048_576 };
        /// How long an idle client of a server keeps its transposition table, its search history and its extra threads,
        /// in seconds. It loses them earlier if another session needs the table's memory. 0 means no limit.
        idle_table_seconds: u64 = 3_600, Integer { min: 0, max: YEAR };
        /// Folders with tablebases (tables of solved games) for searches. `plyd tablebase` builds them.
        tablebases: Vec<PathBuf> = Vec::new(), Folders,
            flag Flag::new("tablebases", "DIR").takes(Takes::Many).more("; repeat it for each");
        /// Folders with networks that evaluate positions, in addition to the libraries' own networks. `plyd learn`
        /// trains such networks.
        networks: Vec<PathBuf> = Vec::new(), Folders,
            flag Flag::new("networks", "DIR").takes(Takes::Many).more("; repeat it for each");
        /// The maximum memory for tablebases, in MiB. plyd doesn't use a tablebase that doesn't fit.
        tablebase_memory: u64 = 1_024, Integer { min: 0, max: MAX_MEBIBYTES };
    }
}

impl SearchSettings {
    /// Returns the memory for the tables of all sessions.
    #[must_use]
    pub fn memory(&self) -> Arc<TableMemory> {
        TableMemory::new(self.total_hash)
    }

    /// Returns the quota for additional threads of all searches.
    #[must_use]
    pub fn threads(&self) -> Arc<Quota> {
        Quota::new(self.total_threads)
    }

    /// Opens the tablebases in the folders. Only their headers are read; a search reads the rest on demand.
    #[must_use]
    pub fn open_tablebases(&self) -> Arc<Tablebases> {
        Arc::new(Tablebases::open(&self.tablebases, self.tablebase_memory << 20))
    }

    /// Returns the maximum number of concurrent searches. By default it is 64 per processor, and at least 256.
    #[must_use]
    pub fn most_running(&self) -> usize {
        const EACH: usize = 64;
        const LEAST: usize = 256;
        // More than any machine runs, and within the limits of a semaphore.
        const MOST: usize = 1 << 20;
        let processors = available_parallelism().map_or(1, NonZero::get);
        let open = (EACH * processors).max(LEAST);
        if self.max_running == 0 { open } else { self.max_running.min(MOST) }
    }

    /// Returns how long the table of an idle client is kept; `None` for no limit.
    #[must_use]
    pub fn idle_table_time(&self) -> Option<Duration> {
        (self.idle_table_seconds > 0).then(|| Duration::from_secs(self.idle_table_seconds))
    }
}

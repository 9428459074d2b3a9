//! The memory that all transposition tables of a process share.

use crate::{Quota, SearchTable, Share};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A bound for the tables of all searchers together. When it is reached, tables that no search uses are freed for those
/// that do, the longest idle first.
#[derive(Debug)]
pub struct TableMemory {
    /// In MiB.
    quota: Arc<Quota>,
    /// All tables that may have memory to free.
    tables: Mutex<Vec<Weak<SearchTable>>>,
}

impl TableMemory {
    /// The total for all tables, in MiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Arc<Self> {
        Arc::new(Self { quota: Quota::new(mebibytes), tables: Mutex::default() })
    }

    /// No bound.
    #[must_use]
    pub fn unlimited() -> Arc<Self> {
        Self::new(usize::MAX)
    }

    /// The MiB in use.
    #[must_use]
    pub fn used(&self) -> usize {
        self.quota.used()
    }

    pub(crate) fn add(&self, table: &Arc<SearchTable>) {
        let mut tables = self.tables();
        // Those that are gone go from the list before it grows, so that it is no longer than twice those that are there.
        if tables.len() == tables.capacity() {
            tables.retain(|table| table.strong_count() > 0);
        }
        tables.push(Arc::downgrade(table));
    }

    /// Takes as much of `wanted` MiB as there is, or can be freed.
    pub(crate) fn take(&self, wanted: usize) -> Share {
        let mut share = self.quota.take(wanted);
        if share.size() < wanted {
            let mut idle: Vec<_> = self.tables().iter().filter_map(Weak::upgrade).collect();
            idle.retain(|table| table.idle_since().is_some());
            idle.sort_by_key(|table| table.idle_since());
            for table in idle {
                table.free_idle();
                // What was taken so far is given back first, or it would not be there to be taken.
                drop(share);
                share = self.quota.take(wanted);
                if share.size() == wanted {
                    break;
                }
            }
        }
        share
    }

    fn tables(&self) -> MutexGuard<'_, Vec<Weak<SearchTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

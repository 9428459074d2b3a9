//! The memory that all transposition tables of a process share.

use crate::{Quota, QuotaShare};
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

/// A holder of memory for a table, which can give it back while no search uses the table.
pub(crate) trait TableHolder: Debug + Send + Sync {
    /// Since when no search uses the table; `None` if one does, or there is no memory to free.
    fn idle_since(&self) -> Option<Instant>;

    /// Frees the memory that no search uses.
    fn free_idle(&self);
}

/// A bound for the tables of all searchers together. When it is reached, tables that no search uses are freed for those
/// that do, the longest idle first.
#[derive(Debug)]
pub struct TableMemory {
    /// In MiB.
    quota: Arc<Quota>,
    /// All tables that may have memory to free.
    tables: Mutex<Vec<Weak<dyn TableHolder>>>,
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

    /// Changes the total, in MiB. What is taken beyond it stays taken until it is given back.
    pub fn set_total(&self, mebibytes: usize) {
        self.quota.set_total(mebibytes);
    }

    pub(crate) fn add(&self, table: Weak<dyn TableHolder>) {
        let mut tables = self.tables();
        // Those that are gone go from the list before it grows, so that it is no longer than twice those that are
        // there.
        if tables.len() == tables.capacity() {
            tables.retain(|table| table.strong_count() > 0);
        }
        tables.push(table);
    }

    /// Takes as much of `wanted` MiB as there is, or can be freed.
    pub(crate) fn take(&self, wanted: usize) -> QuotaShare {
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

    fn tables(&self) -> MutexGuard<'_, Vec<Weak<dyn TableHolder>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! The memory shared by all transposition tables of a process.

use crate::{Quota, QuotaShare};
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

/// A holder of table memory, which can return it while no search uses the table.
pub(crate) trait TableHolder: Debug + Send + Sync {
    /// The time since which no search uses the table; `None` if one does, or if there is no memory to free.
    fn idle_since(&self) -> Option<Instant>;

    /// Frees the memory that no search uses.
    fn free_idle(&self);
}

/// A limit for the tables of all searchers. When it is reached, tables that no search uses are freed for others, the
/// longest idle first.
#[derive(Debug)]
pub struct TableMemory {
    /// The quota in MiB.
    quota: Arc<Quota>,
    /// All tables that may have memory to free.
    tables: Mutex<Vec<Weak<dyn TableHolder>>>,
}

impl TableMemory {
    /// Creates a pool with this total in MiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Arc<Self> {
        Arc::new(Self { quota: Quota::new(mebibytes), tables: Mutex::default() })
    }

    /// Creates an unlimited pool.
    #[must_use]
    pub fn unlimited() -> Arc<Self> {
        Self::new(usize::MAX)
    }

    /// Returns the memory in use in MiB.
    #[must_use]
    pub fn used(&self) -> usize {
        self.quota.used()
    }

    /// Changes the total in MiB. Memory beyond it stays in use until it is returned.
    pub fn set_total(&self, mebibytes: usize) {
        self.quota.set_total(mebibytes);
    }

    pub(crate) fn add(&self, table: Weak<dyn TableHolder>) {
        let mut tables = self.tables();
        // Dropped tables are removed before the list grows, so its length is at most twice the number of existing
        // tables.
        if tables.len() == tables.capacity() {
            tables.retain(|table| table.strong_count() > 0);
        }
        tables.push(table);
    }

    /// Takes as much of `wanted` MiB as is available or can be freed.
    pub(crate) fn take(&self, wanted: usize) -> QuotaShare {
        let mut share = self.quota.take(wanted);
        if share.size() < wanted {
            let mut idle: Vec<_> = self.tables().iter().filter_map(Weak::upgrade).collect();
            idle.retain(|table| table.idle_since().is_some());
            idle.sort_by_key(|table| table.idle_since());
            for table in idle {
                table.free_idle();
                // The partial share is returned first, so that it is available again.
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

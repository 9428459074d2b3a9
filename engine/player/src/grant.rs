//! Memory for a table in another process.

use crate::table_memory::TableHolder;
use crate::{QuotaShare, TableMemory};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A share of the table memory, for one table in another process. When the table must be freed, that process receives a
/// message.
pub struct TableGrant {
    memory: Arc<TableMemory>,
    free: Box<dyn Fn() + Send + Sync>,
    state: Mutex<GrantState>,
}

#[derive(Debug)]
struct GrantState {
    share: Option<QuotaShare>,
    /// The number of users of the table: searches, and callers that prepare it for one.
    users: usize,
    last_used: Instant,
}

impl TableGrant {
    /// Creates an empty grant. `free` asks the other process to free its table; it must not block.
    #[must_use]
    pub fn new(memory: &Arc<TableMemory>, free: impl Fn() + Send + Sync + 'static) -> Arc<Self> {
        let state = GrantState { share: None, users: 0, last_used: Instant::now() };
        let grant = Arc::new(Self { memory: Arc::clone(memory), free: Box::new(free), state: Mutex::new(state) });
        memory.add(Arc::downgrade(&(Arc::clone(&grant) as Arc<dyn TableHolder>)));
        grant
    }

    /// Registers a user of a table with `wanted` MiB, which is a search or its preparation. Returns the granted size:
    /// the previous grant if the same size is wanted, otherwise as much as is available.
    pub fn begin(&self, wanted: usize) -> usize {
        let mut state = self.lock();
        (state.users, state.last_used) = (state.users + 1, Instant::now());
        if state.share.as_ref().is_none_or(|share| share.size() != wanted) {
            // Returned first, because the new grant may need it.
            state.share = None;
            // A table in use is not reclaimed.
            drop(state);
            let share = self.memory.take(wanted);
            state = self.lock();
            state.share = Some(share);
        }
        state.share.as_ref().map_or(0, QuotaShare::size)
    }

    /// Returns the current size limit of the table in MiB.
    pub fn granted(&self) -> usize {
        self.lock().share.as_ref().map_or(0, QuotaShare::size)
    }

    /// Unregisters a user.
    pub fn end(&self) {
        let mut state = self.lock();
        (state.users, state.last_used) = (state.users.saturating_sub(1), Instant::now());
    }

    /// Frees the table if no search uses it.
    pub fn free_idle(&self) {
        let mut state = self.lock();
        if state.users == 0 && state.share.as_ref().is_some_and(|share| share.size() > 0) {
            (self.free)();
            state.share = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, GrantState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableHolder for TableGrant {
    fn idle_since(&self) -> Option<Instant> {
        // If the state is locked, a search is about to begin.
        let state = self.state.try_lock().ok()?;
        let has_some = state.share.as_ref().is_some_and(|share| share.size() > 0);
        (has_some && state.users == 0).then_some(state.last_used)
    }

    fn free_idle(&self) {
        Self::free_idle(self);
    }
}

impl fmt::Debug for TableGrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableGrant").field("state", &self.state).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn an_idle_grant_gives_way_and_a_used_one_does_not() {
        let memory = TableMemory::new(10);
        let freed = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&freed);
        let first = TableGrant::new(&memory, move || {
            counted.fetch_add(1, Relaxed);
        });
        let second = TableGrant::new(&memory, || {});
        assert_eq!((first.begin(8), second.begin(8)), (8, 2));
        assert_eq!(freed.load(Relaxed), 0);
        first.end();
        second.end();
        assert_eq!((second.begin(8), freed.load(Relaxed)), (8, 1), "the first one gives way");
        assert_eq!(first.begin(8), 2);
    }

    #[test]
    fn a_grant_is_used_until_the_last_one_who_uses_it_has_ended() {
        let memory = TableMemory::new(10);
        let grant = TableGrant::new(&memory, || {});
        assert_eq!((grant.begin(8), grant.begin(8)), (8, 8));
        grant.end();
        grant.free_idle();
        assert_eq!(grant.granted(), 8);
        grant.end();
        grant.free_idle();
        assert_eq!(grant.granted(), 0);
    }

    #[test]
    fn a_grant_is_kept_from_search_to_search_and_given_back_at_the_end() {
        let memory = TableMemory::new(10);
        let grant = TableGrant::new(&memory, || {});
        assert_eq!((grant.begin(4), memory.used()), (4, 4));
        grant.end();
        assert_eq!((grant.begin(4), memory.used()), (4, 4));
        grant.end();
        assert_eq!((grant.begin(7), memory.used(), grant.granted()), (7, 7, 7));
        grant.end();
        grant.free_idle();
        assert_eq!(grant.granted(), 0);
        drop(grant);
        assert_eq!(memory.used(), 0);
    }
}

//! The state that a searcher keeps between searches: a table, limited by the memory shared by all tables, and the
//! experience of its threads.

use crate::table_memory::TableHolder;
use crate::{NetworkFile, ParkedQuota, Quota, QuotaShare, TableMemory};
use plyd_search::{Algorithm, Experience, TranspositionTable};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Instant;

/// A table, and its share of the memory.
#[derive(Debug)]
struct Owned {
    table: Arc<TranspositionTable>,
    wanted: usize,
    /// The share in MiB.
    // Given back after the table is freed, if no search that was given up still has it.
    _share: QuotaShare,
}

/// The largest table, in MiB, that is cleared for reuse. A larger one is replaced, because the system supplies zeroed
/// memory lazily, whereas clearing would take too long.
const MAX_CLEARED: usize = 4;

/// The maximum number of sentences that are remembered as reported.
const MOST_TOLD: usize = 256;

impl Owned {
    /// Clears the table. Returns `false` if that would take too long, or if an abandoned search still uses the table.
    fn clear(&mut self) -> bool {
        let table = Arc::get_mut(&mut self.table).filter(|table| table.mebibytes() <= MAX_CLEARED);
        table.map(TranspositionTable::clear).is_some()
    }
}

/// The experience of a searcher's threads, and the quota of the parked ones.
#[derive(Debug)]
struct ThreadExperience {
    experience: Arc<Experience>,
    /// The reserved quota; `None` while a search uses the experience.
    parked: Option<ParkedQuota>,
}

/// The table and the experience that a searcher keeps between searches. Both are created on first use.
#[derive(Debug)]
pub struct SearchTable {
    memory: Arc<TableMemory>,
    state: Mutex<TableMemoryState>,
}

#[derive(Debug)]
struct TableMemoryState {
    owned: Option<Owned>,
    learnt: Option<ThreadExperience>,
    is_stale: bool,
    /// Whether the table was freed although its contents may still be wanted.
    is_lost: bool,
    /// The time of the last search that requested the table.
    last_used: Instant,
    /// The one-time sentences that the client has received.
    told: Vec<String>,
    /// The network of the latest search.
    network: Option<NetworkFile>,
}

impl SearchTable {
    /// Creates an empty holder, which will take memory from this pool.
    #[must_use]
    pub fn new(memory: &Arc<TableMemory>) -> Arc<Self> {
        let state = TableMemoryState {
            owned: None,
            learnt: None,
            is_stale: false,
            is_lost: false,
            last_used: Instant::now(),
            told: Vec::new(),
            network: None,
        };
        let table = Arc::new(Self { memory: Arc::clone(memory), state: Mutex::new(state) });
        memory.add(Arc::downgrade(&(Arc::clone(&table) as Arc<dyn TableHolder>)));
        table
    }

    /// Discards all results of earlier searches; the next search begins with an empty table and without experience.
    pub fn forget(&self) {
        let mut state = self.lock();
        (state.is_stale, state.learnt) = (true, None);
    }

    /// Frees the memory once no search uses it, and ends the threads.
    pub fn free(&self) {
        let mut state = self.lock();
        (state.owned, state.learnt) = (None, None);
    }

    /// Frees the memory that no search uses, and ends its threads. The next search reports the loss.
    pub fn free_idle(&self) {
        let mut state = self.lock();
        // While a search is prepared or runs, there is one more reference.
        state.learnt.take_if(|learnt| Arc::strong_count(&learnt.experience) == 1);
        if state.is_idle() {
            state.owned = None;
            state.is_lost = !state.is_stale;
        }
    }

    /// Frees a table of another size, and the experience, if no search uses it. The next search would replace it
    /// anyway, but may fail before.
    pub fn free_unless(&self, mebibytes: usize) {
        let mut state = self.lock();
        if state.is_idle() && state.owned.take_if(|owned| owned.wanted != mebibytes).is_some() {
            state.learnt = None;
        }
    }

    /// Returns the sentence that an algorithm ignores an option or a limit, once per client.
    pub(crate) fn unused(&self, algorithm: Algorithm, name: &'static str) -> Option<String> {
        self.once(format!("{name} is not used by {}", algorithm.name()))
    }

    /// Returns a sentence, once per client, unless too many have been reported.
    pub fn once(&self, text: String) -> Option<String> {
        let mut state = self.lock();
        if state.told.len() == MOST_TOLD || state.told.contains(&text) {
            return None;
        }
        state.told.push(text.clone());
        Some(text)
    }

    /// Returns this network with its earlier comparison results, which a network from a message lacks.
    pub(crate) fn known_network(&self, file: &NetworkFile) -> NetworkFile {
        let mut state = self.lock();
        let is_same = |known: &&NetworkFile| *known == file && known.name() == file.name();
        if let Some(known) = state.network.as_ref().filter(is_same) {
            return known.clone();
        }
        state.network = Some(file.clone());
        file.clone()
    }

    /// Returns the table if its contents are valid. A search may be using it.
    #[must_use]
    pub fn peek(&self) -> Option<Arc<TranspositionTable>> {
        let state = self.lock();
        state.owned.as_ref().filter(|_| !state.is_stale).map(|owned| Arc::clone(&owned.table))
    }

    fn lock(&self) -> MutexGuard<'_, TableMemoryState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the experience for a search.
    pub(crate) fn experience(&self) -> Arc<Experience> {
        let mut state = self.lock();
        let learnt = state.learnt.get_or_insert_with(|| ThreadExperience { experience: Arc::default(), parked: None });
        learnt.parked = None;
        Arc::clone(&learnt.experience)
    }

    /// Ends the use of this experience by a search. Its threads are parked if the quota permits.
    pub(crate) fn park(&self, experience: &Arc<Experience>, threads: &Arc<Quota>) {
        let mut state = self.lock();
        let learnt = state.learnt.as_mut().filter(|learnt| Arc::ptr_eq(&learnt.experience, experience));
        let parked = learnt.and_then(|learnt| {
            learnt.parked = threads.park(experience.parked_threads());
            learnt.parked.as_ref()
        });
        if parked.is_none() {
            experience.end_threads();
        }
    }

    /// Returns the table like [`SearchTable::get`], but for a search that grows a tree: no other search may write to
    /// the table, not even an abandoned one.
    #[must_use]
    pub fn get_alone(&self, wanted: usize) -> (Option<Arc<TranspositionTable>>, Option<String>) {
        let mut state = self.lock();
        if !state.is_idle() {
            state.owned = None;
        }
        drop(state);
        self.get(wanted)
    }

    /// Returns the table for a search that may use `wanted` MiB: the previous one, or a new one if the size has
    /// changed. If less memory is available, there is also a remark. The table is `None` for 0, and if no memory is
    /// left.
    #[must_use]
    pub fn get(&self, wanted: usize) -> (Option<Arc<TranspositionTable>>, Option<String>) {
        let mut state = self.lock();
        state.last_used = Instant::now();
        let (is_stale, is_lost) = (std::mem::take(&mut state.is_stale), std::mem::take(&mut state.is_lost));
        let fits = |owned: &&mut Owned| owned.wanted == wanted && !owned.table.has_growing_tree();
        if let Some(owned) = state.owned.as_mut().filter(fits)
            && (!is_stale || owned.clear())
        {
            return (Some(Arc::clone(&owned.table)), None);
        }
        // The old table is freed first, because the new one may need its memory. The experience is dropped with it.
        if state.owned.take().is_some() {
            state.learnt = None;
        }
        if wanted == 0 {
            return (None, None);
        }
        let share = self.memory.take(wanted);
        let table = (share.size() > 0).then(|| TranspositionTable::new(share.size())).flatten().map(Arc::new);
        let remark = match &table {
            None => Some(format!("there is not enough memory for a table of {wanted} MiB, so the search has none")),
            Some(table) if table.mebibytes() < wanted => {
                let size = table.mebibytes();
                Some(format!("the table has {size} MiB instead of {wanted}, because no more memory is available"))
            }
            Some(_) => (is_lost && !is_stale).then(|| "the table starts empty, because it was freed while idle".into()),
        };
        // A smaller table is recorded with its actual size, so that the next search tries again.
        if let Some(table) = &table {
            state.owned = Some(Owned { table: Arc::clone(table), wanted: table.mebibytes(), _share: share });
        }
        (table, remark)
    }
}

impl TableHolder for SearchTable {
    fn idle_since(&self) -> Option<Instant> {
        match self.state.try_lock() {
            Ok(state) => state.is_idle().then_some(state.last_used),
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner().last_used),
            // A search is about to use it.
            Err(TryLockError::WouldBlock) => None,
        }
    }

    fn free_idle(&self) {
        Self::free_idle(self);
    }
}

impl TableMemoryState {
    /// Whether there is a table that no search uses.
    fn is_idle(&self) -> bool {
        self.owned.as_ref().is_some_and(|owned| Arc::strong_count(&owned.table) == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_search::{Bound, TableEntry};

    #[test]
    fn a_table_of_another_size_is_freed_before_the_next_search() {
        let memory = TableMemory::new(10);
        let table = SearchTable::new(&memory);
        let used = table.get(4);
        table.free_unless(3);
        assert_eq!(memory.used(), 4, "a search uses it");
        drop(used);
        table.free_unless(4);
        assert_eq!(memory.used(), 4);
        table.free_unless(3);
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn a_table_stays_until_its_size_changes() {
        let table = SearchTable::new(&TableMemory::new(8));
        let (first, remark) = table.get(2);
        let (again, _) = table.get(2);
        assert!(Arc::ptr_eq(first.as_ref().unwrap(), &again.unwrap()) && remark.is_none());
        table.forget();
        assert!(!Arc::ptr_eq(first.as_ref().unwrap(), &table.get(2).0.unwrap()), "what was to be forgotten is kept");
        assert!(Arc::ptr_eq(&table.get(2).0.unwrap(), &table.get(2).0.unwrap()), "it is forgotten once, not for ever");
        assert_eq!(table.get(4).0.unwrap().mebibytes(), 4);
        assert!(table.get(0).0.is_none());
        assert_eq!(table.memory.used(), 0);
    }

    #[test]
    fn what_is_forgotten_is_not_found_again_in_a_table_of_any_size() {
        let entry = TableEntry { value: 5, bound: Bound::EXACT, proven: false, depth: 3, best: None };
        for size in [1, MAX_CLEARED, 2 * MAX_CLEARED] {
            let table = SearchTable::new(&TableMemory::unlimited());
            table.get(size).0.unwrap().store(7, entry);
            assert!(table.get(size).0.unwrap().probe(7).is_some());
            table.forget();
            assert!(table.get(size).0.unwrap().probe(7).is_none(), "{size} MiB");
        }
    }

    #[test]
    fn freed_memory_is_there_for_others() {
        let memory = TableMemory::new(2);
        let (first, second) = (SearchTable::new(&memory), SearchTable::new(&memory));
        let used = first.get(2).0;
        assert!(used.is_some() && second.get(2).0.is_none());
        drop(used);
        first.free();
        assert_eq!(second.get(2).0.unwrap().mebibytes(), 2);
    }

    #[test]
    fn sessions_share_the_memory_and_give_it_back() {
        let memory = TableMemory::new(3);
        let (first, second, third) = (SearchTable::new(&memory), SearchTable::new(&memory), SearchTable::new(&memory));
        let (used, remark) = first.get(2);
        assert!(remark.is_none());
        let (smaller, remark) = second.get(2);
        assert_eq!(smaller.as_ref().unwrap().mebibytes(), 1);
        assert_eq!(remark.as_deref(), Some("the table has 1 MiB instead of 2, because no more memory is available"));
        let (table, remark) = third.get(2);
        assert!(table.is_none());
        assert_eq!(remark.as_deref(), Some("there is not enough memory for a table of 2 MiB, so the search has none"));
        drop((first, used, smaller));
        assert_eq!(second.get(2).0.unwrap().mebibytes(), 2, "what was given back is not used");
        drop((second, third));
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn a_search_gets_the_memory_of_idle_tables_the_longest_idle_first() {
        let memory = TableMemory::new(6);
        let tables: Vec<_> = (0..3).map(|_| SearchTable::new(&memory)).collect();
        let used = tables[0].get(2).0;
        drop((tables[1].get(2), tables[2].get(2)));
        let last = SearchTable::new(&memory);
        let (table, remark) = last.get(2);
        assert_eq!((table.map(|table| table.mebibytes()), remark), (Some(2), None));
        let holds = |table: &SearchTable| table.lock().owned.is_some();
        assert_eq!(tables.iter().map(|table| holds(table)).collect::<Vec<_>>(), [true, false, true]);
        let lost = "the table starts empty, because it was freed while idle";
        assert_eq!(tables[1].get(2).1.as_deref(), Some(lost));
        assert_eq!(tables[1].get(2).1, None, "it is said once");
        // Freeing everything idle does not suffice here.
        let (table, remark) = tables[2].get(6);
        assert_eq!(table.map(|table| table.mebibytes()), Some(4));
        assert_eq!(remark.as_deref(), Some("the table has 4 MiB instead of 6, because no more memory is available"));
        drop(used);
    }

    #[test]
    fn experience_stays_until_it_is_forgotten_or_freed_and_nobody_else_has_it() {
        let memory = TableMemory::unlimited();
        let (own, other) = (SearchTable::new(&memory), SearchTable::new(&memory));
        let first = own.experience();
        assert!(Arc::ptr_eq(&first, &own.experience()) && !Arc::ptr_eq(&first, &other.experience()));
        let _ = (own.get(0), own.get(2), own.get(2));
        assert!(Arc::ptr_eq(&first, &own.experience()), "the table was not emptied");
        own.free_idle();
        assert!(Arc::ptr_eq(&first, &own.experience()), "a search uses it");
        let _ = (own.get(2), own.get(4));
        assert!(!Arc::ptr_eq(&first, &own.experience()), "a table of another size begins empty");
        let first = own.experience();
        let address = Arc::downgrade(&first);
        drop(first);
        own.free_idle();
        assert!(address.upgrade().is_none(), "nobody uses it");
        for forget in [SearchTable::forget, SearchTable::free] {
            let before = own.experience();
            forget(&own);
            assert!(!Arc::ptr_eq(&before, &own.experience()));
        }
    }

    #[test]
    fn threads_of_a_forgotten_search_are_not_counted_as_parked() {
        let (table, quota) = (SearchTable::new(&TableMemory::unlimited()), Quota::new(4));
        let experience = table.experience();
        table.park(&experience, &quota);
        let counts = |table: &SearchTable| table.lock().learnt.as_ref().is_some_and(|learnt| learnt.parked.is_some());
        assert!(counts(&table));
        let again = table.experience();
        assert!(Arc::ptr_eq(&experience, &again) && !counts(&table), "what works is not parked");
        table.forget();
        let next = table.experience();
        table.park(&again, &quota);
        assert!(!counts(&table), "it was forgotten");
        table.park(&next, &quota);
        assert!(counts(&table));
    }
}

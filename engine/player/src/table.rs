//! The memory for transposition tables: one table a searcher, and a bound for all of them together.

use crate::{Quota, Share};
use plyd_search::Table;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A table and the memory it counts for.
#[derive(Debug)]
struct Owned {
    table: Arc<Table>,
    wanted: usize,
    /// In MiB.
    // Given back after the table is freed, if no search that was given up still has it.
    _share: Share,
}

/// The largest table, in MiB, that is cleared to be used again. A larger one is made anew: the system gives it empty without
/// writing to it, which a large one could not be in good time.
const MAX_CLEARED: usize = 4;

impl Owned {
    /// Empties the table; false if that takes too long, or a search that was given up still uses it.
    fn clear(&mut self) -> bool {
        let table = Arc::get_mut(&mut self.table).filter(|table| table.mebibytes() <= MAX_CLEARED);
        table.map(Table::clear).is_some()
    }
}

/// The table that one searcher keeps from search to search. It is made when a search first needs it.
#[derive(Debug)]
pub struct SearchTable {
    memory: Arc<Quota>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    owned: Option<Owned>,
    is_stale: bool,
}

impl SearchTable {
    /// None yet; its memory, in MiB, will be taken from this quota.
    #[must_use]
    pub fn new(memory: &Arc<Quota>) -> Arc<Self> {
        Arc::new(Self { memory: Arc::clone(memory), state: Mutex::default() })
    }

    /// What was learnt so far is of no use any more; the next search begins with an empty table.
    pub fn forget(&self) {
        self.lock().is_stale = true;
    }

    /// Frees the memory, as soon as no search uses it any more.
    pub fn free(&self) {
        self.lock().owned = None;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table for a search that may use `wanted` MiB: the one of the search before, or a new one if the size has changed.
    /// Beside it a remark, if there is less memory than wanted. It is `None` for 0, and where no memory is left.
    #[must_use]
    pub fn get(&self, wanted: usize) -> (Option<Arc<Table>>, Option<String>) {
        let mut state = self.lock();
        let is_stale = std::mem::take(&mut state.is_stale);
        if let Some(owned) = state.owned.as_mut().filter(|owned| owned.wanted == wanted)
            && (!is_stale || owned.clear())
        {
            return (Some(Arc::clone(&owned.table)), None);
        }
        // The old one is freed first: its memory may be needed for the new one.
        state.owned = None;
        if wanted == 0 {
            return (None, None);
        }
        let share = self.memory.take(wanted);
        let table = (share.size() > 0).then(|| Table::new(share.size())).flatten().map(Arc::new);
        let remark = match &table {
            None => Some(format!("there is no memory for a table of {wanted} MiB, so the search has none")),
            Some(table) if table.mebibytes() < wanted => {
                Some(format!("the table has {} MiB instead of {wanted}, as no more is left", table.mebibytes()))
            }
            Some(_) => None,
        };
        // A smaller one counts as what it is, so that the next search asks for more again.
        if let Some(table) = &table {
            state.owned = Some(Owned { table: Arc::clone(table), wanted: table.mebibytes(), _share: share });
        }
        (table, remark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_search::{Bound, Entry};

    #[test]
    fn a_table_stays_until_its_size_changes() {
        let table = SearchTable::new(&Quota::new(8));
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
        let entry = Entry { value: 5, bound: Bound::EXACT, proven: false, depth: 3, best: None };
        for size in [1, MAX_CLEARED, 2 * MAX_CLEARED] {
            let table = SearchTable::new(&Quota::unlimited());
            table.get(size).0.unwrap().store(7, entry);
            assert!(table.get(size).0.unwrap().probe(7).is_some());
            table.forget();
            assert!(table.get(size).0.unwrap().probe(7).is_none(), "{size} MiB");
        }
    }

    #[test]
    fn freed_memory_is_there_for_others() {
        let memory = Quota::new(2);
        let (first, second) = (SearchTable::new(&memory), SearchTable::new(&memory));
        assert!(first.get(2).0.is_some());
        assert!(second.get(2).0.is_none());
        first.free();
        assert_eq!(second.get(2).0.unwrap().mebibytes(), 2);
    }

    #[test]
    fn sessions_share_the_memory_and_give_it_back() {
        let memory = Quota::new(3);
        let (first, second, third) = (SearchTable::new(&memory), SearchTable::new(&memory), SearchTable::new(&memory));
        assert!(first.get(2).1.is_none());
        let (table, remark) = second.get(2);
        assert_eq!(table.unwrap().mebibytes(), 1);
        assert_eq!(remark.as_deref(), Some("the table has 1 MiB instead of 2, as no more is left"));
        let (table, remark) = third.get(2);
        assert!(table.is_none());
        assert_eq!(remark.as_deref(), Some("there is no memory for a table of 2 MiB, so the search has none"));
        drop(first);
        assert_eq!(second.get(2).0.unwrap().mebibytes(), 2, "what was given back is not used");
        drop((second, third));
        assert_eq!(memory.used(), 0);
    }
}

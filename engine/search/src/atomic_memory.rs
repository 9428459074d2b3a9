//! A large block of memory that many threads read and write word by word, in huge pages if the system provides them.
//!
//! A search reads the table at random places. With pages of 4 KiB the processor must look up the address of nearly
//! every page, because there are too many to remember. With pages of 2 MiB it remembers most.

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zerocopy::FromBytes;

type AtomicWords<'a> = &'a [AtomicU64];

/// The words of the smallest page that a system has.
const PAGE_WORDS: usize = 4_096 / size_of::<AtomicU64>();

/// The number of pages supplied between two checks whether to go on: one huge page's worth.
const PAGES_AT_ONCE: usize = 512;

self_cell!(
    /// Memory of the system, and the same seen as words.
    struct MappedMemory {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: AtomicWords,
    }
);

/// Words with the initial value zero, aligned to a page. The system supplies the memory on first use.
pub(crate) struct AtomicMemory(MappedMemory);

impl AtomicMemory {
    /// This many words; `None` if there is not enough memory.
    pub(crate) fn new(count: usize) -> Option<Self> {
        let memory = MmapMut::map_anon(count.checked_mul(size_of::<AtomicU64>())?).ok()?;
        // A wish, which not every system grants.
        #[cfg(target_os = "linux")]
        drop(memory.advise(memmap2::Advice::HugePage));
        MappedMemory::try_new(MutBorrow::new(memory), words_of).ok().map(Self)
    }

    /// The words.
    #[inline]
    pub(crate) fn get(&self) -> &[AtomicU64] {
        self.0.borrow_dependent()
    }

    /// Has the system supply all of the memory, until it must stop. The words keep their values, also if others write
    /// meanwhile.
    pub(crate) fn supply(&self, must_stop: &dyn Fn() -> bool) {
        for pages in self.get().chunks(PAGES_AT_ONCE * PAGE_WORDS) {
            if must_stop() {
                return;
            }
            for page in pages.chunks(PAGE_WORDS) {
                // A page that is only read may be one that all such pages share.
                let _ = page[0].compare_exchange(0, 0, Relaxed, Relaxed);
            }
        }
    }
}

/// The memory as words; an error if it has another alignment or does not end with a word.
fn words_of(memory: &MutBorrow<MmapMut>) -> Result<AtomicWords<'_>, ()> {
    <[AtomicU64]>::mut_from_bytes(memory.borrow_mut()).map(|words| &*words).map_err(drop)
}

impl fmt::Debug for AtomicMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtomicMemory").field("words", &self.get().len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn words_are_zero_and_keep_what_is_stored() {
        let memory = AtomicMemory::new(3 << 17).unwrap();
        let words = memory.get();
        assert_eq!(words.len(), 3 << 17);
        assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        words[1].store(7, Relaxed);
        words[words.len() - 1].store(9, Relaxed);
        assert_eq!((words[0].load(Relaxed), words[1].load(Relaxed), words[words.len() - 1].load(Relaxed)), (0, 7, 9));
        assert_eq!(words.as_ptr().addr() % 4_096, 0);
    }

    #[test]
    fn supplied_memory_keeps_its_values_and_supplying_it_stops_when_it_must() {
        let memory = AtomicMemory::new(3 * PAGES_AT_ONCE * PAGE_WORDS + PAGE_WORDS).unwrap();
        memory.get()[PAGE_WORDS].store(7, Relaxed);
        let supplied = |most: usize| {
            let asked = Cell::new(0);
            memory.supply(&|| asked.replace(asked.get() + 1) == most);
            asked.get()
        };
        assert_eq!((supplied(2), supplied(usize::MAX)), (3, 4));
        let sum: u64 = memory.get().iter().map(|word| word.load(Relaxed)).sum();
        assert_eq!((memory.get()[PAGE_WORDS].load(Relaxed), sum), (7, 7));
    }

    #[test]
    fn there_is_an_end_to_memory() {
        assert!(AtomicMemory::new(usize::MAX / 2).is_none());
        assert!(AtomicMemory::new(1 << 58).is_none());
    }
}

//! The memory requirements of searches, for a process with memory limits.

use crate::SearchOptions;
use plyd_search::STACK_BYTES;

/// The maximum memory per thread for the moves of all plies, in bytes.
const ARENA_BYTES: u64 = 64 << 20;

/// The maximum resident memory of a search thread for its stack and the moves of its plies, in bytes. It is some
/// hundred KiB, or one huge page for each.
const THREAD_BYTES: u64 = 8 << 20;

/// The number of threads of a process in addition to the search threads.
const OTHER_THREADS: u64 = 4;

/// The resources of searches in addition to the memory of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchRoom {
    /// The size of the tables and other stored results, in MiB.
    pub hash: usize,
    /// The number of concurrent search threads.
    pub threads: usize,
}

impl From<&SearchOptions> for SearchRoom {
    fn from(options: &SearchOptions) -> Self {
        Self { hash: options.hash, threads: options.threads }
    }
}

impl SearchRoom {
    /// Whether these resources fit into `into`.
    #[must_use]
    pub fn fits(self, into: Self) -> bool {
        self.hash <= into.hash && self.threads <= into.threads
    }

    /// Returns the address space in bytes for a process whose library may use `memory` MiB.
    #[must_use]
    pub fn address_space(self, memory: u64) -> u64 {
        let threads = self.threads as u64 + OTHER_THREADS;
        let stacks = (STACK_BYTES as u64 + ARENA_BYTES).saturating_mul(threads);
        (memory.saturating_add(self.hash as u64)).saturating_mul(1 << 20).saturating_add(stacks)
    }

    /// Returns the maximum resident memory of the searches in bytes.
    #[must_use]
    pub fn in_use(self) -> u64 {
        (self.hash as u64).saturating_mul(1 << 20).saturating_add(THREAD_BYTES.saturating_mul(self.threads as u64))
    }

    /// Returns the resident memory limit in bytes for a process whose library may use `memory` MiB.
    #[must_use]
    pub fn memory(self, memory: u64) -> u64 {
        let others = THREAD_BYTES.saturating_mul(OTHER_THREADS);
        memory.saturating_mul(1 << 20).saturating_add(others).saturating_add(self.in_use())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_in_use_is_much_less_than_the_addresses() {
        let nothing = SearchRoom { hash: 0, threads: 0 };
        let room = SearchRoom { hash: 100, threads: 16 };
        assert_eq!(nothing.memory(512), (512 + 4 * 8) << 20);
        assert_eq!(room.memory(512), nothing.memory(512) + room.in_use());
        assert_eq!(room.in_use(), (100 + 16 * 8) << 20);
        assert!(room.memory(512) * 3 < room.address_space(512));
        assert_eq!(room.memory(u64::MAX), u64::MAX);
    }
}

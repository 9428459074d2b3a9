//! The memory that searches need, for a process that has limits of it.

use crate::SearchOptions;
use plyd_search::STACK_BYTES;

/// The most that a search keeps for the moves of its plies, in bytes, for each thread.
const ARENA_BYTES: u64 = 64 << 20;

/// What a thread of a search has in use of its stack, and for the moves of its plies, at most, in bytes. It is some hundred
/// KiB, or a large page of either.
const THREAD_BYTES: u64 = 8 << 20;

/// The threads of a process beside those of its search.
const OTHER_THREADS: u64 = 4;

/// What searches need beside the memory of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchRoom {
    /// The tables, and what else is kept of what is found, in MiB.
    pub hash: usize,
    /// The threads that search at the same time.
    pub threads: usize,
}

impl From<&SearchOptions> for SearchRoom {
    fn from(options: &SearchOptions) -> Self {
        Self { hash: options.hash, threads: options.threads }
    }
}

impl SearchRoom {
    /// Whether so much fits into another one.
    #[must_use]
    pub fn fits(self, into: Self) -> bool {
        self.hash <= into.hash && self.threads <= into.threads
    }

    /// The bytes of address space that a process needs, of which the library may have `memory` MiB.
    #[must_use]
    pub fn address_space(self, memory: u64) -> u64 {
        let threads = self.threads as u64 + OTHER_THREADS;
        let stacks = (STACK_BYTES as u64 + ARENA_BYTES).saturating_mul(threads);
        (memory.saturating_add(self.hash as u64)).saturating_mul(1 << 20).saturating_add(stacks)
    }

    /// The bytes of memory that such searches have in use at most.
    #[must_use]
    pub fn in_use(self) -> u64 {
        (self.hash as u64).saturating_mul(1 << 20).saturating_add(THREAD_BYTES.saturating_mul(self.threads as u64))
    }

    /// The bytes of memory that a process may have in use, of which the library may have `memory` MiB.
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

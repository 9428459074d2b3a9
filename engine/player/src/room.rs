//! The address space that searches need, for a process that has a limit of it.

use crate::SearchOptions;
use plyd_search::STACK_BYTES;

/// The most that a search keeps for the moves of its plies, in bytes, for each thread.
const ARENA_BYTES: u64 = 64 << 20;

/// The threads of a process beside those of its search.
const OTHER_THREADS: u64 = 4;

/// What searches need beside the memory of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The tables, in MiB.
    pub hash: usize,
    /// The threads that search at the same time.
    pub threads: usize,
}

impl From<&SearchOptions> for Room {
    fn from(options: &SearchOptions) -> Self {
        Self { hash: options.hash, threads: options.threads }
    }
}

impl Room {
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
}

//! What the threads of a search are at: a thread that meets the same puts it off, and finds the result in the table
//! when it comes back to it ("simplified ABDADA", T. Romstad and T. Kerrigan, after J.-C. Weill, "The ABDADA
//! distributed minimax search algorithm", 1996).

use crate::table::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Places for what is being searched; of two things that share one only the later is known.
const PLACES: usize = 1 << 12;

/// The keys of what the threads are searching. It is only a hint: if it is wrong, some work is duplicated.
pub(crate) struct BusyPositions(Vec<AtomicU64>);

impl BusyPositions {
    /// No position is being searched yet.
    pub(crate) fn new() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[(mix(key) >> (u64::BITS - PLACES.ilog2())) as usize]
    }

    /// Whether a thread is searching it.
    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.place(key).load(Relaxed) == key
    }

    /// A thread begins to search it.
    #[inline]
    pub(crate) fn begin(&self, key: u64) {
        self.place(key).store(key, Relaxed);
    }

    /// A thread has ended that.
    #[inline]
    pub(crate) fn end(&self, key: u64) {
        let place = self.place(key);
        if place.load(Relaxed) == key {
            place.store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_busy_from_its_beginning_to_its_end() {
        let busy = BusyPositions::new();
        assert!(!busy.contains(7));
        busy.begin(7);
        assert!(busy.contains(7) && !busy.contains(8));
        busy.end(8);
        assert!(busy.contains(7));
        busy.end(7);
        assert!(!busy.contains(7));
    }
}

//! Signs of life of the threads of a search, for a caller that must notice a call of a game that does not return.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The pulses of all threads of a search.
#[derive(Debug, Default)]
pub(crate) struct SearchPulses(Mutex<PulseRegistry>);

#[derive(Debug, Default)]
struct PulseRegistry {
    /// How many threads have begun.
    begun: u64,
    /// Those that may still walk, each with its number.
    threads: Vec<(u64, Weak<AtomicU64>)>,
}

/// The pulse of one thread. It is forgotten when the thread drops it.
#[derive(Debug)]
pub struct ThreadPulse(Arc<AtomicU64>);

impl SearchPulses {
    pub(crate) fn begin(&self) -> ThreadPulse {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.threads.retain(|(_, pulse)| pulse.strong_count() > 0);
        known.begun += 1;
        let (number, count) = (known.begun, Arc::default());
        known.threads.push((number, Arc::downgrade(&count)));
        ThreadPulse(count)
    }

    /// The number and the pulse of each thread that walks.
    pub(crate) fn all(&self) -> Vec<(u64, u64)> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let read = |(number, pulse): &(u64, Weak<AtomicU64>)| Some((*number, pulse.upgrade()?.load(Relaxed)));
        known.threads.iter().filter_map(read).collect()
    }
}

impl ThreadPulse {
    /// The thread goes on.
    pub fn beat(&self) {
        // Only its thread writes it.
        self.0.store(self.0.load(Relaxed) + 1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_known_by_its_number_while_it_walks() {
        let pulses = SearchPulses::default();
        let (first, second) = (pulses.begin(), pulses.begin());
        second.beat();
        second.beat();
        assert_eq!(pulses.all(), [(1, 0), (2, 2)]);
        drop(first);
        assert_eq!(pulses.all(), [(2, 2)]);
        let third = pulses.begin();
        third.beat();
        assert_eq!(pulses.all(), [(2, 2), (3, 1)], "no number comes back");
    }
}

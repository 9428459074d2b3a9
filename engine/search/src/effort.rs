//! What the threads of one search share beside the table: how many nodes they may visit, and the word to end.

use crate::Control;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes that a thread visits between two looks at the clock and the stop flag: well under a millisecond even at a few
/// microseconds a node.
const MOST_AT_ONCE: u64 = 256;

/// How far the count of all threads may stay below a node limit.
const TOLERANCE: u64 = 1_000;

/// The nodes of a search, given to its threads a few at a time, so that together they visit no more than they may.
pub(crate) struct Effort<'a> {
    control: &'a Control,
    limit: u64,
    at_once: u64,
    given: AtomicU64,
    ended: AtomicBool,
}

impl<'a> Effort<'a> {
    /// At most `limit` nodes by so many threads.
    pub(crate) fn new(control: &'a Control, limit: u64, threads: usize) -> Self {
        // What one thread has been given and does not visit, because another one has ended the search, is lost.
        let even = if limit == u64::MAX { MOST_AT_ONCE } else { TOLERANCE / threads as u64 };
        let at_once = even.clamp(1, MOST_AT_ONCE);
        Self { control, limit, at_once, given: AtomicU64::new(0), ended: AtomicBool::new(false) }
    }

    pub(crate) fn control(&self) -> &'a Control {
        self.control
    }

    /// Whether all threads must end now.
    pub(crate) fn must_stop(&self) -> bool {
        self.ended.load(Relaxed) || self.control.must_stop()
    }

    /// Ends all threads.
    pub(crate) fn end(&self) {
        self.ended.store(true, Relaxed);
    }

    /// How many more nodes the caller may visit before it asks again; 0 if the limit is reached.
    pub(crate) fn take(&self) -> u64 {
        let mut taken = 0;
        // The closure always answers, so the update cannot fail.
        let _ = self.given.fetch_update(Relaxed, Relaxed, |given| {
            taken = self.at_once.min(self.limit - given);
            Some(given + taken)
        });
        taken
    }

    /// The caller will not visit these after all.
    pub(crate) fn give_back(&self, unspent: u64) {
        self.given.fetch_sub(unspent, Relaxed);
    }

    /// All nodes that were given to threads: what they visited, and up to 256 for each that is at it.
    pub(crate) fn given(&self) -> u64 {
        self.given.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_together_come_to_the_limit_and_not_beyond() {
        let control = Control::new();
        for threads in [1, 2, 7, 256, 4_000] {
            let effort = Effort::new(&control, 10_000, threads);
            let mut left = vec![0; threads];
            // The worst case: each is given nodes, and the first one that gets none ends all.
            let visited = loop {
                if let Some(idle) = left.iter().position(|&nodes| nodes == 0) {
                    left[idle] = effort.take();
                    if left[idle] == 0 {
                        break effort.given() - left.iter().sum::<u64>();
                    }
                } else {
                    left[0] = 0;
                }
            };
            assert!((9_000..=10_000).contains(&visited) || threads == 4_000, "{threads} threads: {visited}");
            assert_eq!(effort.given(), 10_000);
        }
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let control = Control::new();
        let effort = Effort::new(&control, 300, 1);
        assert_eq!((effort.take(), effort.take(), effort.take()), (256, 44, 0));
        effort.give_back(30);
        assert_eq!((effort.given(), effort.take()), (270, 30));
    }
}

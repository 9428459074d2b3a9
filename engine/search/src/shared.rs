//! Besides the table, the threads of one search share the node count, the flags to end and to search at full width, and
//! their votes.

use crate::Control;
use crate::vote::Vote;
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Nodes that a thread visits between two looks at the clock and the stop flag: well under a millisecond even at a few
/// microseconds a node.
const LOOK_INTERVAL: u64 = 256;

/// A node may rate as many moves as a position has: at most this many moves are rated between two looks.
const MOVES_BETWEEN_LOOKS: u64 = 1 << 15;
/// Fewer nodes than these would spend more time on the looks than they save.
const LEAST_INTERVAL: u64 = 16;

/// The maximum difference of the count of all threads from a node limit.
const TOLERANCE: u64 = 1_000;

/// The nodes of a search, given to its threads a few at a time, so that together they visit no more than they may.
pub(crate) struct NodeBudget<'a> {
    control: &'a Control,
    limit: u64,
    interval: u64,
    at_once: u64,
    given: AtomicU64,
    visited: AtomicU64,
    ended: AtomicBool,
    /// The number of the question that all threads work on, if they answer one after the other.
    round: AtomicU64,
    /// The votes of the helping threads by their numbers, from 1.
    votes: Mutex<BTreeMap<usize, Vote>>,
    /// Whether a win or loss is to be confirmed at full width.
    is_full_width: AtomicBool,
}

impl<'a> NodeBudget<'a> {
    /// At most `limit` nodes by this many threads, in a game whose positions have at most `max_moves` moves.
    pub(crate) fn new(control: &'a Control, limit: u64, threads: usize, max_moves: u32) -> Self {
        let interval = (MOVES_BETWEEN_LOOKS / u64::from(max_moves.max(1))).clamp(LEAST_INTERVAL, LOOK_INTERVAL);
        // What one thread has been given and does not visit, because another one has ended the search, is lost.
        let even = if limit == u64::MAX { interval } else { TOLERANCE / threads as u64 };
        Self {
            control,
            limit,
            interval,
            at_once: even.clamp(1, interval),
            given: AtomicU64::new(0),
            visited: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            round: AtomicU64::new(0),
            votes: Mutex::default(),
            is_full_width: AtomicBool::new(false),
        }
    }

    pub(crate) fn control(&self) -> &'a Control {
        self.control
    }

    /// The most nodes that a thread visits between two looks at the clock and the stop flag.
    pub(crate) fn interval(&self) -> u64 {
        self.interval
    }

    /// Whether all threads must end now.
    pub(crate) fn must_stop(&self) -> bool {
        self.has_ended() || self.control.must_stop()
    }

    /// Whether a thread has ended the search; costs less than a look at the clock.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended.load(Relaxed)
    }

    /// Ends all threads.
    pub(crate) fn end(&self) {
        self.ended.store(true, Relaxed);
    }

    /// All threads turn to another question.
    pub(crate) fn begin_round(&self) {
        self.round.fetch_add(1, Relaxed);
    }

    /// The number of the question they work on.
    pub(crate) fn round(&self) -> u64 {
        self.round.load(Relaxed)
    }

    /// The helper with this number votes by the last iteration that it has finished.
    pub(crate) fn vote(&self, number: usize, vote: Vote) {
        self.votes.lock().unwrap_or_else(PoisonError::into_inner).insert(number, vote);
    }

    /// The votes of all helpers, in the order of their numbers.
    pub(crate) fn take_votes(&self) -> Vec<Vote> {
        take(&mut *self.votes.lock().unwrap_or_else(PoisonError::into_inner)).into_values().collect()
    }

    /// From now on no thread is to overlook anything.
    pub(crate) fn search_full_width(&self) {
        self.is_full_width.store(true, Relaxed);
    }

    /// Whether no thread is to overlook anything.
    pub(crate) fn is_full_width(&self) -> bool {
        self.is_full_width.load(Relaxed)
    }

    /// The number of additional nodes, at most `wanted`, that the caller may visit before it asks again; 0 if the limit
    /// is reached.
    pub(crate) fn take(&self, wanted: u64) -> u64 {
        let mut taken = 0;
        // The closure always answers, so the update cannot fail.
        let _ = self.given.fetch_update(Relaxed, Relaxed, |given| {
            taken = wanted.min(self.at_once).min(self.limit - given);
            Some(given + taken)
        });
        taken
    }

    /// Adds to the number of nodes visited.
    pub(crate) fn add_visited(&self, visited: u64) {
        self.visited.fetch_add(visited, Relaxed);
    }

    /// All reported nodes of the threads; each running thread has visited up to 256 more.
    pub(crate) fn visited(&self) -> u64 {
        self.visited.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_together_come_to_the_limit_and_not_beyond() {
        const LIMIT: u64 = 10_000;
        let control = Control::new();
        for threads in [1, 2, 7, 256] {
            let shared = NodeBudget::new(&control, LIMIT, threads, 1);
            // The worst case: all have been given nodes, one thread visits what is left, and ends all.
            let idle: u64 = (1..threads).map(|_| shared.take(LOOK_INTERVAL)).sum();
            let visited: u64 =
                std::iter::repeat_with(|| shared.take(LOOK_INTERVAL)).take_while(|&taken| taken > 0).sum();
            assert_eq!(visited + idle, LIMIT);
            assert!(visited + TOLERANCE >= LIMIT, "{threads} threads: {visited}");
        }
    }

    #[test]
    fn nodes_are_given_a_few_at_a_time() {
        let control = Control::new();
        let shared = NodeBudget::new(&control, 300, 1, 1);
        assert_eq!((shared.take(256), shared.take(100), shared.take(256)), (256, 44, 0));
        shared.add_visited(7);
        assert_eq!(shared.visited(), 7);
    }

    #[test]
    fn fewer_nodes_are_given_where_positions_have_many_moves() {
        let control = Control::new();
        let at_once = |max_moves| NodeBudget::new(&control, u64::MAX, 1, max_moves).take(u64::MAX);
        assert_eq!([1, 128, 512, 2_176, u32::MAX].map(at_once), [256, 256, 64, 16, 16]);
    }
}

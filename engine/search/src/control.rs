//! How a running search is stopped from outside, and its clock.

use crate::Budget;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Shared between a search and whoever started it. All times are of the monotonic clock.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stopped: AtomicBool,
    /// Nanoseconds after `started`; `u64::MAX` for never.
    soft: AtomicU64,
    hard: AtomicU64,
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}

impl Control {
    /// For a search that starts now, without a time limit.
    #[must_use]
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            stopped: AtomicBool::new(false),
            soft: AtomicU64::new(u64::MAX),
            hard: AtomicU64::new(u64::MAX),
        }
    }

    /// Limits the time, counted from now: at the start, or when a pondered move was played.
    pub fn start_clock(&self, budget: Budget) {
        let now = self.elapsed();
        let nanos = |span: Duration| u64::try_from((now + span).as_nanos()).unwrap_or(u64::MAX);
        self.soft.store(nanos(budget.soft), Relaxed);
        self.hard.store(nanos(budget.hard), Relaxed);
    }

    /// Asks the search to end as soon as it looks, within a millisecond of search work.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Time since the search started.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search must end now.
    #[must_use]
    pub fn must_stop(&self) -> bool {
        self.stopped.load(Relaxed) || self.is_after(&self.hard)
    }

    /// Whether no new iteration should begin.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.stopped.load(Relaxed) || self.is_after(&self.soft)
    }

    fn is_after(&self, limit: &AtomicU64) -> bool {
        let limit = limit.load(Relaxed);
        limit != u64::MAX && self.elapsed().as_nanos() >= u128::from(limit)
    }
}

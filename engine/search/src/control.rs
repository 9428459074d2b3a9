//! How a running search is stopped from outside, and its clock.

use crate::Budget;
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::time::{Duration, Instant};

/// Shared between a search and whoever started it. All times are of the monotonic clock.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stopped: AtomicBool,
    /// Nanoseconds after `started` at which the clock was started.
    clock_start: AtomicU64,
    /// Nanoseconds after the start of the clock; `u64::MAX` for never.
    soft: AtomicU64,
    hard: AtomicU64,
    /// Whether the clock may be left unused.
    is_flexible: AtomicBool,
    has_one_move: AtomicBool,
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
            clock_start: AtomicU64::new(0),
            soft: AtomicU64::new(u64::MAX),
            hard: AtomicU64::new(u64::MAX),
            is_flexible: AtomicBool::new(false),
            has_one_move: AtomicBool::new(false),
        }
    }

    /// Limits the time, counted from now: at the start, or when a pondered move was played.
    pub fn start_clock(&self, budget: Budget) {
        self.clock_start.store(nanos(self.elapsed()), Relaxed);
        self.soft.store(nanos(budget.soft), Relaxed);
        self.is_flexible.store(budget.soft < budget.hard, Relaxed);
        // Who sees this sees all of the above.
        self.hard.store(nanos(budget.hard), Release);
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
        let hard = self.hard.load(Acquire);
        self.stopped.load(Relaxed) || self.is_idle() || self.is_after(hard)
    }

    /// Whether no new iteration should begin. The time meant for the move is multiplied by `factor`, but not beyond the
    /// budget, where the clock leaves a choice.
    #[must_use]
    pub fn is_late(&self, factor: f64) -> bool {
        let must_stop = self.must_stop();
        let soft = self.soft.load(Relaxed);
        let stretched = if self.is_flexible.load(Relaxed) { (soft as f64 * factor) as u64 } else { soft };
        must_stop || self.is_after(stretched)
    }

    /// There is only one move to choose, and something is known of it: on a clock there is nothing to think about.
    pub(crate) fn note_only_move(&self) {
        self.has_one_move.store(true, Relaxed);
    }

    fn is_idle(&self) -> bool {
        self.has_one_move.load(Relaxed) && self.is_flexible.load(Relaxed)
    }

    fn is_after(&self, limit: u64) -> bool {
        limit != u64::MAX && nanos(self.elapsed()) >= limit.saturating_add(self.clock_start.load(Relaxed))
    }
}

fn nanos(span: Duration) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);

    #[test]
    fn a_fixed_time_is_neither_stretched_nor_cut_short() {
        let control = Control::new();
        control.start_clock(Budget::fixed(HOUR));
        control.note_only_move();
        assert!(!control.must_stop() && !control.is_late(0.0));
    }

    #[test]
    fn a_clock_is_stretched_by_the_factor() {
        let control = Control::new();
        control.start_clock(Budget { soft: HOUR, hard: HOUR * 2 });
        assert!(!control.is_late(1.0) && control.is_late(0.0));
        control.start_clock(Budget { soft: Duration::ZERO, hard: HOUR * 2 });
        assert!(control.is_late(5.0) && !control.must_stop());
    }

    #[test]
    fn an_only_move_ends_a_search_on_a_clock_whichever_comes_first() {
        let budget = Budget { soft: HOUR, hard: HOUR * 2 };
        let control = Control::new();
        control.note_only_move();
        assert!(!control.must_stop(), "without a clock there is time");
        control.start_clock(budget);
        assert!(control.must_stop());
        let control = Control::new();
        control.start_clock(budget);
        assert!(!control.must_stop());
        control.note_only_move();
        assert!(control.must_stop());
    }
}

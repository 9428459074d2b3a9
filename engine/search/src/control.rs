//! Stopping a running search from outside, its clock, and the pulses of its threads.

use crate::Budget;
use crate::pulse::{SearchPulses, ThreadPulse};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Shared between a search and its caller. All times are of the monotonic clock.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stopped: AtomicBool,
    /// Nanoseconds after `started` at which the search must end; `u64::MAX` for never. It is derived from `timing` and
    /// written with it under the lock, so that a search that checks often reads only one word. This word does not
    /// depend on the freshness of any other word.
    deadline: AtomicU64,
    timing: Mutex<SearchTiming>,
    pulses: Arc<SearchPulses>,
}

/// The end of the search follows from this. Changed and read as a whole: the clock of a pondered move starts while the
/// search runs, and a new budget counted from an old start would end an iteration long before its time.
#[derive(Debug, Default)]
struct SearchTiming {
    /// The start of the clock, measured from the start of the search, and the time on it.
    clock: Option<(Duration, Budget)>,
    has_one_move: bool,
}

impl SearchTiming {
    /// Whether the search may ignore the clock.
    fn is_flexible(budget: Budget) -> bool {
        budget.soft < budget.hard
    }

    /// The end of the search, measured from its start.
    fn deadline(&self) -> Option<Duration> {
        let (start, budget) = self.clock?;
        let is_idle = self.has_one_move && Self::is_flexible(budget);
        Some(if is_idle { Duration::ZERO } else { start.saturating_add(budget.hard) })
    }
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
            deadline: AtomicU64::new(u64::MAX),
            timing: Mutex::default(),
            pulses: Arc::default(),
        }
    }

    /// The pulses of the threads that walk the tree now: a number for the thread, and one that grows with every portion
    /// of its nodes. A thread whose pulse stays the same for long waits for a call of the game that does not return.
    #[must_use]
    pub fn pulses(&self) -> Vec<(u64, u64)> {
        self.pulses.all()
    }

    /// For a search within this one. It has a clock of its own and is stopped by itself, but the pulses of its threads
    /// are seen here.
    #[must_use]
    pub fn within(&self) -> Self {
        Self { pulses: Arc::clone(&self.pulses), ..Self::new() }
    }

    /// The pulse of a thread that begins to walk, and calls the game again and again.
    #[must_use]
    pub fn begin_pulse(&self) -> ThreadPulse {
        self.pulses.begin()
    }

    /// Limits the time, counted from now: at the start, or when a pondered move was played.
    pub fn start_clock(&self, budget: Budget) {
        self.start_clock_at(self.elapsed(), budget);
    }

    /// Limits the time, counted from this long after the start of the search.
    pub fn start_clock_at(&self, start: Duration, budget: Budget) {
        self.change(|timing| timing.clock = Some((start, budget)));
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
        let deadline = self.deadline.load(Relaxed);
        self.stopped.load(Relaxed) || deadline != u64::MAX && nanos(self.elapsed()) >= deadline
    }

    /// Whether no new iteration should begin. The time meant for the move is multiplied by `factor`, but not beyond the
    /// budget, if the clock leaves a choice. For the pauses between iterations: it takes a lock.
    #[must_use]
    pub fn is_late(&self, factor: f64) -> bool {
        let clock = self.timing().clock;
        let is_after = |(start, budget): (Duration, Budget)| {
            let soft = nanos(budget.soft);
            let stretched = if SearchTiming::is_flexible(budget) { (soft as f64 * factor) as u64 } else { soft };
            stretched != u64::MAX && nanos(self.elapsed()) >= nanos(start).saturating_add(stretched)
        };
        self.must_stop() || clock.is_some_and(is_after)
    }

    /// Whether a clock runs, so that time is worth something: not in analysis, nor while a move is pondered.
    pub(crate) fn is_timed(&self) -> bool {
        self.timing().clock.is_some()
    }

    /// Whether that clock leaves a choice, so that what this move does not use is there for the next ones.
    pub(crate) fn saves_time(&self) -> bool {
        self.timing().clock.is_some_and(|(_, budget)| SearchTiming::is_flexible(budget))
    }

    /// There is only one move to choose, and something is known about it: on a clock no more thinking is needed.
    pub(crate) fn note_only_move(&self) {
        self.change(|timing| timing.has_one_move = true);
    }

    fn change(&self, change: impl FnOnce(&mut SearchTiming)) {
        let mut timing = self.timing();
        change(&mut timing);
        self.deadline.store(timing.deadline().map_or(u64::MAX, nanos), Relaxed);
    }

    fn timing(&self) -> MutexGuard<'_, SearchTiming> {
        self.timing.lock().unwrap_or_else(PoisonError::into_inner)
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

    #[test]
    fn a_search_within_another_has_its_pulses_there_and_stops_alone() {
        let control = Control::new();
        let within = control.within();
        let pulse = within.begin_pulse();
        pulse.beat();
        assert_eq!(control.pulses(), [(1, 1)]);
        within.stop();
        assert!(within.must_stop() && !control.must_stop());
        drop(pulse);
        assert!(control.pulses().is_empty());
    }

    #[test]
    fn a_later_clock_counts_from_its_own_start() {
        let control = Control::new();
        let pause = Duration::from_millis(200);
        control.start_clock(Budget { soft: HOUR, hard: HOUR * 2 });
        std::thread::sleep(pause);
        // More time has passed since the first start than the new clock has.
        control.start_clock(Budget { soft: pause, hard: HOUR });
        assert!(!control.is_late(1.0), "the new budget was counted from the old start");
        control.start_clock(Budget::fixed(HOUR));
        assert!(!control.is_late(0.0) && !control.must_stop(), "the flexibility of the old clock was kept");
        std::thread::sleep(pause);
        control.start_clock(Budget::fixed(Duration::ZERO));
        assert!(control.must_stop());
        control.start_clock(Budget::fixed(Duration::MAX));
        assert!(!control.must_stop() && !control.is_late(1.0), "for ever");
    }
}

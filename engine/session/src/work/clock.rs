//! The clock of a move: when it starts, and how much is on it, become known on different threads.

use plyd_search::{Budget, Control};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Limits a search as soon as both are known: that the move is the engine's to make, and how long it may take.
#[derive(Debug)]
pub(crate) struct MoveClock {
    control: Arc<Control>,
    state: Mutex<MoveClockState>,
}

#[derive(Debug, Default)]
struct MoveClockState {
    /// When the clock started, after the start of the search; `None` while the search runs without a clock, by `ponder`
    /// or `infinite`.
    since: Option<Duration>,
    budget: Option<Budget>,
}

impl MoveClock {
    /// For a search with this control, whose clock runs from its start or waits for [`MoveClock::run`].
    pub(crate) fn new(control: Arc<Control>, runs: bool) -> Self {
        let state = MoveClockState { since: runs.then_some(Duration::ZERO), budget: None };
        Self { control, state: Mutex::new(state) }
    }

    /// The time for the move; `None` is no limit.
    pub(crate) fn set(&self, budget: Option<Budget>) {
        let mut state = self.state();
        state.budget = budget;
        self.apply(&state);
    }

    /// The move is the engine's from now on.
    pub(crate) fn run(&self) {
        let mut state = self.state();
        state.since = Some(self.control.elapsed());
        self.apply(&state);
    }

    fn apply(&self, state: &MoveClockState) {
        if let MoveClockState { since: Some(since), budget: Some(budget) } = *state {
            self.control.start_clock_at(since, budget);
        }
    }

    fn state(&self) -> MutexGuard<'_, MoveClockState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_is_limited_when_both_are_known_whichever_comes_first() {
        let none = Some(Budget::fixed(Duration::ZERO));
        let control = Arc::new(Control::new());
        let clock = MoveClock::new(Arc::clone(&control), false);
        clock.set(none);
        assert!(!control.must_stop(), "the move is not the engine's yet");
        clock.run();
        assert!(control.must_stop());

        let control = Arc::new(Control::new());
        let clock = MoveClock::new(Arc::clone(&control), false);
        clock.run();
        assert!(!control.must_stop(), "nobody knows how long it may take");
        clock.set(none);
        assert!(control.must_stop());
    }

    #[test]
    fn what_passes_before_the_time_is_known_counts() {
        let control = Arc::new(Control::new());
        let clock = MoveClock::new(Arc::clone(&control), true);
        let pause = Duration::from_millis(20);
        std::thread::sleep(pause);
        clock.set(Some(Budget::fixed(pause)));
        assert!(control.must_stop());
    }
}

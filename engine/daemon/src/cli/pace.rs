//! How often a long run says how far it is, and writes its state.

use std::time::{Duration, Instant};

/// The shortest time between two lines of progress, and between two writes of the state.
const INTERVAL: Duration = Duration::from_secs(1);

/// Says when it is time for something that happens once in an interval at most.
#[derive(Debug)]
pub(super) struct Pace {
    interval: Duration,
    last: Option<Instant>,
}

/// Once a second, and at once at first.
impl Default for Pace {
    fn default() -> Self {
        Self { interval: INTERVAL, last: None }
    }
}

impl Pace {
    /// Once in this interval, and at first when one has passed.
    #[cfg(feature = "broker")]
    pub(super) fn every(interval: Duration) -> Self {
        Self { interval, last: Some(Instant::now()) }
    }

    /// Whether it is time. The next time follows from this one.
    pub(super) fn is_due(&mut self) -> bool {
        let is_due = self.last.is_none_or(|last| last.elapsed() >= self.interval);
        if is_due {
            self.last = Some(Instant::now());
        }
        is_due
    }
}

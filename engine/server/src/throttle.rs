//! A limit on log lines of one kind, no matter what clients do.

use std::time::{Duration, Instant};

/// A record at most so often.
const INTERVAL: Duration = Duration::from_secs(1);

/// Lets one of many similar events be logged a second, with the number of events left out.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    last: Option<Instant>,
    left_out: u64,
}

impl Throttle {
    /// Counts an event. If it should be logged, returns the number of events left out since the last logged one.
    pub(crate) fn count(&mut self, now: Instant) -> Option<u64> {
        if self.last.is_some_and(|last| now < last + INTERVAL) {
            self.left_out += 1;
            return None;
        }
        Some(self.rest(now))
    }

    /// The time to log the number of events left out, if there are any.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.last.filter(|_| self.left_out > 0).map(|last| last + INTERVAL)
    }

    /// The number of lines that were left out, for the line that is logged now.
    pub(crate) fn rest(&mut self, now: Instant) -> u64 {
        self.last = Some(now);
        std::mem::take(&mut self.left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_event_a_second_is_told_and_none_is_forgotten() {
        let (mut throttle, start) = (Throttle::default(), Instant::now());
        let mut counts = |after: &[u64]| -> Vec<_> {
            after.iter().map(|&after| throttle.count(start + Duration::from_millis(after))).collect()
        };
        assert_eq!(counts(&[0, 1, 999, 1_000, 1_001, 1_999]), [Some(0), None, None, Some(2), None, None]);
        let due = throttle.due().unwrap();
        assert_eq!(due, start + Duration::from_millis(2_000));
        assert_eq!((throttle.rest(due), throttle.due()), (2, None));
        // The report about the rest counts as a record, too.
        assert_eq!(throttle.count(due + Duration::from_millis(1)), None);
    }
}

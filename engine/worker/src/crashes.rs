//! The crashes of a library that count.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The number of crashes after which a library is not started again.
const MOST: usize = 3;

/// The time within which they count.
const WITHIN: Duration = Duration::from_secs(60);

/// The latest crashes of one library that one session has seen.
#[derive(Debug, Default)]
pub struct Crashes(VecDeque<Instant>);

impl Crashes {
    /// Notes a crash.
    pub fn note(&mut self, now: Instant) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(now);
    }

    /// Whether there were three within the last minute before `now`.
    #[must_use]
    pub fn are_too_many(&self, now: Instant) -> bool {
        self.0.len() == MOST && self.0.front().is_some_and(|&first| now.saturating_duration_since(first) < WITHIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_in_a_minute_are_too_many_and_become_few_again() {
        let (mut crashes, start) = (Crashes::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        for second in [0, 30] {
            crashes.note(at(second));
            assert!(!crashes.are_too_many(at(second)));
        }
        crashes.note(at(59));
        assert!(crashes.are_too_many(at(59)));
        assert!(!crashes.are_too_many(at(60)), "the first one is a minute ago");
        crashes.note(at(61));
        assert!(crashes.are_too_many(at(61)), "the last three count");
    }
}

//! How long a start waits for the trials of new libraries.

use crate::TrialVerdict;
use std::time::{Duration, Instant};

/// What a library that does not come back takes beyond its time: its process has some seconds too, see
/// [`Trial`](crate::LibraryTrial), and the system takes its time.
const ALLOWANCE: Duration = Duration::from_secs(8);

/// The longest wait for the next library that comes back, in libraries that do not: on one processor they are tried one
/// after the other.
const SILENT: u32 = 2;

/// The longest wait for all libraries together, beyond the time of one. With the default time this is a minute, which
/// supervisors of servers allow.
const LONGEST: Duration = Duration::from_secs(50);

/// The patience of a start. Libraries that come back, however many there are, are waited for as long as they do so;
/// those that do not come back have one silence together.
#[derive(Debug)]
pub(crate) struct StartPatience {
    silence: Duration,
    longest: Duration,
    began: Instant,
    /// When the last library came back.
    heard: Instant,
}

impl StartPatience {
    /// With libraries that have this much time.
    pub(super) fn of(time: Duration) -> Self {
        let longest = time.saturating_add(LONGEST);
        Self::new(time.saturating_add(ALLOWANCE).saturating_mul(SILENT).min(longest), longest)
    }

    pub(crate) fn new(silence: Duration, longest: Duration) -> Self {
        let now = Instant::now();
        Self { silence, longest, began: now, heard: now }
    }

    /// The time that is left for the next verdict.
    pub(crate) fn left(&self) -> Duration {
        let of_silence = self.silence.saturating_sub(self.heard.elapsed());
        of_silence.min(self.longest.saturating_sub(self.began.elapsed()))
    }

    /// Takes note of a verdict.
    pub(crate) fn hear(&mut self, verdict: &TrialVerdict) {
        if !matches!(verdict, TrialVerdict::Hangs(_)) {
            self.heard = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_comes_back_prolongs_a_wait_and_not_for_ever() {
        let (long, pause) = (Duration::from_secs(1_000), Duration::from_millis(300));
        let mut patience = StartPatience::new(long, long);
        std::thread::sleep(pause);
        patience.hear(&TrialVerdict::Hangs(pause));
        let left = patience.left();
        assert!(left <= long.saturating_sub(pause), "{left:?}");
        patience.longest = long * 2;
        patience.hear(&TrialVerdict::Refused("is no game".into()));
        assert!(patience.left() > left);
        patience.longest = pause;
        assert_eq!(patience.left(), Duration::ZERO);
    }
}

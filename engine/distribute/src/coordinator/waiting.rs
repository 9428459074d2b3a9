//! Units that wait although a worker has nothing to do.
//!
//! All workers take units from one queue at the broker, which delivers them in the order of requests. A worker that sends
//! very many requests gets all units, and nobody else sees it.

use std::time::Duration;

/// The least time between two warnings.
const PAUSE: Duration = Duration::from_secs(60);

/// When units were seen waiting.
#[derive(Clone, Debug, Default)]
pub(super) struct WaitingUnits {
    /// Since when they have waited at each look.
    since: Option<Duration>,
    /// The time of the last warning.
    warned: Option<Duration>,
}

impl WaitingUnits {
    /// Takes in whether units wait now although a worker has nothing to do. Returns whether to warn: that is so for
    /// longer than a lease. It is so for a moment whenever a worker has played a unit.
    pub(super) fn look(&mut self, now: Duration, lease: Duration, do_wait: bool) -> bool {
        if !do_wait {
            self.since = None;
            return false;
        }
        let since = *self.since.get_or_insert(now);
        let is_due = self.warned.is_none_or(|warned| now.saturating_sub(warned) >= PAUSE);
        let warns = is_due && now.saturating_sub(since) > lease;
        if warns {
            self.warned = Some(now);
        }
        warns
    }
}

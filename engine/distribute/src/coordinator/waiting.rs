//! Detection of units that wait although a worker is idle.
//!
//! All workers take units from one queue at the broker, which delivers them in the order of requests. A worker that
//! sends an excessive number of requests gets all units, which other workers cannot notice.

use std::time::Duration;

/// The minimum interval between two warnings.
const PAUSE: Duration = Duration::from_secs(60);

/// The times at which units were seen waiting.
#[derive(Clone, Debug, Default)]
pub(super) struct WaitingUnits {
    /// The time since which units have been waiting at each check.
    since: Option<Duration>,
    /// The time of the last warning.
    warned: Option<Duration>,
}

impl WaitingUnits {
    /// Checks whether units are waiting although a worker is idle. Returns whether to warn, which requires that this
    /// state lasts longer than a lease, because it occurs briefly whenever a worker has finished a unit.
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

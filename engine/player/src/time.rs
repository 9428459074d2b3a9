//! Time management for a move.

use plyd_search::{Budget, SideClock};
use std::time::Duration;

/// Returns the time for a move: a share of the clock or the fixed time per move, whichever is shorter; `None` without
/// either. `overhead` is reserved on the clock, and `lag` is the usual cost of a move outside the search.
#[must_use]
pub fn budget(
    clock: Option<SideClock>,
    move_time: Option<Duration>,
    overhead: Duration,
    lag: Duration,
) -> Option<Budget> {
    let share = clock.map(|clock| Budget::share(clock, overhead, lag));
    let fixed = move_time.map(Budget::fixed);
    [share, fixed].into_iter().flatten().min_by_key(|budget| budget.hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn what_ends_sooner_counts() {
        let clock = SideClock { remaining: MINUTE, increment: Duration::ZERO, moves_to_go: None };
        let of = |clock, time| budget(clock, time, Duration::ZERO, Duration::ZERO);
        let share = of(Some(clock), None).unwrap();
        assert!(of(None, None).is_none());
        assert_eq!(of(None, Some(MINUTE)).unwrap().hard, MINUTE);
        assert_eq!(of(Some(clock), Some(MINUTE)).unwrap().hard, share.hard);
        assert_eq!(of(Some(clock), Some(Duration::from_millis(3))).unwrap().hard, Duration::from_millis(3));
    }

    #[test]
    fn what_is_kept_back_is_not_used() {
        let clock = SideClock { remaining: Duration::from_secs(1), increment: Duration::ZERO, moves_to_go: Some(1) };
        let with = |overhead, lag| budget(Some(clock), None, overhead, lag).unwrap().hard;
        let (none, some) = (Duration::ZERO, Duration::from_millis(200));
        assert!(with(some, none) < with(none, none) && with(none, some) < with(none, none));
    }
}

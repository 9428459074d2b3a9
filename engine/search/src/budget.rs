//! The time for a search.

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Moves until time is added; `None` if the remaining time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// The end of a search, measured from the start of its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration begins after this, times how unsettled the choice of the move is.
    pub soft: Duration,
    /// The search is stopped at this.
    pub hard: Duration,
}

impl Budget {
    /// Exactly this long.
    #[must_use]
    pub fn fixed(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }

    /// A share of the clock: an equal part of the remaining time for each move to come, and most of the gain of a move.
    /// An iteration takes a few times as long as the one before. So none begins after seven tenths of the share,
    /// adjusted by how settled the choice of the move is. A running iteration may use up to three shares, but never
    /// more than the clock has, or more than half of it where only increments refill it.
    ///
    /// `overhead` is reserved for transmission to the client, and `lag` for the observed cost of a move outside the
    /// search, see [`MoveLag::usual`](crate::MoveLag::usual). A move gains the increment minus the lag. If the lag is
    /// longer, every move shrinks the clock. The search sets aside that loss for the moves to come, up to three
    /// quarters of the clock.
    #[must_use]
    pub fn share(clock: SideClock, overhead: Duration, lag: Duration) -> Self {
        const MOVES_TO_COME: u32 = 30;
        // Games can be longer than expected, and then it is too late to save time.
        const MOVES_TO_PAY: u32 = 60;
        let usable = clock.remaining.saturating_sub(overhead).saturating_sub(lag);
        let moves = clock.moves_to_go.unwrap_or(MOVES_TO_COME).clamp(1, MOVES_TO_COME);
        let gain = clock.increment.saturating_sub(lag);
        let loss = lag.saturating_sub(clock.increment) * clock.moves_to_go.map_or(MOVES_TO_PAY, |_| moves);
        let share = ((usable - loss.min(usable * 3 / 4)) / moves + gain * 3 / 4).min(usable);
        let hard = match clock.moves_to_go {
            // The last move before the control may use all that is left, but none has to.
            Some(0..=1) => usable * 9 / 10,
            Some(_) => (share * 3).min(usable * 3 / 4),
            None => (share * 3).min(usable / 2),
        };
        Self { soft: (share * 7 / 10).min(hard), hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_share_never_exceeds_what_is_on_the_clock() {
        for remaining in [0, 1, 9, 10, 11, 100, 1_000, 60_000] {
            for increment in [0, 10, 5_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let clock = SideClock { remaining: MS * remaining, increment: MS * increment, moves_to_go };
                    for lag in [0, 3, 500] {
                        let budget = Budget::share(clock, MS * 10, MS * lag);
                        assert!(budget.soft <= budget.hard, "{clock:?}");
                        assert!(budget.hard <= (MS * remaining).saturating_sub(MS * (10 + lag)), "{clock:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn more_time_gives_a_larger_share() {
        let share = |remaining| {
            Budget::share(SideClock { remaining: MS * remaining, ..SideClock::default() }, MS * 10, Duration::ZERO)
        };
        assert!(share(60_000).soft > share(6_000).soft);
        assert!(share(60_000).soft >= MS * 500);
        let urgent = SideClock { remaining: MS * 60_000, moves_to_go: Some(2), ..SideClock::default() };
        assert!(Budget::share(urgent, MS * 10, Duration::ZERO).soft > share(60_000).soft);
    }

    /// The time left after this many moves that each take the time meant for them and cost `lag` as well.
    fn left_after(moves: u32, lag: Duration, known: Duration) -> Duration {
        let mut clock = SideClock { remaining: MS * 1_000, increment: MS * 10, moves_to_go: None };
        for _ in 0..moves {
            let used = Budget::share(clock, MS * 30, known).soft + lag;
            clock.remaining = clock.remaining.saturating_sub(used) + clock.increment;
        }
        clock.remaining
    }

    #[test]
    fn time_that_passes_outside_is_set_aside() {
        let lag = MS * 16;
        assert!(left_after(70, lag, Duration::ZERO) < MS * 30, "without knowing of it nothing is left");
        assert!(left_after(70, lag, lag) > MS * 100);
    }

    #[test]
    fn a_lag_far_below_the_increment_hardly_matters() {
        let share = |lag| {
            let clock = SideClock { remaining: MS * 60_000, increment: MS * 1_000, moves_to_go: None };
            Budget::share(clock, MS * 10, lag).soft.as_secs_f64()
        };
        assert!(share(MS * 3) < share(Duration::ZERO));
        assert!(share(MS * 3) > share(Duration::ZERO) * 0.99);
    }

    #[test]
    fn a_clock_that_is_nearly_empty_is_not_used_up_by_one_move() {
        let low = SideClock { remaining: MS * 60, increment: MS * 10, moves_to_go: None };
        assert!(Budget::share(low, MS * 30, Duration::ZERO).hard <= MS * 15);
        // Before the control there is no next move to keep it for.
        let last = SideClock { moves_to_go: Some(1), ..low };
        assert!(Budget::share(last, MS * 30, Duration::ZERO).hard > MS * 25);
    }

    #[test]
    fn even_an_absurd_lag_leaves_some_time_to_think() {
        let clock = SideClock { remaining: MS * 60_000, ..SideClock::default() };
        assert!(Budget::share(clock, MS * 10, MS * 1_000).soft >= MS * 300);
    }
}

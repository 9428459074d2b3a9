//! How much time a search gets.

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Moves until time is added; `None` if the remaining time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// When a search has to end, counted from the start of its clock.
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

    /// A share of the clock: an equal part of what is left for each move to come, and most of the increment. As an
    /// iteration takes a few times as long as the one before, none begins after seven tenths of the share if the choice of
    /// the move is neither settled nor unsettled; a running one may use up to three shares, but never what is not on the
    /// clock. `overhead` is kept back for the way to the client.
    #[must_use]
    pub fn share(clock: Clock, overhead: Duration) -> Self {
        const MOVES_TO_COME: u32 = 30;
        let usable = clock.remaining.saturating_sub(overhead);
        let moves = clock.moves_to_go.unwrap_or(MOVES_TO_COME).clamp(1, MOVES_TO_COME);
        let share = (usable / moves + clock.increment * 3 / 4).min(usable);
        // The last move before the control may use all that is left, but none has to.
        let hard = if moves == 1 { usable * 9 / 10 } else { (share * 3).min(usable * 3 / 4) };
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
                    let clock = Clock { remaining: MS * remaining, increment: MS * increment, moves_to_go };
                    let budget = Budget::share(clock, MS * 10);
                    assert!(budget.soft <= budget.hard, "{clock:?}");
                    assert!(budget.hard <= (MS * remaining).saturating_sub(MS * 10), "{clock:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_gives_a_larger_share() {
        let share = |remaining| Budget::share(Clock { remaining: MS * remaining, ..Clock::default() }, MS * 10);
        assert!(share(60_000).soft > share(6_000).soft);
        assert!(share(60_000).soft >= MS * 500);
        let urgent = Clock { remaining: MS * 60_000, moves_to_go: Some(2), ..Clock::default() };
        assert!(Budget::share(urgent, MS * 10).soft > share(60_000).soft);
    }
}

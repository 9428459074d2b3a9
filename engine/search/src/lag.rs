//! The cost of a move on the clock outside the search: transmission to the client and back, the client's own work, and
//! the waits of a busy machine.
//!
//! The clock itself shows it: at the next move it has lost more time than the search took. This knowledge only ever
//! makes a search end sooner, and is bounded. So a client that treats its clocks differently (one that takes moves
//! back, or forgives a delay) does no harm.

use crate::SideClock;
use plyd_rules::Player;
use std::time::Duration;

/// The number of moves remembered.
const REMEMBERED: usize = 5;

/// No more than this is believed of a move.
const MOST: Duration = Duration::from_secs(1);

/// Clients report their clocks in whole milliseconds.
const ROUNDING: Duration = Duration::from_millis(1);

/// The lag of the latest moves of a game.
#[derive(Clone, Debug, Default)]
pub struct MoveLag {
    /// Of the latest moves, in no order that matters; zero if there were fewer.
    latest: [Duration; REMEMBERED],
    next: usize,
    before: Option<PreviousMove>,
}

/// The move before.
#[derive(Clone, Copy, Debug)]
struct PreviousMove {
    player: Player,
    clock: SideClock,
    /// The time for which its search was meant to run, or ran if that is less; `None` while it runs.
    thought: Option<Duration>,
}

impl MoveLag {
    /// A search for `player` begins with this clock. If the player's move before was searched for as well, what its
    /// clock has lost since is learnt.
    pub fn begin(&mut self, player: Player, clock: SideClock) {
        let before = self.before.replace(PreviousMove { player, clock, thought: None });
        let Some(PreviousMove { player: same, clock: then, thought: Some(thought) }) = before else { return };
        let expected = (then.remaining + then.increment).saturating_sub(thought);
        // A clock that has gained time belongs to another game, or to the next time control.
        let is_next = player == same && then.increment == clock.increment && clock.remaining <= expected + ROUNDING;
        if is_next {
            self.latest[self.next] = expected.saturating_sub(clock.remaining).min(MOST);
            self.next = (self.next + 1) % REMEMBERED;
        }
    }

    /// The search is over. `thought` is the time it was meant to run, or did run if that is less. What ends after it,
    /// before the next one begins, is not on the clock.
    pub fn end(&mut self, thought: Duration) {
        if let Some(before) = &mut self.before {
            before.thought.get_or_insert(thought);
        }
    }

    /// The clock after the next search does not show the lag: there is none, or an unknown part of it is the
    /// opponent's.
    pub fn skip(&mut self) {
        self.before = None;
    }

    /// The lag to expect of a move: the second longest of the latest five, so that one long wait alone does not count.
    #[must_use]
    pub fn usual(&self) -> Duration {
        let mut latest = self.latest;
        latest.sort_unstable();
        latest[REMEMBERED - 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(remaining: u32) -> SideClock {
        SideClock { remaining: MS * remaining, increment: MS * 10, moves_to_go: None }
    }

    /// After moves with these lags, each of which thinks for 30 ms.
    fn after(lags: &[u32]) -> MoveLag {
        let (mut lag, mut left) = (MoveLag::default(), 10_000);
        lag.begin(Player::Min, clock(left));
        for passed in lags {
            lag.end(MS * 30);
            left = left + 10 - 30 - passed;
            lag.begin(Player::Min, clock(left));
        }
        lag
    }

    #[test]
    fn what_the_search_did_not_use_is_lag() {
        assert_eq!(after(&[]).usual(), Duration::ZERO);
        assert_eq!(after(&[7, 7]).usual(), MS * 7);
        assert_eq!(after(&[4, 9, 5, 8, 6]).usual(), MS * 8);
    }

    #[test]
    fn one_long_wait_counts_for_nothing_and_old_ones_are_forgotten() {
        assert_eq!(after(&[7, 7, 400, 7, 7]).usual(), MS * 7);
        assert_eq!(after(&[400, 400]).usual(), MS * 400);
        assert_eq!(after(&[400, 400, 7, 7, 7, 7]).usual(), MS * 7);
    }

    #[test]
    fn no_more_than_a_second_is_believed() {
        assert_eq!(after(&[3_000, 3_000]).usual(), MOST);
    }

    #[test]
    fn only_the_same_clock_of_the_same_player_tells() {
        let ended = || {
            let mut lag = after(&[5, 5]);
            lag.latest = Default::default();
            lag.end(MS * 30);
            lag
        };
        // 9,950 ms are left, so that a healthy next clock is 9,930 ms.
        let learnt = |player, next, skips: bool| {
            let mut lag = ended();
            if skips {
                lag.skip();
            }
            lag.begin(player, next);
            lag.latest.iter().max().copied()
        };
        assert_eq!(learnt(Player::Min, clock(9_900), false), Some(MS * 30));
        assert_eq!(learnt(Player::Max, clock(9_900), false), Some(Duration::ZERO), "the opponent's clock");
        assert_eq!(
            learnt(Player::Min, clock(9_900), true),
            Some(Duration::ZERO),
            "a search without a clock came between"
        );
        assert_eq!(learnt(Player::Min, clock(60_000), false), Some(Duration::ZERO), "a new time control");
        let other = SideClock { increment: MS * 20, ..clock(9_900) };
        assert_eq!(learnt(Player::Min, other, false), Some(Duration::ZERO), "another clock");
    }

    #[test]
    fn only_the_search_itself_counts_as_thought() {
        let mut lag = MoveLag::default();
        lag.begin(Player::Min, clock(10_000));
        lag.end(MS * 30);
        lag.end(MS * 5_000);
        lag.begin(Player::Min, clock(9_970));
        assert_eq!(lag.latest[0], MS * 10);
    }

    #[test]
    fn a_search_without_an_end_tells_nothing() {
        let mut lag = MoveLag::default();
        for left in [10_000, 9_000, 8_000] {
            lag.begin(Player::Max, clock(left));
        }
        assert_eq!(lag.latest, [Duration::ZERO; REMEMBERED]);
    }
}

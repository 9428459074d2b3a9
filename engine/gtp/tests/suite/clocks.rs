//! Canadian byo-yomi.

use plyd_gtp::{ClockLimits, GtpClock, TimeSettings};
use std::time::Duration;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn clock(main: u64, period: u64, stones: u32) -> Option<GtpClock> {
    GtpClock::new(TimeSettings { main: seconds(main), period: seconds(period), stones })
}

/// Left, increment and moves to go, in seconds.
fn limits(clock: GtpClock) -> (u64, u64, Option<u32>) {
    let ClockLimits { left, increment, moves_to_go } = clock.limits();
    (left.as_secs(), increment.as_secs(), moves_to_go)
}

#[test]
fn a_period_without_stones_is_no_limit() {
    assert_eq!(clock(0, 1, 0), None);
    assert_eq!(clock(60, 1, 0), None);
    assert_eq!(limits(clock(0, 0, 0).unwrap()), (0, 0, None));
}

#[test]
fn main_time_runs_out_into_a_period() {
    let clock = clock(60, 30, 10).unwrap();
    assert_eq!(limits(clock), (60, 3, None));
    assert_eq!(limits(clock.after(seconds(40))), (20, 3, None));
    // Five of the first period are gone, and one of its stones.
    let period = clock.after(seconds(65));
    assert_eq!(limits(period), (25, 0, Some(9)));
    let last = (0..8).fold(period, |clock, _| clock.after(seconds(1)));
    assert_eq!(limits(last), (17, 0, Some(1)));
    assert_eq!(limits(last.after(seconds(16))), (30, 0, Some(10)));
}

#[test]
fn main_time_without_periods_ends() {
    let clock = clock(10, 0, 0).unwrap();
    assert_eq!(limits(clock.after(seconds(4))), (6, 0, None));
    assert_eq!(limits(clock.after(seconds(11))), (0, 0, None));
}

#[test]
fn a_controller_sets_the_clock() {
    let clock = clock(60, 30, 10).unwrap();
    assert_eq!(limits(clock.with_left(seconds(7), 0)), (7, 3, None));
    assert_eq!(limits(clock.with_left(seconds(7), 4)), (7, 0, Some(4)));
    // The main time is over: a period begins.
    assert_eq!(limits(clock.with_left(seconds(0), 0)), (30, 0, Some(10)));
}

#[test]
fn a_time_for_each_move_begins_anew_with_each() {
    let clock = clock(0, 2, 1).unwrap();
    assert_eq!(limits(clock), (2, 0, Some(1)));
    assert_eq!(limits(clock.after(Duration::from_millis(1_900))), (2, 0, Some(1)));
    assert_eq!(limits(clock.after(seconds(9))), (2, 0, Some(1)));
}

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A clock in the notation of cutechess-cli and fastchess: `[MOVES/][MINUTES:]SECONDS[+INCREMENT]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The number of moves after which the time is added again; `None` if the time is for the whole game.
    pub moves: Option<u32>,
    /// The time on the clock at the start.
    pub time: Duration,
    /// The time that each move adds to the clock.
    pub increment: Duration,
}

/// Error: a text is not a valid clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a clock is written [MOVES/][MINUTES:]SECONDS[+INCREMENT], such as 40/1:30+0.5")]
pub struct NoTimeControl;

impl FromStr for TimeControl {
    type Err = NoTimeControl;

    fn from_str(text: &str) -> Result<Self, NoTimeControl> {
        let (moves, rest) = match text.split_once('/') {
            // The notation of other runners for a clock for the whole game.
            Some(("inf" | "infinite", rest)) => (None, rest),
            Some((moves, rest)) => (Some(moves.parse().map_err(|_| NoTimeControl)?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = time.split_once(':').unwrap_or(("0", time));
        let minutes: u64 = minutes.parse().map_err(|_| NoTimeControl)?;
        let time = minutes.checked_mul(60).map(Duration::from_secs).ok_or(NoTimeControl)?;
        let time = time.checked_add(seconds_of(seconds).ok_or(NoTimeControl)?).ok_or(NoTimeControl)?;
        let increment = seconds_of(increment).ok_or(NoTimeControl)?;
        if time.is_zero() || time > MAX_TIME || increment > MAX_TIME || moves == Some(0) {
            return Err(NoTimeControl);
        }
        Ok(Self { moves, time, increment })
    }
}

/// The maximum time setting, which prevents overflow of sums.
pub(super) const MAX_TIME: Duration = Duration::from_secs(366 * 24 * 3_600);

/// Parses seconds with up to nine decimals, at most a year.
pub(super) fn seconds_of(text: &str) -> Option<Duration> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text.parse().ok().filter(|_| is_plain)?;
    Duration::try_from_secs_f64(seconds).ok().filter(|&time| time <= MAX_TIME)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = NoTimeControl;

    fn try_from(text: String) -> Result<Self, NoTimeControl> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_read_and_written() {
        for (text, moves, millis, increment, written) in [
            ("10+0.1", None, 10_000, 100, "10+0.1"),
            ("40/60", Some(40), 60_000, 0, "40/60"),
            ("1:30+0.5", None, 90_000, 500, "90+0.5"),
            ("40/1:30+1", Some(40), 90_000, 1_000, "40/90+1"),
            ("0.05", None, 50, 0, "0.05"),
            ("inf/10+0.1", None, 10_000, 100, "10+0.1"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            let expected =
                TimeControl { moves, time: Duration::from_millis(millis), increment: Duration::from_millis(increment) };
            assert_eq!((control, control.to_string().as_str()), (expected, written));
        }
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in ["", "0", "-1", "1+-1", "x", "0/10", "40/", "1:", "1e5", "inf", "99999999999999999999", "nan"] {
            assert_eq!(text.parse::<TimeControl>(), Err(NoTimeControl), "{text}");
        }
    }
}

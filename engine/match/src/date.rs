//! Dates without a library: in UTC, in the Gregorian calendar.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A second in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    /// Seconds since 1970.
    seconds: u64,
}

impl Date {
    /// What the system's clock says.
    pub(crate) fn now() -> Self {
        Self { seconds: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()) }
    }

    /// So many seconds after the beginning of 1970.
    pub(crate) fn of_seconds(seconds: u64) -> Self {
        Self { seconds }
    }

    /// Seconds since 1970.
    pub(crate) fn seconds(self) -> u64 {
        self.seconds
    }

    /// Year, month and day (H. Hinnant, "chrono-compatible low-level date algorithms": `civil_from_days`).
    fn day(self) -> (u64, u64, u64) {
        let days = self.seconds / 86_400 + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (year + era * 400 + u64::from(month <= 2), month, day)
    }

    fn time(self) -> (u64, u64, u64) {
        let seconds = self.seconds % 86_400;
        (seconds / 3_600, seconds / 60 % 60, seconds % 60)
    }

    /// As in tags of PGN files: `2026.01.31`.
    pub(crate) fn pgn(self) -> String {
        let (year, month, day) = self.day();
        format!("{year:04}.{month:02}.{day:02}")
    }
}

impl fmt::Display for Date {
    /// As in names of files: `2026-01-31-235959`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((year, month, day), (hour, minute, second)) = (self.day(), self.time());
        write!(f, "{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01-000000"),
            (951_782_400, "2000-02-29-000000"),
            (1_234_567_890, "2009-02-13-233130"),
            (4_107_542_399, "2100-02-28-235959"),
            (4_107_542_400, "2100-03-01-000000"),
        ] {
            assert_eq!(Date::of_seconds(seconds).to_string(), text);
        }
        assert_eq!(Date::of_seconds(1_234_567_890).pgn(), "2009.02.13");
    }
}

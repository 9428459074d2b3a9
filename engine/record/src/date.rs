//! Points in time, in UTC and to the millisecond.

use jiff::Timestamp;

/// Returns the current time, to the millisecond.
#[must_use]
pub fn now() -> Timestamp {
    of_millis(Timestamp::now().as_millisecond()).unwrap_or_default()
}

/// Converts milliseconds since 1970 to a time; `None` beyond the year 9999.
pub(crate) fn of_millis(millis: i64) -> Option<Timestamp> {
    Timestamp::from_millisecond(millis).ok()
}

/// Formats a date for PGN tags: `2026.01.31`.
pub(crate) fn pgn_day(time: Timestamp) -> String {
    time.strftime("%Y.%m.%d").to_string()
}

/// Formats a time for PGN tags like fastchess: `2026-01-31T23:59:59 +0000`.
pub(crate) fn pgn_time(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S +0000").to_string()
}

/// Formats a time for JSON: `2026-01-31T23:59:59.120Z`. The length is constant, so that the texts sort like the times.
pub(crate) fn json_time(time: Timestamp) -> String {
    format!("{time:.3}")
}

/// Formats a time for file names: `2026-01-31-235959`.
pub(crate) fn file_name(time: Timestamp) -> String {
    time.strftime("%Y-%m-%d-%H%M%S").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_time_are_written_in_utc() {
        let time = of_millis(4_107_542_399_000).unwrap();
        assert_eq!((file_name(time), pgn_day(time)), ("2100-02-28-235959".into(), "2100.02.28".into()));
        assert_eq!(pgn_time(time), "2100-02-28T23:59:59 +0000");
        assert_eq!(json_time(time), "2100-02-28T23:59:59.000Z");
        assert_eq!(json_time(of_millis(4_107_542_399_120).unwrap()), "2100-02-28T23:59:59.120Z");
        assert_eq!(of_millis(i64::MAX), None);
    }
}

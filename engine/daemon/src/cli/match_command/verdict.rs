//! The exit code of a match with a test.

use plyd_record::{MatchReport, SprtReport};
use plyd_tournament::statistics::SprtVerdict;

/// The test has accepted its null hypothesis: no improvement.
const H0: u8 = 4;

/// All games are played, and the test has accepted neither hypothesis.
const UNDECIDED: u8 = 5;

/// The exit code of a match without remaining games: 0 without a test, or if the test has accepted H1.
pub(super) fn exit_code(report: &MatchReport) -> u8 {
    match report.sprt {
        Some(SprtReport { state, .. }) if state.verdict == SprtVerdict::H0 => H0,
        Some(SprtReport { state, .. }) if state.verdict == SprtVerdict::Continue => UNDECIDED,
        _ => 0,
    }
}

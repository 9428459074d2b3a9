//! Notices about a running match that are not errors (faults of engines, pauses, warnings), and its exit code.

use super::super::standard_error::say;
use indicatif::ProgressBar;
use plyd_record::{MatchReport, SprtReport};
use plyd_tournament::statistics::SprtVerdict;
use std::sync::{Arc, Mutex, PoisonError};

/// Prints notices on standard error, at every log level, above the bar if there is one. Clones are equivalent.
#[derive(Clone, Debug, Default)]
pub(super) struct NoticePrinter {
    bar: Arc<Mutex<Option<ProgressBar>>>,
}

impl NoticePrinter {
    /// Prints a sentence. Engines, libraries and other machines have a say in it.
    pub(super) fn tell(&self, text: &str) {
        let write = || say(text);
        match self.bar.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// From now on there is this bar, or none.
    pub(super) fn beside(&self, bar: Option<ProgressBar>) {
        *self.bar.lock().unwrap_or_else(PoisonError::into_inner) = bar;
    }
}

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

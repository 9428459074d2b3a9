//! A substitute on systems without trials.

use super::TrialProcesses;
use plyd_host::{PrivateCopy, Tries, Verdict};
use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const REASON: &str = "libraries are tried on Unix only";

impl Tries for TrialProcesses {
    /// Nothing is tried on this system.
    fn ask(&self, _: &PrivateCopy, _: Duration, _: &AtomicBool) -> Option<Verdict> {
        Some(Verdict::Untried(REASON.into()))
    }
}

/// Nothing is tried on this system.
///
/// # Errors
/// Says so.
pub fn answer_trial(_: &Path, _: Duration) -> io::Result<Infallible> {
    Err(io::Error::other(REASON))
}

//! A substitute on systems without trials.

use super::TrialProcesses;
use plyd_host::{PrivateCopy, Tries, Verdict};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

impl Tries for TrialProcesses {
    /// Nothing is tried on this system.
    fn ask(&self, _: &PrivateCopy, _: Duration, _: &AtomicBool) -> Option<Verdict> {
        Some(Verdict::Untried("libraries are tried on Unix only".into()))
    }
}

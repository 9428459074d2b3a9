//! Which limits a process of the check has.

use crate::subject::CheckSubject;
use plyd_confine::{Denial, ProtectionKind};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The library to examine within the limits, and how.
#[derive(Debug)]
pub struct WallRequest {
    /// The library.
    pub subject: CheckSubject,
    /// The seed of all random choices; `None` for one of the clock.
    pub seed: Option<u64>,
    /// The time for everything.
    pub time: Duration,
    /// Folders that the library may read within the limits.
    pub readable: Vec<PathBuf>,
}

/// The limits of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ProbeLimits {
    /// None.
    Without,
    /// All of them, the same as in a session of a server.
    Whole,
    /// One, which is an error or ends the process.
    Only(ProtectionKind, Denial),
}

impl fmt::Display for ProbeLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Without => f.write_str("none"),
            Self::Whole => f.write_str("all"),
            Self::Only(kind, _) => write!(f, "{kind:?} alone"),
        }
    }
}

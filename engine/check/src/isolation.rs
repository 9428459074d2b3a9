//! `plyd check --isolation`: how this system confines a library, and what the library would need beyond that.
//!
//! The library plays and searches in a process under all limits. If a call is denied, the library may well go on
//! silently. So it also does the same in one process for each thing that is denied by a filter of system calls: there
//! nothing else is denied, and the first attempt ends the process. If it does not work under all limits, it tries each
//! of them alone.

mod inside;
mod outside;
mod print;
mod wall;

pub use inside::serve_wall;
pub use outside::check_isolation;
pub(crate) use outside::copy_library;
use wall::ProbeLimits;
pub use wall::WallRequest;

use crate::report::{Finding, GameFacts};
use serde::{Deserialize, Serialize};

/// What came of it; its [`Display`](std::fmt::Display) is for people.
#[derive(Debug, Serialize)]
pub struct Isolated {
    /// The file that was examined.
    file: String,
    /// The library as it describes itself; `None` if it does not load.
    game: Option<GameFacts>,
    /// The seed of the random games.
    seed: u64,
    /// Whether the library works under all limits.
    passed: bool,
    /// What the limits take away, and what enforces that here.
    wall: Vec<DeniedAction>,
    /// What the system cannot enforce, one sentence each.
    lacks: Vec<String>,
    /// The fault without limits, if there is one: then nothing is known about limits.
    fault_without: Option<Finding>,
    /// The fault under all limits.
    fault_within: Option<Finding>,
    /// What the library tried, or needs, beyond the limits.
    beyond: Vec<AllowedAction>,
    /// The memory that it took, if it works.
    memory: Option<Memory>,
}

/// A thing that a library cannot do within the limits.
#[derive(Debug, Serialize)]
struct DeniedAction {
    name: &'static str,
    what: &'static str,
    /// What enforces it here; empty if nothing does.
    by: Vec<String>,
}

/// Something beyond the limits that the library tried or needs.
#[derive(Debug, Serialize)]
struct AllowedAction {
    name: &'static str,
    what: &'static str,
    /// Whether it does not work when it is denied this alone; otherwise it goes on without it.
    needed: bool,
    /// The try; or the fault without this.
    finding: Finding,
}

/// Address space in bytes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Memory {
    /// The most that the process reserved beyond what it had before the library.
    taken: u64,
    /// The most that it may reserve within the limits.
    allowed: u64,
}

impl Isolated {
    /// Whether the library works under all limits.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.passed
    }

    /// The report as one JSON object.
    ///
    /// # Errors
    /// None that is expected.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

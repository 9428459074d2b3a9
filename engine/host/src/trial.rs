//! Trying a library in a process of its own, before a process that others rely on loads it.
//!
//! A trial finds faults: constructors that crash, hang or end the process, and whatever goes wrong until the start
//! position is open. It is no guard against malice. A library that looks for it can tell a trial from a game, and it can
//! find what the process keeps from it, as all is in the same memory.

#[cfg(unix)]
mod answer;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod question;
#[cfg(all(test, unix))]
mod tests;
mod trials;
#[cfg(not(unix))]
mod unsupported;

#[cfg(unix)]
pub use answer::answer_trial;
pub use trials::Trials;
#[cfg(not(unix))]
pub use unsupported::answer_trial;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How libraries are tried: by a program that calls [`answer_trial`], for so long.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The program.
    pub program: PathBuf,
    /// What stands before the path of the library.
    pub arguments: Vec<OsString>,
    /// What tells this build of the program from every other: a verdict counts for the build that found it.
    pub build: String,
    /// How long a library may take.
    pub time: Duration,
}

//! Trying a library in a process of its own before it is loaded into one that others rely on.
//!
//! A trial finds faults: constructors that crash, hang or end the process, and any failure before the start position is
//! open. It does not protect against malice. A library can distinguish a trial from a game, and can find the secrets of
//! the process, because they share memory.

#[cfg(unix)]
mod answer;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod question;
#[cfg(all(test, unix))]
mod tests;
#[cfg(not(unix))]
mod unsupported;

#[cfg(unix)]
pub use answer::answer_trial;
#[cfg(not(unix))]
pub use unsupported::answer_trial;

use std::ffi::OsString;
use std::path::PathBuf;

/// A program that tries libraries: it calls [`answer_trial`]. Each library is tried in a process of its own.
#[derive(Debug, Clone)]
pub struct TrialProcesses {
    /// The program.
    pub program: PathBuf,
    /// The arguments before the path of the library.
    pub arguments: Vec<OsString>,
    /// The environment of the program; `None` for that of this process.
    pub environment: Option<Vec<(OsString, OsString)>>,
}

//! Trying a library in a separate process before it is loaded into a process that others rely on.
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

/// How libraries are tried: a program that calls [`answer_trial`], and a time limit.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The program.
    pub program: PathBuf,
    /// The arguments before the path of the library.
    pub arguments: Vec<OsString>,
    /// The environment of the program; `None` for that of this process.
    pub environment: Option<Vec<(OsString, OsString)>>,
    /// The id of this build of the program, and of what a library finds there. A verdict is valid only for the build that
    /// found it.
    pub build: String,
    /// The time limit for a library.
    pub time: Duration,
    /// The extension of the files in which verdicts are kept. A program that tries libraries in another way keeps what
    /// it finds in other files.
    pub kept_as: &'static str,
}

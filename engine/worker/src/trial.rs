//! Trying a library in a process of its own before it is loaded into one that others rely on.
//!
//! A trial finds faults: constructors that crash, hang or end the process, and any failure before the start position is
//! open. It does not protect against malice. A library can distinguish a trial from a game, and can find the secrets of
//! the process, because they share memory.

#[cfg(unix)]
mod inside;
#[cfg(unix)]
mod outside;
#[cfg(all(test, unix))]
mod tests;
#[cfg(not(unix))]
mod unsupported;

#[cfg(unix)]
pub use inside::serve_trial;

use crate::WorkerThreads;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// A program that tries libraries: it calls [`serve_trial`]. Each library is tried in a process of its own.
#[derive(Debug, Clone)]
pub struct TrialProcesses {
    program: PathBuf,
    arguments: Vec<OsString>,
    limits: Option<TrialLimits>,
    /// The threads that start the processes.
    pool: Arc<WorkerThreads>,
}

/// The limits of a trial.
#[derive(Debug, Clone)]
pub struct TrialLimits {
    /// The bytes of address space that the process may have beside what it begins with; `None` for no limit.
    pub address_space: Option<u64>,
    /// Files and folders that the library may read.
    pub readable: Vec<PathBuf>,
}

impl TrialProcesses {
    /// Trials by this program with these arguments. Without limits a process has the environment of this one.
    #[must_use]
    pub fn new(program: PathBuf, arguments: Vec<OsString>, limits: Option<TrialLimits>) -> Self {
        Self { program, arguments, limits, pool: WorkerThreads::for_unwatched() }
    }
}

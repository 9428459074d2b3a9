//! How engines outside of this process are started and reached: by this process, or by another one for it.

use crate::no_answer::NoAnswer;
use plyd_tournament::settings::EngineSettings;
use std::fmt;
use std::os::fd::OwnedFd;
use std::time::Duration;

/// A program that runs for an engine. Dropped, it is ended with all that it has started.
pub(crate) trait RunningProgram: fmt::Debug + Send {
    /// How the program ended, for people, if it ends without a signal from plyd within this time.
    fn ended_within(&mut self, time: Duration) -> Option<String>;

    /// The end of its standard error until now. Reading stops, and the program is of no use any more.
    fn standard_error(&mut self) -> String;
}

/// An engine that was started, or reached.
#[derive(Debug)]
pub(crate) struct ReachedEngine {
    /// What it reads.
    pub(crate) input: OwnedFd,
    /// What it writes.
    pub(crate) output: OwnedFd,
    /// `None` if it is no program that was started.
    pub(crate) program: Option<Box<dyn RunningProgram>>,
}

/// Starts and reaches engines for a process whose limits forbid it.
pub(crate) trait Reach: Send + Sync {
    /// Starts or reaches an engine, without sending anything. Each answer of the system may take this time.
    ///
    /// # Errors
    /// It cannot be started or reached, or its program is another one than when the match began.
    fn reach(&self, engine: &EngineSettings, time: Duration) -> Result<ReachedEngine, NoAnswer>;

    /// The engine has said who it is.
    fn greeted(&self, engine: &str, version: Option<String>);
}

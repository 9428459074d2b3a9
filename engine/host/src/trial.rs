//! Trying a library before it is loaded into a process that others rely on.
//!
//! How it is tried is not known here: in another process, by the trait [`Tries`].

mod kept;
#[cfg(all(test, unix))]
mod tests;
mod trials;

pub(crate) use kept::path_of_verdict;
pub use trials::Trials;

use crate::{PrivateCopy, TrialVerdict};
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Tries libraries.
pub trait Tries: Debug + Send + Sync {
    /// Tries the library of a copy, which has this time, and waits for what comes of it; `None` if it was cancelled
    /// meanwhile, which is looked for all the time.
    fn ask(&self, copy: &PrivateCopy, time: Duration, is_cancelled: &AtomicBool) -> Option<TrialVerdict>;
}

/// How libraries are tried.
#[derive(Debug, Clone)]
pub struct LibraryTrial {
    /// Who tries them.
    pub by: Arc<dyn Tries>,
    /// The id of this build of the program that tries them, and of what a library finds there. A verdict is valid only
    /// for the build that found it.
    pub build: String,
    /// The time limit for a library.
    pub time: Duration,
    /// The extension of the files in which verdicts are kept. A program that tries libraries in another way keeps what
    /// it finds in other files.
    pub kept_as: &'static str,
}

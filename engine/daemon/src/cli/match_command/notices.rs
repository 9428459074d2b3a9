//! Notices about a running match that are not errors: faults of engines, pauses, warnings.

use super::super::standard_error::say;
use indicatif::ProgressBar;
use std::sync::{Arc, Mutex, PoisonError};

/// Prints notices on standard error, at every log level, above the bar if there is one. Clones are equivalent.
#[derive(Clone, Debug, Default)]
pub(super) struct NoticePrinter {
    bar: Arc<Mutex<Option<ProgressBar>>>,
}

impl NoticePrinter {
    /// Prints a sentence. Engines, libraries and other machines have a say in it.
    pub(super) fn tell(&self, text: &str) {
        let write = || say(text);
        match self.bar.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// From now on there is this bar, or none.
    pub(super) fn beside(&self, bar: Option<ProgressBar>) {
        *self.bar.lock().unwrap_or_else(PoisonError::into_inner) = bar;
    }
}

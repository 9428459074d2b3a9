use crate::transcript::Transcript;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Things that engines are given beside the plan. Clones share one transcript.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The program that guards engines, see [`GUARD_ENGINE`](crate::GUARD_ENGINE). Without one, an engine's process
    /// group is all that is ended with it.
    pub guardian: Option<PathBuf>,
    /// Where the lines of engines are kept.
    pub transcript: Option<Arc<Transcript>>,
    told: Arc<Mutex<BTreeSet<String>>>,
}

impl Surroundings {
    /// With these.
    #[must_use]
    pub fn new(guardian: Option<PathBuf>, transcript: Option<Arc<Transcript>>) -> Self {
        Self { guardian, transcript, told: Arc::default() }
    }

    /// Tells something once, however many workers and starts of an engine find it out.
    pub(crate) fn warn_once(&self, text: String) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if !told.contains(&text) {
            tracing::warn!("{text}");
            told.insert(text);
        }
    }
}

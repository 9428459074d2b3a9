use super::{Direction, Transcript};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The part of one engine in the transcript, if there is one. Clones are of the same engine.
#[derive(Clone, Debug)]
pub(crate) struct EngineLog {
    transcript: Option<Arc<Transcript>>,
    engine: Arc<str>,
    /// The number of the game, from 1 as in exports; 0 before the first.
    game: Arc<AtomicU64>,
}

impl EngineLog {
    pub(crate) fn new(transcript: Option<&Arc<Transcript>>, engine: &str) -> Self {
        Self { transcript: transcript.cloned(), engine: engine.into(), game: Arc::default() }
    }

    /// From now on lines belong to the game with this number, from 0.
    pub(crate) fn begin_game(&self, number: u64) {
        self.game.store(number.saturating_add(1), Relaxed);
    }

    pub(crate) fn is_on(&self) -> bool {
        self.transcript.is_some()
    }

    pub(crate) fn add(&self, direction: Direction, text: &str) {
        if let Some(transcript) = &self.transcript {
            transcript.add(self.game.load(Relaxed), &self.engine, direction, text);
        }
    }

    /// Waits until the file has it; not for long.
    pub(crate) fn flush(&self) {
        if let Some(transcript) = &self.transcript {
            transcript.flush();
        }
    }
}

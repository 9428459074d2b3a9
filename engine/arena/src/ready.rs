//! The engines of the check before a match that play its first games, so that these wait for no second start.

use crate::contestant::Contestant;
use crate::interrupt::Interrupt;
use crate::programs::EngineOrigin;
use crate::surroundings::MatchSurroundings;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Engines that have been started for a game and play none yet.
#[derive(Default)]
pub(crate) struct Ready {
    state: Mutex<ReadyEngines>,
}

#[derive(Default)]
struct ReadyEngines {
    /// What they obey. It becomes the interrupt of the run.
    interrupt: Interrupt,
    /// By their places in the settings, with what each was started from.
    engines: BTreeMap<usize, (EngineOrigin, Box<dyn Contestant>)>,
}

impl fmt::Debug for Ready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ready").field("engines", &self.lock().engines.keys()).finish_non_exhaustive()
    }
}

impl Ready {
    /// The interrupt for engines that are to be kept.
    pub(crate) fn interrupt(&self) -> Interrupt {
        self.lock().interrupt.clone()
    }

    /// Keeps an engine, which obeys [`interrupt`](Self::interrupt), for the first game that it plays.
    pub(crate) fn keep(&self, engine: usize, start: EngineOrigin, contestant: Box<dyn Contestant>) {
        let before = self.lock().engines.insert(engine, (start, contestant));
        // It may take its time to end, so it is dropped without the lock.
        drop(before);
    }

    /// A run begins, in whose first games these engines play. The others end. Returns the interrupt of the run.
    pub(crate) fn begin(&self, wanted: impl Fn(usize) -> bool) -> Interrupt {
        let mut state = self.lock();
        let others: Vec<_> = state.engines.extract_if(.., |engine, _| !wanted(*engine)).collect();
        let interrupt = std::mem::take(&mut state.interrupt);
        drop(state);
        drop(others);
        interrupt
    }

    /// The engine, unless it was started from another program than the match is recorded with.
    pub(crate) fn take(&self, engine: usize, surroundings: &MatchSurroundings) -> Option<Box<dyn Contestant>> {
        let (start, contestant) = self.lock().engines.remove(&engine)?;
        let is_known = surroundings.programs().is_none_or(|programs| programs.know(&start));
        is_known.then_some(contestant)
    }

    /// Ends all of them.
    pub(crate) fn end(&self) {
        let all = std::mem::take(&mut self.lock().engines);
        drop(all);
    }

    fn lock(&self) -> MutexGuard<'_, ReadyEngines> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

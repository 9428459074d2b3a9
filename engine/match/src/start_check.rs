//! Whether all engines of a match can play, tried before there is anything to lose.

use crate::MatchError;
use crate::contestant::NoAnswer;
use crate::fault::Reason;
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use crate::tournament::Match;
use crate::worker::contestant;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many engines are tried at a time, at most; and never more than play at a time.
const MOST_AT_A_TIME: usize = 8;

/// What came of trying all engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartCheck {
    /// All of them can play. Of each, in the order of the settings, the name that it gives itself, if it does.
    Sound(Vec<Option<String>>),
    /// These cannot, in the order of the settings.
    Faults(Vec<StartFault>),
    /// The match was asked to end before all had answered.
    Interrupted,
}

/// Why an engine cannot play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartFault {
    /// Its name in the settings.
    pub engine: String,
    /// What it did wrong.
    pub reason: Reason,
    /// What happened, for people.
    pub detail: String,
}

impl fmt::Display for StartFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine {} cannot play ({}): {}", self.engine, self.reason, self.detail)
    }
}

impl Match {
    /// Starts each engine, waits until it is ready for a game, and ends it: several at a time, but no more than a match
    /// with this concurrency has. Takes for each no longer than `max_start` for every answer.
    ///
    /// # Errors
    /// The library of the game failed, or there is no thread.
    pub fn check_start(&self, concurrency: usize, interrupt: &Interrupt) -> Result<StartCheck, MatchError> {
        let engines = self.settings().engines.len();
        let opening = self.openings().of_round(0)?;
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let check = || {
            loop {
                let engine = next.fetch_add(1, Relaxed);
                if engine >= engines || interrupt.is_asked() {
                    return;
                }
                let named = self.try_engine(engine, &opening, interrupt);
                found.lock().unwrap_or_else(PoisonError::into_inner).push((engine, named));
            }
        };
        let at_a_time = concurrency.max(1).saturating_mul(2).min(MOST_AT_A_TIME).min(engines);
        thread::scope(|scope| {
            for _ in 0..at_a_time {
                thread::Builder::new().name("start check".into()).spawn_scoped(scope, check)?;
            }
            Ok(())
        })
        .map_err(|error| MatchError::system("a thread to check an engine", error))?;
        if interrupt.is_asked() {
            return Ok(StartCheck::Interrupted);
        }
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|&(engine, _)| engine);
        Ok(self.verdict(found))
    }

    fn try_engine(&self, engine: usize, opening: &Opening, interrupt: &Interrupt) -> Result<Option<String>, NoAnswer> {
        let mut contestant = contestant(self, engine, interrupt);
        contestant.prepare(0, opening)?;
        Ok(contestant.own_name())
    }

    fn verdict(&self, found: Vec<(usize, Result<Option<String>, NoAnswer>)>) -> StartCheck {
        let (mut names, mut faults) = (Vec::new(), Vec::new());
        for (engine, named) in found {
            match named {
                Ok(name) => names.push(name),
                Err(NoAnswer::Interrupted) => return StartCheck::Interrupted,
                Err(NoAnswer::Fault(fault)) => faults.push(StartFault {
                    engine: self.settings().engines[engine].name.clone(),
                    reason: fault.reason,
                    detail: fault.detail,
                }),
            }
        }
        if faults.is_empty() { StartCheck::Sound(names) } else { StartCheck::Faults(faults) }
    }
}

//! Whether all engines of a match can play, tried before there is anything to lose.

use crate::MatchError;
use crate::contestant::NoAnswer;
use crate::fault::{Reason, told_with};
use crate::heartbeat::Heartbeat;
use crate::interrupt::Interrupt;
#[cfg(unix)]
use crate::isolated::Player;
use crate::lack::{self, MOST_VOIDED};
use crate::openings::Opening;
use crate::tournament::Match;
use crate::worker::contestant;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The maximum number of engines that are tried at the same time; it is never more than play at the same time.
const MOST_AT_A_TIME: usize = 8;

/// The result of trying all engines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartCheck {
    /// All of them can play. Of each, in the order of the settings, the name that it gives itself, if it does.
    Sound(Vec<Option<String>>),
    /// These cannot, in the order of the settings.
    Faults(Vec<StartFault>),
    /// The match was asked to end before all had answered.
    Interrupted,
}

/// Why an engine cannot play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartFault {
    /// Its name in the settings.
    pub engine: String,
    /// The reason of the fault.
    pub reason: Reason,
    /// Details, for people.
    pub detail: String,
    /// The end of its standard error.
    pub standard_error: String,
}

impl fmt::Display for StartFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = told_with(&self.detail, &self.standard_error);
        write!(f, "engine {} cannot play ({}): {detail}", self.engine, self.reason)
    }
}

impl Match {
    /// Starts each engine, waits until it is ready for a game, and ends it: several at a time, but no more than a match
    /// with this concurrency has. Takes for each no longer than `max_start` for every answer.
    ///
    /// # Errors
    /// The library of the game failed, or this process lacks a thread, or what it takes to start an engine.
    pub fn check_start(&self, concurrency: usize, interrupt: &Interrupt) -> Result<StartCheck, MatchError> {
        #[cfg(unix)]
        if let Some(children) = self.children() {
            return Player::new(self, children, interrupt).check_start(concurrency);
        }
        let engines = self.settings().engines.len();
        let opening = self.opening(0)?;
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let heartbeat = Heartbeat::start()?;
        let check = || {
            loop {
                let engine = next.fetch_add(1, Relaxed);
                if engine >= engines || interrupt.is_asked() {
                    return;
                }
                let tried = self.try_between_pauses(engine, &opening, interrupt, &heartbeat);
                found.lock().unwrap_or_else(PoisonError::into_inner).push((engine, tried));
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
            // Some may not have been tried.
            return Ok(StartCheck::Interrupted);
        }
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|&(engine, _)| engine);
        verdict(found.into_iter().map(|(_, tried)| tried))
    }

    /// Tries an engine; again, if this process was paused meanwhile and the engine fails, or if this process lacks
    /// something. Neither is a fault of the engine.
    fn try_between_pauses(
        &self,
        engine: usize,
        opening: &Opening,
        interrupt: &Interrupt,
        heartbeat: &Heartbeat,
    ) -> Tried {
        for times in 1..=MOST_VOIDED {
            let watch = heartbeat.watch();
            match self.try_engine(engine, opening, interrupt) {
                Tried::Stopped(MatchError::Lack { .. }) => lack::wait(times, interrupt),
                Tried::Fault(_) if watch.pause().is_some() => {}
                tried => return tried,
            }
        }
        self.try_engine(engine, opening, interrupt)
    }

    fn try_engine(&self, engine: usize, opening: &Opening, interrupt: &Interrupt) -> Tried {
        let mut contestant = contestant(self, engine, interrupt);
        match contestant.prepare(0, opening) {
            Ok(()) => Tried::Sound(contestant.own_name()),
            Err(NoAnswer::Interrupted) => Tried::Interrupted,
            Err(NoAnswer::Stopped(error)) => Tried::Stopped(error),
            Err(NoAnswer::Lack(detail)) => {
                Tried::Stopped(MatchError::Lack { engine: self.settings().engines[engine].name.clone(), detail })
            }
            Err(NoAnswer::Fault(fault)) => Tried::Fault(StartFault {
                engine: self.settings().engines[engine].name.clone(),
                reason: fault.reason,
                standard_error: contestant.fail(&fault),
                detail: fault.detail,
            }),
        }
    }
}

/// The result of trying one engine.
enum Tried {
    Sound(Option<String>),
    Fault(StartFault),
    Stopped(MatchError),
    Interrupted,
}

fn verdict(all: impl Iterator<Item = Tried>) -> Result<StartCheck, MatchError> {
    let (mut names, mut faults) = (Vec::new(), Vec::new());
    for tried in all {
        match tried {
            Tried::Sound(name) => names.push(name),
            Tried::Fault(fault) => faults.push(fault),
            Tried::Stopped(error) => return Err(error),
            Tried::Interrupted => return Ok(StartCheck::Interrupted),
        }
    }
    Ok(if faults.is_empty() { StartCheck::Sound(names) } else { StartCheck::Faults(faults) })
}

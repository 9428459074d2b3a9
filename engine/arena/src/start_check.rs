//! Whether all engines of a match can play, tried before there is anything to lose.

use crate::MatchError;
use crate::contest::Contest;
use crate::contestant::Contestant;
use crate::heartbeat::Heartbeat;
use crate::interrupt::Interrupt;
use crate::no_answer::NoAnswer;
use crate::no_answer::{self, MOST_VOIDED};
use crate::openings::{Opening, Openings};
use crate::programs::EngineOrigin;
use plyd_tournament::{Reason, told_with};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The maximum number of engines that are tried at the same time; it is never more than play at the same time.
const MOST_AT_A_TIME: usize = 8;

/// The interval at which the check looks whether it was asked to end.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

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

/// Starts each engine in this process and waits until it is ready for a game, several at a time. `kept` of them stay for
/// the games, the others end.
///
/// # Errors
/// The library of the game failed, or this process lacks a thread, or what it takes to start an engine.
pub(crate) fn try_engines(
    (game, openings): (&Contest, &Openings),
    concurrency: usize,
    (interrupt, heartbeat): (&Interrupt, &Heartbeat),
    kept: &BTreeSet<usize>,
) -> Result<StartCheck, MatchError> {
    let engines = game.settings().engines.len();
    let opening = openings.of_round(0)?;
    let next = AtomicUsize::new(0);
    // Engines that stay obey the run that follows, so what is asked from outside is passed on.
    let own = game.ready().interrupt();
    let (sender, results) = channel();
    let check = |sender: Sender<(usize, TriedEngine)>| {
        loop {
            let engine = next.fetch_add(1, Relaxed);
            if engine >= engines || own.is_asked() {
                return;
            }
            let (tried, contestant) = try_between_pauses(game, engine, &opening, &own, heartbeat);
            if let Some((start, contestant)) = contestant.filter(|_| kept.contains(&engine)) {
                game.ready().keep(engine, start, contestant);
            }
            // The other side waits for all of them.
            let _ = sender.send((engine, tried));
        }
    };
    let at_a_time = concurrency.max(1).saturating_mul(2).min(MOST_AT_A_TIME).min(engines);
    let mut found = thread::scope(|scope| {
        for _ in 0..at_a_time {
            let (check, sender) = (&check, sender.clone());
            let thread = thread::Builder::new().name("start check".into());
            if let Err(error) = thread.spawn_scoped(scope, move || check(sender)) {
                own.ask();
                return Err(error);
            }
        }
        drop(sender);
        let mut found = Vec::new();
        loop {
            match results.recv_timeout(POLL_INTERVAL) {
                Ok(result) => found.push(result),
                Err(RecvTimeoutError::Timeout) if interrupt.is_asked() => own.ask(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(found),
            }
        }
    })
    .map_err(|error| MatchError::system("a thread to check an engine", error))?;
    if interrupt.is_asked() {
        // Some may not have been tried.
        game.ready().end();
        return Ok(StartCheck::Interrupted);
    }
    found.sort_by_key(|&(engine, _)| engine);
    let check = verdict(found.into_iter().map(|(_, tried)| tried));
    if !matches!(check, Ok(StartCheck::Sound(_))) {
        game.ready().end();
    }
    check
}

/// Tries an engine; again, if this process was paused meanwhile and the engine fails, or if this process lacks
/// something. Neither is a fault of the engine.
fn try_between_pauses(
    game: &Contest,
    engine: usize,
    opening: &Opening,
    interrupt: &Interrupt,
    heartbeat: &Heartbeat,
) -> (TriedEngine, Option<SoundEngine>) {
    for times in 1..=MOST_VOIDED {
        let watch = heartbeat.watch();
        match try_engine(game, engine, opening, interrupt) {
            (TriedEngine::Stopped(MatchError::Lack { .. }), _) => no_answer::wait(times, interrupt),
            (TriedEngine::Fault(_), _) if watch.pause().is_some() => {}
            tried => return tried,
        }
    }
    try_engine(game, engine, opening, interrupt)
}

fn try_engine(
    game: &Contest,
    engine: usize,
    opening: &Opening,
    interrupt: &Interrupt,
) -> (TriedEngine, Option<SoundEngine>) {
    let settings = &game.settings().engines[engine];
    let start = EngineOrigin::of(settings);
    let mut contestant = game.contestant(engine, interrupt);
    let tried = match contestant.prepare(0, opening) {
        Ok(()) => return (TriedEngine::Sound(contestant.own_name()), Some((start, contestant))),
        Err(NoAnswer::Interrupted) => TriedEngine::Interrupted,
        Err(NoAnswer::Stopped(error)) => TriedEngine::Stopped(error),
        Err(NoAnswer::Lack(detail)) => TriedEngine::Stopped(MatchError::Lack { engine: settings.name.clone(), detail }),
        Err(NoAnswer::Fault(fault)) => TriedEngine::Fault(StartFault {
            engine: settings.name.clone(),
            reason: fault.reason,
            standard_error: contestant.fail(&fault),
            detail: fault.detail,
        }),
    };
    (tried, None)
}

/// An engine that is ready for a game, and what it was started from.
type SoundEngine = (EngineOrigin, Box<dyn Contestant>);

/// The result of trying one engine.
enum TriedEngine {
    Sound(Option<String>),
    Fault(StartFault),
    Stopped(MatchError),
    Interrupted,
}

fn verdict(all: impl Iterator<Item = TriedEngine>) -> Result<StartCheck, MatchError> {
    let (mut names, mut faults) = (Vec::new(), Vec::new());
    for tried in all {
        match tried {
            TriedEngine::Sound(name) => names.push(name),
            TriedEngine::Fault(fault) => faults.push(fault),
            TriedEngine::Stopped(error) => return Err(error),
            TriedEngine::Interrupted => return Ok(StartCheck::Interrupted),
        }
    }
    Ok(if faults.is_empty() { StartCheck::Sound(names) } else { StartCheck::Faults(faults) })
}

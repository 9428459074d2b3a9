//! What everybody who plays games of a match has to know of it.

use crate::contestant::{Builtin, BuiltinOptions, Contestant};
#[cfg(unix)]
use crate::contestant::{GtpEngine, UciEngine};
use crate::interrupt::Interrupt;
use crate::ready::Ready;
use crate::surroundings::MatchSurroundings;
use crate::transcript::EngineLog;
use plyd_tournament::Schedule;
#[cfg(unix)]
use plyd_tournament::settings::{EngineKind, Protocol};
use plyd_tournament::settings::{EngineSettings, MatchSettings};

/// A match without the place where its library runs: its plan, its engines, and their surroundings.
#[derive(Debug)]
pub(crate) struct Contest {
    settings: MatchSettings,
    schedule: Schedule,
    /// For each engine, how it searches if it is a built-in one.
    builtin: Vec<Option<BuiltinOptions>>,
    surroundings: MatchSurroundings,
    ready: Ready,
}

impl Contest {
    /// With built-in engines that search like this.
    pub(crate) fn new(settings: MatchSettings, builtin: Vec<Option<BuiltinOptions>>) -> Self {
        let schedule = Schedule::new(&settings);
        Self { settings, schedule, builtin, surroundings: MatchSurroundings::default(), ready: Ready::default() }
    }

    /// Gives its engines the surroundings.
    pub(crate) fn within(self, surroundings: MatchSurroundings) -> Self {
        Self { surroundings, ..self }
    }

    /// The settings.
    pub(crate) fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    /// Its games, none of them played.
    pub(crate) fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// For each engine, how it searches if it is a built-in one.
    pub(crate) fn builtin(&self) -> &[Option<BuiltinOptions>] {
        &self.builtin
    }

    /// What its engines have in addition to the plan.
    pub(crate) fn surroundings(&self) -> &MatchSurroundings {
        &self.surroundings
    }

    /// The engines that the check before the match has left running.
    pub(crate) fn ready(&self) -> &Ready {
        &self.ready
    }

    /// An engine that has not been started yet.
    pub(crate) fn contestant(&self, engine: usize, interrupt: &Interrupt) -> Box<dyn Contestant> {
        let Some(options) = &self.builtin[engine] else { return self.external(engine, interrupt) };
        let EngineSettings { name, ponder, .. } = &self.settings.engines[engine];
        if *ponder {
            self.surroundings.tell_once(format!("engine {name} does not ponder: built-in engines cannot"));
        }
        let log = EngineLog::new(self.surroundings.transcript.as_ref(), name);
        Box::new(Builtin::new(options.clone(), &self.settings.game_options, &self.surroundings, interrupt, log))
    }

    #[cfg(unix)]
    fn external(&self, engine: usize, interrupt: &Interrupt) -> Box<dyn Contestant> {
        let MatchSettings { game, game_options, max_start, engines, .. } = &self.settings;
        let (engine, surroundings) = (&engines[engine], &self.surroundings);
        match engine.kind {
            EngineKind::Command { protocol: Protocol::Gtp, .. } | EngineKind::Tcp { protocol: Protocol::Gtp, .. } => {
                Box::new(GtpEngine::new(engine, game, game_options, *max_start, interrupt, surroundings))
            }
            _ => Box::new(UciEngine::new(engine, game, game_options, *max_start, interrupt, surroundings)),
        }
    }

    #[cfg(not(unix))]
    fn external(&self, _engine: usize, _interrupt: &Interrupt) -> Box<dyn Contestant> {
        Box::new(crate::contestant::UnsupportedContestant)
    }
}

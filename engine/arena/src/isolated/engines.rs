//! The match's side of engines outside of its children: it starts and reaches them for one child.

use super::inside::GamePlayer;
use super::messages::{ChildRequest, EngineEvent, EngineRequest};
use crate::contest::Contest;
use crate::contestant::reach;
use crate::no_answer::NoAnswer;
use crate::reach::{ReachedEngine, RunningProgram};
use crate::transcript::EngineLog;
use plyd_foreign::one_line;
use plyd_worker::Blocking;
use std::collections::BTreeMap;
use std::time::Duration;

/// The programs that run for one child. Dropped, they are ended.
#[derive(Debug, Default)]
pub(super) struct Engines {
    /// By the numbers that the child has given them.
    programs: BTreeMap<u64, HostedProgram>,
    /// The number of the game in progress.
    game: u64,
}

#[derive(Debug)]
struct HostedProgram {
    running: Box<dyn RunningProgram>,
    log: EngineLog,
    has_told_end: bool,
}

impl Engines {
    /// From now on lines of the log belong to the game with this number.
    pub(super) fn begin_game(&mut self, number: u64) {
        self.game = number;
        self.programs.values().for_each(|program| program.log.begin_game(number));
    }

    /// Whether any of them runs, so that it has to be looked at.
    pub(super) fn are_running(&self) -> bool {
        !self.programs.is_empty()
    }

    /// Does what the child wants. The time of that does not count against the child.
    pub(super) fn take(&mut self, wanted: EngineRequest, game: &Contest, worker: &mut Blocking<GamePlayer>) {
        match wanted {
            EngineRequest::Start { number, engine } => self.start((number, &engine), game, worker),
            EngineRequest::End { number } => {
                let Some(mut program) = self.programs.remove(&number) else { return };
                let text = worker.ignore(|| {
                    let text = program.running.standard_error();
                    drop(program);
                    text
                });
                worker.ask(ChildRequest::Program(EngineEvent::Errors { number, text }));
            }
            EngineRequest::Greeted { engine, version } => {
                if let Some(programs) = game.surroundings().programs() {
                    // Terminals obey control characters.
                    programs.greeted(&engine, version.map(|version| one_line(&version)));
                }
            }
        }
    }

    fn start(&mut self, (number, engine): (u64, &str), game: &Contest, worker: &mut Blocking<GamePlayer>) {
        let (settings, surroundings) = (game.settings(), game.surroundings());
        // The terms know the engines.
        let Some(engine) = settings.engines.iter().find(|known| known.name == engine) else { return };
        let log = EngineLog::new(surroundings.transcript.as_ref(), &engine.name);
        log.begin_game(self.game);
        let told = match worker.ignore(|| reach(engine, settings.max_start, surroundings, &log)) {
            Ok(ReachedEngine { input, output, program }) => {
                let is_program = program.is_some();
                if let Some(running) = program {
                    self.programs.insert(number, HostedProgram { running, log, has_told_end: false });
                }
                return worker
                    .ask_with(ChildRequest::Program(EngineEvent::Started { number, is_program }), [input, output]);
            }
            Err(NoAnswer::Fault(fault)) => EngineEvent::NotStarted { number, text: fault.detail, is_lack: false },
            Err(NoAnswer::Lack(text)) => EngineEvent::NotStarted { number, text, is_lack: true },
            Err(NoAnswer::Stopped(error)) => EngineEvent::Stopped { number, failure: error.into() },
            Err(NoAnswer::Interrupted) => {
                EngineEvent::NotStarted { number, text: "it was interrupted".into(), is_lack: true }
            }
        };
        worker.ask(ChildRequest::Program(told));
    }

    /// Tells the child of programs that have ended.
    pub(super) fn look(&mut self, worker: &mut Blocking<GamePlayer>) {
        for (&number, program) in self.programs.iter_mut().filter(|(_, program)| !program.has_told_end) {
            if let Some(how) = program.running.ended_within(Duration::ZERO) {
                program.has_told_end = true;
                worker.ask(ChildRequest::Program(EngineEvent::Ended { number, how }));
            }
        }
    }
}

//! The first steps of every command of the program.

use super::arguments::PositionArgument;
use super::errand::Helpers;
use super::global_flags::GlobalFlags;
use super::position_file::{PositionFile, Taken, Written};
use super::runtime::{drive, one_thread};
use super::signals::Signals;
use super::{child, trial};
use crate::logging;
use crate::settings::{Overlay, Settings, Sources};
use crate::stdio::ProtocolOutput;
use anyhow::{Context, bail};
use plyd_session::{Engine, EngineSettings, NO_GAME, Pipe, PluginIsolation, SessionEnd, Transport};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The signals of this process and the flags it was started with.
pub(super) struct Program {
    pub(super) signals: Signals,
    pub(super) flags: GlobalFlags,
}

/// The maximum time for the search of a script whose lines set no limit, and the hint that appears when it is over.
pub(super) struct TimeLimit {
    pub(super) time: Duration,
    pub(super) hint: &'static str,
}

impl Program {
    /// The settings, with the flags of the command line over them.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        self.settings_with(self.flags.overlay())
    }

    /// The settings, with these flags over them.
    pub(super) fn settings_with(&self, flags: Overlay) -> anyhow::Result<Settings> {
        Ok(Settings::load(&self.sources_with(flags))?)
    }

    /// Where the settings come from, with these flags over them.
    pub(super) fn sources_with(&self, flags: Overlay) -> Sources {
        Sources::of_process(self.flags.config.clone(), flags)
    }

    /// Begins to log, for a command that loads no games.
    pub(super) fn log(&self) -> anyhow::Result<Settings> {
        let settings = self.settings()?;
        logging::init(&settings.log)?;
        Ok(settings)
    }

    /// Begins to log, and finds the games and helpers for work with them, with the position of a file if one is given.
    pub(super) fn start_with(&self, file: &PositionFile) -> anyhow::Result<(Arc<Engine>, Helpers, Option<Taken>)> {
        let Some(written) = file.read()? else {
            let (engine, helpers) = self.start_helped()?;
            return Ok((engine, helpers, None));
        };
        let (_, engine, helpers, taken) = self.start_written(written)?;
        Ok((engine, helpers, Some(taken)))
    }

    /// The same, and takes the position of a file.
    pub(super) fn start_written(&self, written: Written) -> anyhow::Result<(Settings, Arc<Engine>, Helpers, Taken)> {
        let (settings, engine) = written.start(self)?;
        let library = engine.games().options.game.clone().context(NO_GAME)?;
        let mut helpers = Helpers::new(&settings, &engine)?;
        let taken = written.take((&engine, &mut helpers), library, self)?;
        Ok((settings, engine, helpers, taken))
    }

    /// Begins to log, and finds the games and helpers for work with them.
    pub(super) fn start_helped(&self) -> anyhow::Result<(Arc<Engine>, Helpers)> {
        let (settings, engine) = self.start_isolable()?;
        let helpers = Helpers::new(&settings, &engine)?;
        Ok((engine, helpers))
    }

    /// Begins to log, and finds the games, for a command that can have them loaded by children.
    pub(super) fn start_isolable(&self) -> anyhow::Result<(Settings, Arc<Engine>)> {
        let settings = self.settings()?;
        let isolation = settings.plugins.isolation.or(PluginIsolation::None);
        start(settings, 0, isolation)
    }

    /// Begins to log, and finds the games, for a match. It has tablebases only if the command line names them: the
    /// settings of one machine must not decide who is stronger.
    pub(super) fn start_match(&self) -> anyhow::Result<(Settings, Arc<Engine>)> {
        let mut settings = self.settings()?;
        if !self.flags.name_tablebases() {
            settings.search.tablebases.clear();
        }
        let isolation = settings.plugins.isolation.or(PluginIsolation::None);
        start(settings, ONLOOKERS_NICENESS, isolation)
    }

    /// The same for a worker: matches of others say what is played, and how. It may have no game at all.
    #[cfg(feature = "broker")]
    pub(super) fn start_worker(&self) -> anyhow::Result<(Settings, Arc<Engine>)> {
        let mut settings = self.settings()?;
        settings.game.clear();
        settings.options.clear();
        settings.search.tablebases.clear();
        let isolation = settings.plugins.isolation.or(PluginIsolation::None);
        start(settings, 0, isolation)
    }

    /// Sets a position up and runs another line, as a separate session; an error line makes it fail.
    pub(super) fn run_script(
        &self,
        position: &PositionArgument,
        line: &str,
        limit: Option<TimeLimit>,
    ) -> anyhow::Result<ExitCode> {
        let (given, written) = (position.then(line)?, position.file.read()?);
        let output = take_output()?;
        let (settings, engine, script) = match written {
            None => {
                let (settings, engine) = self.start_isolable()?;
                (settings, engine, given)
            }
            Some(written) => {
                let (settings, engine, _, taken) = self.start_written(written)?;
                (settings, engine, taken.then(line))
            }
        };
        drive(one_thread(), self.signals.tell(settings.shutdown.time()), async |shutdown| {
            let input = Pipe(io::Cursor::new(script));
            let transport = Transport::Script(limit.as_ref().map(|limit| limit.time));
            let session = plyd_session::serve(engine, input, output.into_writer(), transport, shutdown);
            let mut session = tokio::spawn(session);
            let ended = match limit {
                None => session.await,
                Some(TimeLimit { time, hint }) => tokio::select! {
                    ended = &mut session => ended,
                    () = tokio::time::sleep(time) => {
                        self.hint(hint);
                        session.await
                    }
                },
            };
            Ok(if had_errors(ended?)? { ExitCode::FAILURE } else { ExitCode::SUCCESS })
        })
    }

    /// Says on standard error what a person may want to know.
    pub(super) fn hint(&self, text: &str) {
        if !self.flags.are_quiet() {
            // Nothing is lost where it cannot be written.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }
}

/// How far the sessions of a match come after its games: they belong to those who look at its page. Half of it is more
/// than calls of a library can have, the least weight that there is.
const ONLOOKERS_NICENESS: u8 = 40;

/// Begins to log, and finds the games. They are loaded into this process, or by children of it. Searches have a lower
/// priority than the rest of the process, by this nice value.
pub(super) fn start(
    settings: Settings,
    niceness: u8,
    isolation: PluginIsolation,
) -> anyhow::Result<(Settings, Arc<Engine>)> {
    logging::init(&settings.log)?;
    load(settings, niceness, isolation)
}

/// Finds the games of these settings, once the process logs.
pub(super) fn load(
    settings: Settings,
    niceness: u8,
    isolation: PluginIsolation,
) -> anyhow::Result<(Settings, Arc<Engine>)> {
    let trial = Some(trial::trial(&settings, isolation == PluginIsolation::Process));
    let isolation = match isolation {
        PluginIsolation::Process => Some(child::isolation()?.within(settings.plugins.pending_bytes)),
        PluginIsolation::Default | PluginIsolation::None => None,
    };
    let engine = Engine::new(EngineSettings { niceness, ..settings.engine() }, trial, isolation)?;
    Ok((settings, engine))
}

/// Keeps standard output for what the command prints. Must come before the first library is loaded.
pub(super) fn take_output() -> anyhow::Result<ProtocolOutput> {
    ProtocolOutput::take().context("cannot take over standard output")
}

/// Whether a session on standard output had errors.
pub(super) fn had_errors(end: SessionEnd) -> anyhow::Result<bool> {
    match end {
        SessionEnd::Done { had_errors } => Ok(had_errors),
        // Nobody is left to be told of them.
        SessionEnd::Vanished => Ok(false),
        SessionEnd::Unwritten(kind) => bail!("cannot write to standard output: {kind}"),
    }
}

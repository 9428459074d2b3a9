//! The first steps of every command of the program.

use super::examples::Example;
use super::global_flags::GlobalFlags;
use super::signals::Signals;
use super::trial;
use crate::errand::ErrandWorkers;
use crate::logging;
use crate::own_program;
use crate::settings::{Overlay, PlydSettings, Sources};
use crate::stdio::ProtocolOutput;
use anyhow::{Context, bail};
use plyd_session::{Engine, Isolation, PluginIsolation, SessionEnd, SharedSettings};
use std::io::{self, Write};
use std::sync::Arc;

/// This process as commands see it.
pub(super) struct Program {
    pub(super) signals: Signals,
    pub(super) flags: GlobalFlags,
    /// The whole command line, for documents made from it.
    pub(super) line: fn() -> clap::Command,
    /// The examples of the command of this name; for any other name, the program's.
    pub(super) examples: fn(&str) -> &'static [Example],
    pub(super) conduct: FarmConduct,
}

/// How a member of a farm conducts itself: only tests have another way than an honest one.
#[cfg(feature = "broker")]
#[derive(Debug)]
pub(super) struct FarmConduct(pub(super) Arc<dyn plyd_distribute::Conduct>);

#[cfg(feature = "broker")]
impl Default for FarmConduct {
    fn default() -> Self {
        Self(Arc::new(plyd_distribute::Honest))
    }
}

#[cfg(not(feature = "broker"))]
#[derive(Debug, Default)]
pub(super) struct FarmConduct(());

impl Program {
    /// The settings, with the flags of the command line over them.
    pub(super) fn settings(&self) -> anyhow::Result<PlydSettings> {
        self.settings_with(self.flags.overlay())
    }

    /// The settings, with these flags over them.
    pub(super) fn settings_with(&self, flags: Overlay) -> anyhow::Result<PlydSettings> {
        Ok(PlydSettings::load(&self.sources_with(flags))?)
    }

    /// Where the settings come from, with these flags over them.
    pub(super) fn sources_with(&self, flags: Overlay) -> Sources {
        Sources::of_process(self.flags.config.clone(), flags)
    }

    /// Begins to log, for a command that loads no games.
    pub(super) fn log(&self) -> anyhow::Result<PlydSettings> {
        let settings = self.settings()?;
        logging::init(&settings.log)?;
        Ok(settings)
    }

    /// Begins to log, and finds the games and helpers for work with them.
    pub(super) fn start_helped(&self) -> anyhow::Result<(Arc<Engine>, ErrandWorkers)> {
        let (_, engine) = self.start_isolable()?;
        let helpers = ErrandWorkers::new(&engine);
        Ok((engine, helpers))
    }

    /// Begins to log, and finds the games, for a command that can have them loaded by children.
    pub(super) fn start_isolable(&self) -> anyhow::Result<(PlydSettings, Arc<Engine>)> {
        let settings = self.settings()?;
        let isolation = settings.plugins.isolation.or(PluginIsolation::Foreign);
        start(settings, 0, isolation)
    }

    /// Begins to log, and finds the games, for a match. It has tablebases only if the command line names them: the
    /// settings of one machine must not decide who is stronger.
    pub(super) fn start_match(&self) -> anyhow::Result<(PlydSettings, Arc<Engine>)> {
        let (settings, engine, ()) = self.start_match_with(|_| Ok(()))?;
        Ok((settings, engine))
    }

    /// The same with settings that this completes, once the process logs.
    pub(super) fn start_match_with<T>(
        &self,
        complete: impl FnOnce(&mut PlydSettings) -> anyhow::Result<T>,
    ) -> anyhow::Result<(PlydSettings, Arc<Engine>, T)> {
        let mut settings = self.settings()?;
        if !self.flags.name_tablebases() {
            settings.search.tablebases.clear();
        }
        logging::init(&settings.log)?;
        let completed = complete(&mut settings)?;
        let isolation = settings.plugins.isolation.or(PluginIsolation::Foreign);
        let (settings, engine) = load(settings, ONLOOKERS_NICENESS, isolation)?;
        Ok((settings, engine, completed))
    }

    /// The same for a worker: matches of others say what is played, and how. It may have no game at all.
    #[cfg(feature = "broker")]
    pub(super) fn start_worker(&self) -> anyhow::Result<(PlydSettings, Arc<Engine>)> {
        let settings = without_game(self.settings()?);
        let isolation = settings.plugins.isolation.or(PluginIsolation::Foreign);
        start(settings, 0, isolation)
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
    settings: PlydSettings,
    niceness: u8,
    isolation: PluginIsolation,
) -> anyhow::Result<(PlydSettings, Arc<Engine>)> {
    logging::init(&settings.log)?;
    load(settings, niceness, isolation)
}

/// These settings with no game to start with: all games are alike, and there may be none.
pub(super) fn without_game(mut settings: PlydSettings) -> PlydSettings {
    settings.game.clear();
    settings.options.clear();
    settings.search.tablebases.clear();
    settings
}

/// Finds the games of these settings, once the process logs.
pub(super) fn load(
    settings: PlydSettings,
    niceness: u8,
    isolation: PluginIsolation,
) -> anyhow::Result<(PlydSettings, Arc<Engine>)> {
    // With limits for some, all are tried within them: a verdict counts for both.
    let trial = Some(trial::trial(&settings, isolation != PluginIsolation::None));
    let children = || anyhow::Ok(Isolation::new(own_program::starter()?).within(settings.plugins.pending_bytes));
    let isolation = match isolation {
        PluginIsolation::Process => Some(children()?),
        PluginIsolation::Default | PluginIsolation::Foreign => Some(children()?.of_foreign()),
        PluginIsolation::None => None,
    };
    let engine = Engine::new(SharedSettings { niceness, ..settings.engine() }, trial, isolation)?;
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
        // There is no one left to report them to.
        SessionEnd::Vanished => Ok(false),
        SessionEnd::Unwritten(kind) => bail!("cannot write to standard output: {kind}"),
    }
}

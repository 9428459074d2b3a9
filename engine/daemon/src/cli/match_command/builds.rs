//! The engines of a match with libraries of their own (`plugin=`), so that two builds of one game can play each other.
//!
//! Each library is got as `plyd install` gets it, and copied into a temporary folder: who builds again while the match is
//! played changes nothing. The engine is plyd itself in a process of its own, whose settings file in that folder names
//! this library alone.

use super::super::install::tool::UserInterrupt;
use super::super::install::{InstallCandidate, InstallSource, SourceKind, loader_of};
use super::super::program::{self, Program};
use super::super::signals::INTERRUPTED;
use super::arguments::MatchCommand;
use super::place::RecordLocation;
use crate::own_program;
use crate::settings::PlydSettings;
use anyhow::{Context, ensure};
use plyd_arena::PluginEngine;
use plyd_foreign::one_line;
use plyd_host::{ContentHash, Library};
use plyd_network::ENDING;
use plyd_record::NetworkIdentity;
use plyd_session::PluginIsolation;
use plyd_tournament::settings::{EngineKind, EngineSettings, MatchSettings, MatchSettingsError};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long the end may take after a signal before the first game.
const LAST_STEP: Duration = Duration::from_secs(10);

/// The settings file of an engine, in the folder of its library.
const SETTINGS: &str = "plyd.toml";

/// The libraries of a match's engines, by what the plan names. Dropped, their copies are removed.
#[derive(Debug, Default)]
pub(super) struct EngineBuilds {
    all: BTreeMap<String, EngineBuild>,
    engines: BTreeMap<String, PluginEngine>,
}

/// One of them.
#[derive(Debug)]
struct EngineBuild {
    candidate: InstallCandidate,
    library: Arc<Library>,
    network: Option<NetworkIdentity>,
}

impl EngineBuilds {
    /// Gets the libraries of the engines of this match, and completes the settings by them: where no other game is named
    /// theirs is played, and if no library of it is loaded the first of these is the referee.
    ///
    /// # Errors
    /// A library cannot be got, built or opened, or it was [`UserInterrupt`].
    pub(super) fn of_match(
        arguments: &MatchCommand,
        program: &Program,
        settings: &mut PlydSettings,
    ) -> anyhow::Result<Self> {
        let (files, game) = named(arguments)?;
        if files.is_empty() {
            return Ok(Self::default());
        }
        let stop = program.signals.tell(LAST_STEP);
        let builds = Self::get(&files, program, settings, &stop);
        program.signals.end_with(Some(INTERRUPTED));
        ensure!(!stop.is_cancelled(), UserInterrupt);
        let mut builds = builds?;
        let Some(first) = files.first().and_then(|first| builds.all.get(first)) else { return Ok(builds) };
        if program.flags.game().is_none() && game.is_none() {
            first.library.id().clone_into(&mut settings.game);
        }
        let (_, engine) = program::load(program::without_game(settings.clone()), 0, PluginIsolation::Process)?;
        if engine.games().catalog.get(first.library.id()).is_none() {
            settings.plugins.folders.push(first.candidate.folder().to_owned());
        }
        for (file, build) in &builds.all {
            builds.engines.insert(file.clone(), build.engine(settings)?);
        }
        Ok(builds)
    }

    fn get(
        files: &[String],
        program: &Program,
        settings: &PlydSettings,
        stop: &CancellationToken,
    ) -> anyhow::Result<Self> {
        let mut builds = Self::default();
        for file in files {
            let build = EngineBuild::of(file, program, settings, stop);
            builds.all.insert(file.clone(), build.with_context(|| format!("the library plugin={}", one_line(file)))?);
        }
        Ok(builds)
    }

    /// How the engines are started.
    pub(super) fn engines(&self) -> BTreeMap<String, PluginEngine> {
        self.engines.clone()
    }

    /// Makes sure that all play the game of the match.
    ///
    /// # Errors
    /// One has another game.
    pub(super) fn check(&self, settings: &MatchSettings) -> Result<(), MatchSettingsError> {
        for engine in &settings.engines {
            let Some(build) = self.of_engine(engine) else { continue };
            let (name, id, game) = (&engine.name, build.library.id(), &settings.game);
            if id != game {
                return Err(MatchSettingsError::new(format!(
                    "engine {name}: its library has the game {id}, and the match is of {game}"
                )));
            }
        }
        Ok(())
    }

    /// For each engine its library, and the network beside it.
    pub(super) fn contents(&self, settings: &MatchSettings) -> Vec<Option<(ContentHash, Option<NetworkIdentity>)>> {
        let of_engine = |engine| {
            let build = self.of_engine(engine)?;
            Some((build.library.content().clone(), build.network.clone()))
        };
        settings.engines.iter().map(of_engine).collect()
    }

    fn of_engine(&self, engine: &EngineSettings) -> Option<&EngineBuild> {
        let EngineKind::Plugin { file } = &engine.kind else { return None };
        self.all.get(file)
    }
}

/// The libraries that the engines of the match name, and its game, if its plan or its record names one.
fn named(arguments: &MatchCommand) -> anyhow::Result<(Vec<String>, Option<String>)> {
    if arguments.resume.is_none() {
        let plan = arguments.plan()?;
        return Ok((plan.plugins()?, plan.game));
    }
    let Some(place) = RecordLocation::of_match(arguments)? else { return Ok((Vec::new(), None)) };
    let settings = place.read()?.settings().clone();
    let mut files: Vec<String> = Vec::new();
    for engine in settings.engines {
        if let EngineKind::Plugin { file } = engine.kind
            && !files.contains(&file)
        {
            files.push(file);
        }
    }
    Ok((files, Some(settings.game)))
}

impl EngineBuild {
    fn of(file: &str, program: &Program, settings: &PlydSettings, stop: &CancellationToken) -> anyhow::Result<Self> {
        let source = InstallSource::of(file, None)?;
        if source.kind != SourceKind::File {
            program.hint(&format!("plyd: building {source}"));
        }
        let got = source.get(None, stop)?;
        let candidate = InstallCandidate::of(&got.library, loader_of(&source, settings)?.as_ref())?;
        let library = candidate.opened(settings)?;
        let mut network = None;
        if let Some(content) = got.network(library.id())? {
            let name = format!("{}.{ENDING}", library.id());
            let file = candidate.folder().join(&name);
            fs::write(&file, &content).with_context(|| format!("cannot write {}", file.display()))?;
            network = Some(NetworkIdentity { name, hash: ContentHash::of(&content) });
        }
        Ok(Self { candidate, library, network })
    }

    /// plyd with the settings of this match, and no other game.
    fn engine(&self, settings: &PlydSettings) -> anyhow::Result<PluginEngine> {
        let (id, folder) = (self.library.id(), self.candidate.folder());
        let mut settings = settings.clone();
        id.clone_into(&mut settings.game);
        settings.plugins.folders = vec![folder.to_owned()];
        settings.plugins.standard_folders = false;
        // Those of other games would be unknown.
        let is_of_game = |name: &String| name.split_once('.').is_none_or(|(game, _)| game.eq_ignore_ascii_case(id));
        settings.options.retain(|name, _| is_of_game(name));
        let file = folder.join(SETTINGS);
        fs::write(&file, settings.to_toml()?).with_context(|| format!("cannot write {}", file.display()))?;
        let as_text = |path: PathBuf| {
            let text = path.into_os_string().into_string().ok();
            text.context("a path is not Unicode")
        };
        let (program, file) = (as_text(own_program::file())?, as_text(file)?);
        Ok(PluginEngine { program, arguments: vec!["--config".to_owned(), file] })
    }
}

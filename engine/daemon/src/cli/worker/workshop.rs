//! How this machine gets a run ready: the same library, the same program, and the same game as a test.

use super::super::broker::signature;
use super::super::match_game::match_of;
use super::super::program;
use super::allowed::{AllowedPrograms, hash_of};
use crate::own_program::{self, VERSION};
use crate::settings::PlydSettings;
use anyhow::Context;
use plyd_arena::MatchSurroundings;
use plyd_distribute::{Conduct, DigestFolder, PreparedRun, RunEntry, RunRefusal, Workshop, has_clocks, target};
use plyd_host::{ContentHash, Library};
use plyd_session::{Engine, PluginIsolation};
use plyd_tournament::settings::{EngineKind, EngineSettings, MatchSettings, MatchSettingsError};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// By what clocks may be scaled at most, and at least.
const SCALES: [f64; 2] = [0.1, 10.0];

/// This machine.
pub(super) struct Local {
    engine: Arc<Engine>,
    settings: PlydSettings,
    accepts_libraries: bool,
    allowed: AllowedPrograms,
    conduct: Arc<dyn Conduct>,
}

impl Local {
    pub(super) fn new(
        engine: Arc<Engine>,
        settings: PlydSettings,
        accepts_libraries: bool,
        allowed: AllowedPrograms,
        conduct: Arc<dyn Conduct>,
    ) -> Self {
        Self { engine, settings, accepts_libraries, allowed, conduct }
    }

    /// The library of a run, if this machine has it.
    fn library(&self, entry: &RunEntry) -> Option<Arc<Library>> {
        let wanted = &entry.identity.library;
        let games = self.engine.games();
        games.catalog.get(&wanted.id).filter(|library| *library.content() == wanted.hash).cloned()
    }

    fn get_ready(&self, entry: &RunEntry, files: &DigestFolder) -> Result<PreparedRun, RunRefusal> {
        let mut settings = entry.settings.clone();
        self.name_files(entry, &mut settings, files)?;
        let (library, engine) = match self.library(entry) {
            Some(library) => (library, Arc::clone(&self.engine)),
            None => self.fetched(entry, files).map_err(|error| {
                let told = format!("the library {} from the broker cannot be used", entry.identity.library);
                because(told, &error)
            })?,
        };
        let has_clocks = has_clocks(&settings);
        let own = signature(&engine, &library, &settings.game_options, has_clocks).map_err(|error| {
            because(format!("the library {} does not play a game here", entry.identity.library), &error)
        })?;
        if own.digest != entry.signature {
            return Err(RunRefusal::from(format!(
                "the same program and the same library play another game here than on the coordinator's machine \
                 (signature {:016x} instead of {:016x}); look for a fault of this machine, or a library that counts in \
                 floats",
                own.digest, entry.signature
            )));
        }
        let mut scale = 1.0;
        if let Some(speed) = entry.speed.filter(|_| has_clocks) {
            scale = (speed / self.conduct.speed(own.speed)).clamp(SCALES[0], SCALES[1]);
            scale_clocks(&mut settings, scale);
        }
        let builtin = settings.engines.iter().map(|engine| engine.name.clone()).zip(&entry.builtin);
        let builtin: BTreeMap<_, _> = builtin.collect();
        let read = |engine: &EngineSettings| {
            let options = builtin.get(&engine.name).and_then(|options| (*options).clone());
            options.ok_or_else(|| MatchSettingsError::new(format!("the run does not say how {} searches", engine.name)))
        };
        let openings = entry.openings.as_ref().map_or_else(String::new, |hash| format!(" (openings: SHA-256 {hash})"));
        let game = match_of(&engine, settings, &library, &read);
        let game = game.map_err(|error| because(format!("the match makes no sense for its game{openings}"), &error))?;
        let surroundings = MatchSurroundings::new(own_program::guardian(), None, |text, _| tracing::warn!("{text}"));
        Ok(PreparedRun { game: game.within(surroundings), scale })
    }

    /// A library from the broker, which runs in processes of its own.
    fn fetched(&self, entry: &RunEntry, files: &DigestFolder) -> anyhow::Result<(Arc<Library>, Arc<Engine>)> {
        let wanted = &entry.identity.library;
        let folder = files.folder_of(&wanted.hash)?;
        let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        let file = folder.join(format!("{prefix}plyd_fetched{suffix}"));
        fs::copy(files.find(&wanted.hash)?.context("the file is gone")?, &file)?;
        let mut settings = self.settings.clone();
        settings.plugins.folders = vec![folder];
        settings.game.clone_from(&wanted.id);
        settings.options.clear();
        let (_, engine) = program::load(settings, 0, PluginIsolation::Process)?;
        let games = engine.games();
        let library = games.catalog.get(&wanted.id).filter(|library| *library.content() == wanted.hash).cloned();
        let library = library.with_context(|| {
            let refused = games.catalog.refused().first();
            let reason = refused.map_or_else(|| "it brings another game".to_owned(), ToString::to_string);
            format!("the library of {} from the broker cannot be used: {reason}", wanted.id)
        })?;
        Ok((library, engine))
    }

    /// Has the settings of a run name files of this machine. Each is the one that its digest says.
    fn name_files(
        &self,
        entry: &RunEntry,
        settings: &mut MatchSettings,
        files: &DigestFolder,
    ) -> Result<(), RunRefusal> {
        let found = |hash: &ContentHash| {
            let file = files.find(hash).map_err(|error| because(unusable(hash), &error.into()))?;
            file.ok_or_else(|| RunRefusal::from(unusable(hash)))
        };
        // Whatever file the run names is one of another machine.
        settings.openings.file = match &entry.openings {
            Some(hash) => Some(text_of(&found(hash)?)?),
            None => None,
        };
        // Many engines may be one program, which is read once.
        let mut hashes = BTreeMap::new();
        for program in entry.programs() {
            let hash = program.hash;
            let file = match self.allowed.file(&program)? {
                Some(file) => {
                    let now = match hashes.get(file) {
                        Some(now) => now,
                        None => {
                            let now = hash_of(file).map_err(|error| because(unusable(hash), &error.into()))?;
                            hashes.entry(file).or_insert(now)
                        }
                    };
                    if now != hash {
                        return Err(RunRefusal::from(format!(
                            "the program of engine {} (SHA-256 {hash}) has changed since this worker began",
                            program.engine.name
                        )));
                    }
                    file.to_owned()
                }
                None => {
                    let file = found(hash)?;
                    #[cfg(unix)]
                    {
                        use std::os::unix::fs::PermissionsExt;
                        let may_run = fs::set_permissions(&file, fs::Permissions::from_mode(0o700));
                        may_run.map_err(|error| because(unusable(hash), &error.into()))?;
                    }
                    file
                }
            };
            if let EngineKind::Command { program, folder, .. } = &mut settings.engines[program.place].kind {
                *program = text_of(&file)?;
                *folder = None;
            }
        }
        Ok(())
    }
}

/// What everybody may know of a file of a run that cannot be used.
fn unusable(hash: &ContentHash) -> String {
    format!("the file that the run needs (SHA-256 {hash}) cannot be used")
}

/// A refusal whose error may repeat what a file has, so that it stays on this machine.
fn because(told: String, error: &anyhow::Error) -> RunRefusal {
    RunRefusal::because(told, format!("{error:#}"))
}

/// The path of a file of this machine as settings have it.
fn text_of(file: &Path) -> Result<String, RunRefusal> {
    let text = file.to_str().map(ToOwned::to_owned);
    text.ok_or_else(|| RunRefusal::because("a file of this worker cannot be named", file.display()))
}

/// Gives a slower machine more time, and a faster one less.
fn scale_clocks(settings: &mut MatchSettings, scale: f64) {
    let scaled = |time: &mut Duration| *time = time.mul_f64(scale);
    for engine in &mut settings.engines {
        let limits = &mut engine.limits;
        if let Some(clock) = &mut limits.clock {
            scaled(&mut clock.time);
            scaled(&mut clock.increment);
        }
        limits.move_time.iter_mut().for_each(scaled);
    }
}

impl Workshop for Local {
    fn lacks(&self, entry: &RunEntry) -> Result<Vec<ContentHash>, RunRefusal> {
        let mut lacks = Vec::new();
        let wanted = &entry.identity;
        if wanted.plyd != VERSION {
            return Err(format!("the run needs plyd {}, and this is plyd {VERSION}", wanted.plyd).into());
        }
        if entry.target != target() {
            return Err(format!("its library is for {}, and this machine is {}", entry.target, target()).into());
        }
        if !wanted.tablebases.is_empty() {
            return Err("it needs tablebases, which workers do not have".to_owned().into());
        }
        if self.library(entry).is_none() {
            if !self.accepts_libraries {
                return Err(format!(
                    "the run needs the library {}, which is not installed here: install it, or take it from the broker \
                     with --accept-libraries",
                    wanted.library
                )
                .into());
            }
            lacks.push(wanted.library.hash.clone());
        }
        for program in entry.programs() {
            if self.allowed.file(&program)?.is_none() {
                lacks.push(program.hash.clone());
            }
        }
        Ok(lacks)
    }

    fn prepare(&self, entry: &RunEntry, files: &DigestFolder) -> Result<PreparedRun, RunRefusal> {
        self.get_ready(entry, files)
    }
}

//! How this machine gets a run ready: the same library, the same program, and the same game as a test.

use super::super::arguments::VERSION;
use super::super::broker::signature;
use super::super::guardian;
use super::super::match_command::match_of;
use super::super::program;
use crate::settings::Settings;
use anyhow::{Context, bail};
use plyd_distribute::{Entry, Prepared, Workshop, has_clocks, target};
use plyd_host::{ContentHash, Library};
use plyd_match::Surroundings;
use plyd_match::settings::{EngineKind, EngineSettings, MatchSettings, SettingsError};
use plyd_session::{Engine, PluginIsolation};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// By what clocks may be scaled at most, and at least.
const SCALES: [f64; 2] = [0.1, 10.0];

/// The programs that this machine may start.
#[derive(Debug, Default)]
pub(super) struct Allowed {
    /// Their digests, with the file if it is here.
    files: BTreeMap<String, Option<PathBuf>>,
}

impl Allowed {
    /// Reads a list of files and digests.
    pub(super) fn read(list: &[String]) -> anyhow::Result<Self> {
        let mut files = BTreeMap::new();
        for text in list {
            let is_digest = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            if is_digest && !Path::new(text).exists() {
                files.insert(text.to_ascii_lowercase(), None);
                continue;
            }
            let told = || format!("the program {text} of --allow-programs");
            let path = fs::canonicalize(text).with_context(told)?;
            let hash = ContentHash::of_reader(File::open(&path).with_context(told)?).with_context(told)?;
            files.insert(hash.to_string(), Some(path));
        }
        Ok(Self { files })
    }
}

/// This machine.
pub(super) struct Local {
    engine: Arc<Engine>,
    settings: Settings,
    accepts_libraries: bool,
    allowed: Allowed,
}

impl Local {
    pub(super) fn new(engine: Arc<Engine>, settings: Settings, accepts_libraries: bool, allowed: Allowed) -> Self {
        Self { engine, settings, accepts_libraries, allowed }
    }

    /// The library of a run, if this machine has it.
    fn library(&self, entry: &Entry) -> Option<Arc<Library>> {
        let wanted = &entry.identity.library;
        let games = self.engine.games();
        games.catalog.get(&wanted.id).filter(|library| *library.content() == wanted.hash).cloned()
    }

    fn get_ready(&self, entry: &Entry, files: &Path) -> anyhow::Result<Prepared> {
        let mut settings = entry.settings.clone();
        if let Some(openings) = &entry.openings {
            let file = files.join(openings.to_string());
            settings.openings.file = Some(file.to_str().context("the folder's name is not UTF-8")?.to_owned());
        }
        self.name_programs(entry, &mut settings, files)?;
        let (library, engine) = match self.library(entry) {
            Some(library) => (library, Arc::clone(&self.engine)),
            None => self.fetched(entry, files)?,
        };
        let has_clocks = has_clocks(&settings);
        let own = signature(&engine, &library, &settings.game_options, has_clocks)?;
        if own.digest != entry.signature {
            bail!(
                "the same program and the same library play another game here than on the coordinator's machine \
                 (signature {:016x} instead of {:016x}); look for a fault of this machine, or a library that counts in \
                 floats",
                own.digest,
                entry.signature
            );
        }
        let mut scale = 1.0;
        if let Some(speed) = entry.speed.filter(|_| has_clocks) {
            scale = (speed / speed_for_test(own.speed)).clamp(SCALES[0], SCALES[1]);
            scale_clocks(&mut settings, scale);
        }
        let builtin = settings.engines.iter().map(|engine| engine.name.clone()).zip(&entry.builtin);
        let builtin: BTreeMap<_, _> = builtin.collect();
        let read = |engine: &EngineSettings| {
            let options = builtin.get(&engine.name).and_then(|options| (*options).clone());
            options.ok_or_else(|| SettingsError::new(format!("the run does not say how {} searches", engine.name)))
        };
        let game = match_of(&engine, settings, &library, &read)?;
        let surroundings = Surroundings::new(guardian::program(), None, |text, _| tracing::warn!("{text}"));
        Ok(Prepared { game: game.within(surroundings), scale })
    }

    /// A library from the broker, which runs in processes of its own.
    fn fetched(&self, entry: &Entry, files: &Path) -> anyhow::Result<(Arc<Library>, Arc<Engine>)> {
        let wanted = &entry.identity.library;
        let folder = files.join(format!("library-{}", wanted.hash));
        fs::create_dir_all(&folder)?;
        let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        let file = folder.join(format!("{prefix}plyd_{}{suffix}", wanted.id));
        fs::copy(files.join(wanted.hash.to_string()), &file)?;
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

    /// Has the engines of a run that are programs be files of this machine.
    fn name_programs(&self, entry: &Entry, settings: &mut MatchSettings, files: &Path) -> anyhow::Result<()> {
        for (place, known) in entry.programs() {
            let engine = &mut settings.engines[place];
            let EngineKind::Command { program, folder, .. } = &mut engine.kind else {
                bail!("engine {} is behind a connection, which is not the same on two machines", engine.name);
            };
            let hash =
                known.hash.as_ref().with_context(|| format!("the run does not say which program {program} is"))?;
            let local = self.allowed.files.get(&hash.to_string()).cloned().flatten();
            let file = local.unwrap_or_else(|| files.join(hash.to_string()));
            #[cfg(unix)]
            if file.starts_with(files) {
                use std::os::unix::fs::PermissionsExt;
                fs::set_permissions(&file, fs::Permissions::from_mode(0o700))?;
            }
            *program = file.to_str().context("the program's name is not UTF-8")?.to_owned();
            *folder = None;
        }
        Ok(())
    }
}

/// The speed of this machine, or a part of it if a test asks for a slower one.
fn speed_for_test(speed: f64) -> f64 {
    #[cfg(debug_assertions)]
    if let Some(part) = std::env::var("PLYD_TEST_SPEED").ok().and_then(|part| part.parse::<f64>().ok()) {
        return speed * part;
    }
    speed
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
    fn lacks(&self, entry: &Entry) -> Result<Vec<ContentHash>, String> {
        let mut lacks = Vec::new();
        let wanted = &entry.identity;
        if wanted.plyd != VERSION {
            return Err(format!("the run needs plyd {}, and this is plyd {VERSION}", wanted.plyd));
        }
        if entry.target != target() {
            return Err(format!("its library is for {}, and this machine is {}", entry.target, target()));
        }
        if !wanted.tablebases.is_empty() {
            return Err("it needs tablebases, which workers do not have".to_owned());
        }
        if self.library(entry).is_none() {
            if !self.accepts_libraries {
                return Err(format!(
                    "the run needs the library {}, which is not installed here: install it, or take it from the broker \
                     with --accept-libraries",
                    wanted.library
                ));
            }
            lacks.push(wanted.library.hash.clone());
        }
        for (place, known) in entry.programs() {
            let name = &entry.settings.engines[place].name;
            let Some(hash) = &known.hash else { return Err(format!("engine {name} is no program with a file")) };
            match self.allowed.files.get(&hash.to_string()) {
                Some(Some(_)) => {}
                Some(None) => lacks.push(hash.clone()),
                None => {
                    return Err(format!(
                        "engine {name} is a program (SHA-256 {hash}) that is not in the list of --allow-programs"
                    ));
                }
            }
        }
        Ok(lacks)
    }

    fn prepare(&self, entry: &Entry, files: &Path) -> Result<Prepared, String> {
        self.get_ready(entry, files).map_err(|error| format!("{error:#}"))
    }
}

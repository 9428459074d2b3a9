//! A game that is looked at before it counts: its library, or its text with the library that loads it, lies in a
//! temporary folder of its own.

use super::super::program;
use super::shelf::{InstallKind, InstallSource};
use super::web;
use crate::own_program;
use crate::settings::PlydSettings;
use anyhow::{Context, anyhow, bail};
use plyd_check::CheckResult;
use plyd_foreign::one_line;
use plyd_host::{Library, write_game_of_text};
use plyd_session::PluginIsolation;
use std::env::consts::{DLL_EXTENSION, DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tracing::subscriber::NoSubscriber;

/// A library in a temporary folder of its own, from which it is tested.
#[derive(Debug)]
pub(in crate::cli) struct InstallCandidate {
    folder: TempDir,
    file: PathBuf,
}

impl InstallCandidate {
    /// A library, or a text with the library that loads it.
    ///
    /// # Errors
    /// The folder cannot be written, or the loader does not read the text.
    pub(in crate::cli) fn of(game: &[u8], loader: Option<&TextLoader>) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("plyd-game-").tempdir();
        let folder = folder.context("cannot make a temporary folder")?;
        let file = folder.path().join(format!("{DLL_PREFIX}plyd_candidate{DLL_SUFFIX}"));
        let Some(loader) = loader else {
            fs::write(&file, game).with_context(|| format!("cannot write {}", file.display()))?;
            return Ok(Self { folder, file });
        };
        let text = folder.path().join("text");
        fs::write(&text, game).with_context(|| format!("cannot write {}", text.display()))?;
        let written = write_game_of_text(&loader.library, &text, &file);
        written.map_err(|error| anyhow!("the text {error}")).and_then(|()| Ok(fs::remove_file(text)?))?;
        Ok(Self { folder, file })
    }

    /// What the library says of itself in a process with limits.
    ///
    /// # Errors
    /// It is no game, or crashes or hangs when it is opened.
    pub(in crate::cli) fn opened(&self, settings: &PlydSettings) -> anyhow::Result<Arc<Library>> {
        let mut settings = program::without_game(settings.clone());
        settings.plugins.folders = vec![self.folder.path().to_owned()];
        settings.plugins.standard_folders = false;
        // The reason is in the error below, beside the name that the user knows; a warning would name the temporary
        // file.
        let silent = NoSubscriber::new();
        let (_, engine) =
            tracing::subscriber::with_default(silent, || program::load(settings, 0, PluginIsolation::Process))?;
        let games = engine.games();
        let Some(library) = games.catalog.games().first() else {
            let refused = games.catalog.refused().first();
            let reason = refused.map_or_else(|| "is no library of a game".to_owned(), ToString::to_string);
            bail!("it {}", one_line(&reason));
        };
        Ok(Arc::clone(library))
    }

    /// Tests it as `plyd check` does, for at most this time, within the limits of games that are not trusted.
    ///
    /// # Errors
    /// No process can be started that could test it.
    pub(in crate::cli) fn examined(&self, settings: &PlydSettings, time: Duration) -> anyhow::Result<CheckResult> {
        let supervisor = own_program::supervisor()?;
        let request = plyd_check::CheckRequest {
            subject: self.file.clone().into(),
            seed: None,
            time,
            only: Vec::new(),
            against: None,
            cache: settings.plugins.own_cache_folder(),
            // No one has vouched for it yet.
            limits: Some(settings.plugins.read_folders.clone()),
        };
        Ok(plyd_check::check(&request, &supervisor)?)
    }

    /// The library, which has the text behind it if it loads one.
    pub(in crate::cli) fn file(&self) -> &Path {
        &self.file
    }

    /// The folder, which has nothing else in it.
    pub(in crate::cli) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// A library that loads the text which is to be installed.
#[derive(Debug)]
pub(in crate::cli) struct TextLoader {
    library: PathBuf,
    /// The name of the library, for people.
    pub(super) name: String,
    /// The ending of the text.
    pub(super) ending: String,
}

/// The library among the games that loads this text; `None` for a library, and for what is built.
///
/// # Errors
/// No library loads files with this ending.
pub(in crate::cli) fn loader_of(source: &InstallSource, settings: &PlydSettings) -> anyhow::Result<Option<TextLoader>> {
    let file = match source.kind {
        InstallKind::File => Path::new(&source.address),
        InstallKind::Web => web::path(&source.address),
        InstallKind::Folder | InstallKind::Git => return Ok(None),
    };
    let ending = ending_of(file);
    if ending.is_empty() || ending == DLL_EXTENSION {
        return Ok(None);
    }
    let loader = loader_of_file(file, settings)?.with_context(|| {
        format!("{source} is no library, and no library among the games of plyd loads files that end in .{ending}")
    })?;
    Ok(Some(loader))
}

fn ending_of(file: &Path) -> &str {
    file.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// The library among the games that loads files with such a name, if there is one.
fn loader_of_file(file: &Path, settings: &PlydSettings) -> anyhow::Result<Option<TextLoader>> {
    let (_, engine) = program::load(program::without_game(settings.clone()), 0, PluginIsolation::Process)?;
    let games = engine.games();
    let loader = games.catalog.loaders().iter().find(|(_, facts)| facts.loads(file));
    let ending = ending_of(file).to_owned();
    Ok(loader.map(|(library, facts)| TextLoader { library: library.clone(), name: facts.name.clone(), ending }))
}

/// What this argument is, which may be relative to `folder`. An address of the web is a file's if it ends as games do,
/// else a repository's.
pub(super) fn source_of(text: &str, folder: Option<&Path>, settings: &PlydSettings) -> anyhow::Result<InstallSource> {
    if web::is_web(text) {
        let ending = ending_of(web::path(text));
        let may_be_text = !ending.is_empty() && ending != "git";
        if ending == DLL_EXTENSION || may_be_text && loader_of_file(web::path(text), settings)?.is_some() {
            return Ok(InstallSource::of_web(text.to_owned()));
        }
    }
    InstallSource::of(text, folder)
}

//! What targets need beside their input.

use crate::served::Served;
use plyd_host::{Cache, Library};
use std::collections::HashMap;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tempfile::TempDir;

/// Built libraries of games, a folder for files, and servers, each started when a target first asks it.
#[derive(Debug)]
pub struct Surroundings {
    libraries: fn() -> PathBuf,
    loaded: Mutex<HashMap<&'static str, Arc<Library>>>,
    folder: TempDir,
    /// The servers of the page and of the figures.
    pub(crate) page: OnceLock<Served>,
    pub(crate) figures: OnceLock<Served>,
    pub(crate) open_figures: OnceLock<Served>,
    /// That of the operator, who can end it.
    pub(crate) desk: Mutex<Option<Served>>,
}

impl Surroundings {
    /// With the libraries of chess and nim in this folder. Only a target that needs them asks for it: they may have to
    /// be built first.
    ///
    /// # Panics
    /// There is no temporary folder.
    #[must_use]
    pub fn new(libraries: fn() -> PathBuf) -> Self {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        Self {
            libraries,
            loaded: Mutex::default(),
            folder,
            page: OnceLock::new(),
            figures: OnceLock::new(),
            open_figures: OnceLock::new(),
            desk: Mutex::default(),
        }
    }

    /// The library of a game, loaded once.
    pub(crate) fn library(&self, game: &'static str) -> Arc<Library> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let load = || {
            let path = (self.libraries)().join(format!("{DLL_PREFIX}plyd_{game}{DLL_SUFFIX}"));
            let cache = Cache::new(Some(self.folder.path().join("cache")));
            Library::load(&path, &cache).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        Arc::clone(loaded.entry(game).or_insert_with(load))
    }

    /// Writes a file that replaces the one that had this name before.
    pub(crate) fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, content).expect("the temporary folder can be written");
        path
    }

    /// The path of a file that is not there yet.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

//! The environment that targets need in addition to their input.

use crate::served::Served;
use plyd_host::{Cache, Library};
use std::collections::HashMap;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tempfile::TempDir;

/// Built game libraries, a temporary folder, and servers, each started on first use.
#[derive(Debug)]
pub struct Surroundings {
    libraries: fn() -> PathBuf,
    loaded: Mutex<HashMap<&'static str, Arc<Library>>>,
    folder: TempDir,
    /// The servers of the page and of the figures.
    pub(crate) page: OnceLock<Served>,
    pub(crate) figures: OnceLock<Served>,
    pub(crate) open_figures: OnceLock<Served>,
    /// The operator's server, which an input can shut down.
    pub(crate) desk: Mutex<Option<Served>>,
}

impl Surroundings {
    /// Creates an environment; `libraries` returns the folder with the libraries of chess and nim. It is only called if
    /// a target needs them, because they may have to be built first.
    ///
    /// # Panics
    /// A temporary folder cannot be created.
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

    /// Returns the library of a game, which is loaded once.
    pub(crate) fn library(&self, game: &'static str) -> Arc<Library> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let load = || {
            let path = (self.libraries)().join(format!("{DLL_PREFIX}plyd_{game}{DLL_SUFFIX}"));
            let cache = Cache::new(Some(self.folder.path().join("cache")));
            Library::load(&path, &cache).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        Arc::clone(loaded.entry(game).or_insert_with(load))
    }

    /// Writes a file, replacing an earlier one with the same name.
    pub(crate) fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, content).expect("the temporary folder can be written");
        path
    }

    /// Returns the path of a file that does not exist yet.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

//! Libraries that are broken on purpose, and folders of them.

use crate::built::fixtures_folder;
use crate::command;
use std::env::consts::{DLL_EXTENSION, DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The built library of the example with this name in `tests/fixtures`. The first call builds them all.
///
/// # Panics
/// They do not build, or there is none of that name.
#[must_use]
pub fn fixture(name: &str) -> PathBuf {
    let path = fixtures_folder().join(format!("{DLL_PREFIX}{name}{DLL_SUFFIX}"));
    assert!(path.exists(), "there is no library {}", path.display());
    path
}

/// Writes a copy of the library `faulty` into a folder, with this fault planted; `none` is a sound one. To build a
/// library for each fault would take minutes.
///
/// # Panics
/// The folder cannot be written, and as [`fixture`].
#[must_use]
pub fn planted(folder: &Path, fault: &str) -> PathBuf {
    planted_copy(folder, "faulty", fault)
}

/// The same for another library that has a place for a fault, such as `dice`.
///
/// # Panics
/// As [`planted`].
#[must_use]
pub fn planted_copy(folder: &Path, name: &str, fault: &str) -> PathBuf {
    let path = folder.join(format!("{DLL_PREFIX}{fault}{DLL_SUFFIX}"));
    fs::write(&path, planted_in(name, fault)).expect("the folder can be written");
    path
}

/// The content of a fixture that has a place for it, with this fault planted.
///
/// # Panics
/// As [`fixture`], or it has no place for the fault.
#[must_use]
pub fn planted_in(name: &str, fault: &str) -> Vec<u8> {
    // As in `tests/fixtures/src/planted.rs`.
    const MARK: &[u8] = b"planted fault:          ";
    const BEFORE: usize = b"planted fault:".len();
    const ROOM: usize = 48 - BEFORE;
    let mut library = fs::read(fixture(name)).expect("the library can be read");
    let place = library.windows(MARK.len()).position(|bytes| bytes == MARK).expect("there is a place for the fault");
    assert!(fault.len() <= ROOM, "the name of the fault is too long");
    library[place + BEFORE..][..fault.len()].copy_from_slice(fault.as_bytes());
    library
}

/// A temporary folder of libraries.
#[derive(Debug)]
pub struct PluginFolder(TempDir);

impl PluginFolder {
    /// With copies of these fixtures.
    ///
    /// # Panics
    /// It cannot be written, and as [`fixture`].
    #[must_use]
    pub fn new(fixtures: &[&str]) -> Self {
        let folder = Self(tempfile::tempdir().expect("there is a temporary folder"));
        for name in fixtures {
            fs::copy(fixture(name), folder.library(name)).expect("the folder can be written");
        }
        folder
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path of the library with this name, whether or not it exists.
    #[must_use]
    pub fn library(&self, name: &str) -> PathBuf {
        self.path().join(name).with_extension(DLL_EXTENSION)
    }

    /// A command of the built binary that finds these libraries and no others.
    #[must_use]
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command
            .arg("--plugin-dir")
            .arg(self.path())
            .env("PLYD_PLUGINS_STANDARD_FOLDERS", "false")
            .env("PLYD_CONFIG", "");
        command
    }
}

//! A file to install or to pack, and the names of games and their libraries.

use crate::destination::Destination;
use crate::sources_folder::workspace;
use anyhow::{Context, Result, ensure};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};

/// One file to install.
#[derive(Debug)]
pub(crate) struct Item {
    /// The destination, below the prefix.
    pub(crate) to: PathBuf,
    pub(crate) content: Vec<u8>,
    pub(crate) is_program: bool,
}

impl Item {
    /// A file of the workspace, by its path there. It gets the same path below this folder.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn of_source(path: &Path, folder: &str) -> Result<Self> {
        let from = workspace().join(path);
        let content = fs::read(&from).with_context(|| format!("{} cannot be read", from.display()))?;
        Ok(Self { to: Path::new(folder).join(path), content, is_program: false })
    }
}

/// Puts the files below a folder.
///
/// # Errors
/// One cannot be written.
pub(crate) fn put<'a>(items: impl IntoIterator<Item = &'a Item>, folder: &Path) -> Result<Destination> {
    let destination = Destination { prefix: folder.to_path_buf(), staging: None };
    for Item { to, content, is_program } in items {
        destination.put(to, content, *is_program)?;
    }
    Ok(destination)
}

/// The file of the library of a game.
pub(crate) fn library_name(game: &str) -> String {
    format!("{DLL_PREFIX}plyd_{game}{DLL_SUFFIX}")
}

/// The names of the games: each has a crate `plyd-NAME` in `plugins/NAME/library`.
pub(crate) fn games() -> Result<Vec<String>> {
    libraries("plugins")
}

/// The names of the libraries that load games from texts: each has a crate `plyd-NAME` in
/// `plugins/loaders/NAME/library`, and its texts in `plugins/loaders/NAME/games`.
pub(crate) fn loaders() -> Result<Vec<String>> {
    libraries("plugins/loaders")
}

/// The folders with a library in this folder.
fn libraries(folder: &str) -> Result<Vec<String>> {
    let folder = workspace().join(folder);
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let entry = entry?;
        if entry.path().join("library").join("Cargo.toml").is_file() {
            names.push(entry.file_name().into_string().ok().context("the name of a library is not UTF-8")?);
        }
    }
    ensure!(!names.is_empty(), "{} has no libraries", folder.display());
    names.sort();
    Ok(names)
}

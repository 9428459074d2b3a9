//! The list of the files that were installed into a prefix; `uninstall` removes these.

use crate::destination::Destination;
use anyhow::{Context, Result};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The path of the list, below the prefix. The list has one path a line, also below the prefix.
pub(crate) const LIST: &str = "share/plyd/installed.txt";

/// The files of an earlier installation; `None` without one.
///
/// # Errors
/// The list cannot be read.
pub(crate) fn read(destination: &Destination) -> Result<Option<Vec<PathBuf>>> {
    let path = destination.root().join(LIST);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text.lines().map(PathBuf::from).collect())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
    }
}

/// Leaves the list of these files there.
///
/// # Errors
/// It cannot be written.
pub(crate) fn write<'a>(destination: &Destination, files: impl Iterator<Item = &'a Path>) -> Result<()> {
    let text: String = files.map(|file| format!("{}\n", file.display())).collect();
    destination.put(Path::new(LIST), text.as_bytes(), false)
}

//! The list of what was installed into a prefix, by which it is removed again.

use crate::destination::Destination;
use anyhow::{Context, Result};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the list is, below the prefix: one path a line, each below the prefix too.
pub(crate) const LIST: &str = "share/plyd/installed.txt";

/// The files that an earlier installation has left there; `None` if there is none.
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

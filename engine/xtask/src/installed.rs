//! The list of the files that were installed into a prefix; `uninstall` removes these.

use crate::destination::Destination;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The path of the list, below the prefix. The list has one path a line, also below the prefix. Folders end with `/`.
pub(crate) const LIST: &str = "share/plyd/installed.txt";

/// The files of an installation, and the folders that it has made for them.
#[derive(Debug, Clone, Default)]
pub(crate) struct InstalledFiles {
    pub(crate) files: BTreeSet<PathBuf>,
    pub(crate) folders: BTreeSet<PathBuf>,
}

/// The list of an earlier installation; `None` without one.
///
/// # Errors
/// The list cannot be read, or names a path that is not below the prefix.
pub(crate) fn read(destination: &Destination) -> Result<Option<InstalledFiles>> {
    let path = destination.root().join(LIST);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("{} cannot be read", path.display())),
    };
    let mut installed = InstalledFiles::default();
    for line in text.lines() {
        ensure!(is_below(Path::new(line)), "{} names `{line}`, which is not below the prefix", path.display());
        match line.strip_suffix('/') {
            Some(folder) => installed.folders.insert(folder.into()),
            None => installed.files.insert(line.into()),
        };
    }
    Ok(Some(installed))
}

/// Writes the list.
///
/// # Errors
/// It cannot be written.
pub(crate) fn write(destination: &Destination, installed: &InstalledFiles) -> Result<()> {
    let files = installed.files.iter().map(|file| format!("{}\n", file.display()));
    let folders = installed.folders.iter().map(|folder| format!("{}/\n", folder.display()));
    let text: String = files.chain(folders).collect();
    destination.put(Path::new(LIST), text.as_bytes(), false)
}

/// Whether a path leads to something below the folder it is relative to.
fn is_below(path: &Path) -> bool {
    path.components().next().is_some() && path.components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_below_the_prefix_is_removed() {
        for (path, expected) in [
            ("bin/plyd", true),
            ("bin/", true),
            ("../plyd", false),
            ("bin/../../plyd", false),
            ("/bin/plyd", false),
            ("/", false),
            ("", false),
            (".", false),
        ] {
            assert_eq!(is_below(Path::new(path)), expected, "{path}");
        }
    }
}

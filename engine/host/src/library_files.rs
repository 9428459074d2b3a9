//! The files of a folder that are named like libraries.

use std::env::consts::DLL_EXTENSION;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The most libraries of a folder.
pub(crate) const MOST_LIBRARIES: usize = 1_024;

/// The program that loads libraries. Debian has it in `/usr/bin`, where plyd looks if it is installed there.
const LOADER: &str = "ld.so";

/// The files of a folder that are named like libraries, sorted.
pub(crate) fn libraries_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_loader = path.file_name().is_some_and(|name| name == LOADER);
        // Follows links, and leaves out what cannot be read to its end, such as a pipe.
        if path.extension().is_some_and(|extension| extension == DLL_EXTENSION) && !is_loader && path.is_file() {
            if paths.len() == MOST_LIBRARIES {
                tracing::warn!("{} has more than {MOST_LIBRARIES} libraries; the rest is left out", folder.display());
                break;
            }
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

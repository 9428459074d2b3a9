//! The folder of the workspace, and the files in it.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("..")
}

/// All files below a folder of the workspace, in order, relative to the workspace.
///
/// # Errors
/// A folder cannot be read.
pub(crate) fn files_below(folder: &str) -> Result<Vec<PathBuf>> {
    let root = workspace();
    let mut files = Vec::new();
    for entry in WalkDir::new(root.join(folder)).sort_by_file_name() {
        let entry = entry.with_context(|| format!("{folder} cannot be read"))?;
        if entry.file_type().is_file() {
            files.push(entry.path().strip_prefix(&root).context("a file is outside its folder")?.to_path_buf());
        }
    }
    Ok(files)
}

//! The folder of the workspace, and the files and manifests in it.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use toml::Table;
use walkdir::WalkDir;

/// The folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("..")
}

/// The manifest of a crate, or of the workspace if the folder has no name.
///
/// # Errors
/// It cannot be read, or is none.
pub(crate) fn manifest(folder: &str) -> Result<Table> {
    let path = workspace().join(folder).join("Cargo.toml");
    let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    text.parse().with_context(|| format!("{} is not a manifest", path.display()))
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

//! The files of the programs of engines.

use plyd_foreign::absolute;
use plyd_tournament::settings::EngineKind;
use std::path::{Path, PathBuf};

/// The path of the program: relative to the current folder, or if it does not exist there, to its own folder.
#[cfg(unix)]
pub(crate) fn located(program: &str, folder: Option<&str>) -> PathBuf {
    let path = Path::new(program);
    if path.is_absolute() || !program.contains('/') {
        return path.to_owned();
    }
    let here = absolute(path);
    match folder {
        Some(folder) if !here.exists() => absolute(&Path::new(folder).join(path)),
        _ => here,
    }
}

/// The file of an engine's program, found by the rules of the system.
#[cfg(unix)]
#[must_use]
pub fn file_of(kind: &EngineKind) -> Option<PathBuf> {
    let EngineKind::Command { program, folder, .. } = kind else { return None };
    let file = located(program, folder.as_deref());
    if program.contains('/') {
        return file.is_file().then_some(file);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(&file)).find(|file| file.is_file())
}

/// Programs are engines on Unix only.
#[cfg(not(unix))]
#[must_use]
pub fn file_of(_kind: &EngineKind) -> Option<PathBuf> {
    None
}

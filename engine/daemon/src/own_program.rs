//! This program as it starts itself: its version, its file, and what starts children of it.

use anyhow::{Context, Result};
use plyd_worker::Supervisor;
use std::env;
use std::path::PathBuf;

/// The version, with the commit it was built from.
pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("PLYD_BUILD_COMMIT"), ")");

/// The first argument of a child that loads a library. It is not part of the command line, because only this program
/// gives it.
pub(crate) const SERVE_PARENT: &str = "serve-parent";

/// The file of this program, on Linux also if it has been replaced since it was started.
pub(crate) fn file() -> PathBuf {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() { running } else { env::current_exe().unwrap_or(running) }
}

/// The program that guards engines: this one.
pub(crate) fn guardian() -> Option<PathBuf> {
    cfg!(target_os = "linux").then(file)
}

/// What starts children of this program that load libraries.
///
/// # Errors
/// The system has no thread that could start them.
pub(crate) fn supervisor() -> Result<Supervisor> {
    // Where the kernel has no Landlock, libraries could read this process otherwise.
    plyd_confine::hide();
    starter()
}

/// The same for a program that may start none, and [hides](plyd_confine::hide) before the first.
///
/// # Errors
/// The system has no thread that could start them.
pub(crate) fn starter() -> Result<Supervisor> {
    Supervisor::new(file(), vec![SERVE_PARENT.into()]).context("cannot start processes for libraries")
}

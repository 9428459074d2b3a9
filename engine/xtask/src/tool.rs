//! What the tools that make packages have in common.

use crate::sources_folder::workspace;
use anyhow::{Context, Result, ensure};
use std::env;
use std::process::Command;

/// The version of plyd: all crates of the workspace have one.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The variable that gives all files of a package one time, in seconds since 1970, so that two packages of the same
/// files are equal.
pub(crate) const TIME: &str = "SOURCE_DATE_EPOCH";

/// The time that all files of a package get: that of the variable, or of the commit. `None` if neither is known.
pub(crate) fn time() -> Option<String> {
    let of_commit = || {
        let git = Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(workspace()).output().ok()?;
        git.status.success().then(|| String::from_utf8_lossy(&git.stdout).trim().to_owned())
    };
    env::var(TIME).ok().or_else(of_commit).filter(|time| !time.is_empty() && time.bytes().all(|b| b.is_ascii_digit()))
}

/// Runs a tool that makes a package, and returns its output.
///
/// # Errors
/// It cannot be started, or fails.
pub(crate) fn run(mut command: Command) -> Result<String> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("`{tool}` cannot be started"))?;
    ensure!(output.status.success(), "`{tool}` fails: {}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

//! The programs that cargo has built, or builds now.

use anyhow::{Context, Result, ensure};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("..")
}

/// The folder of this program: cargo builds the whole workspace into one folder.
pub(crate) fn beside_this_program() -> Result<PathBuf> {
    let program = env::current_exe().context("the system does not say where this program is")?;
    let folder = program.parent().context("this program is not in a folder")?;
    Ok(folder.to_path_buf())
}

/// Builds everything in the release profile, and returns the folder it is in.
///
/// It is the command of the README, all crates together: cargo would build many dependencies a second time, with fewer
/// features, for the installed crates alone.
pub(crate) fn build() -> Result<PathBuf> {
    let beside = beside_this_program()?;
    let target = beside.parent().context("this program is not in a target folder")?;
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--release", "--workspace", "--locked", "--target-dir"]).arg(target);
    // Where a target triple is in force, the target folder found is that triple's already.
    cargo.env_remove("CARGO_BUILD_TARGET").current_dir(workspace());
    let status = cargo.status().context("cargo cannot be started")?;
    ensure!(status.success(), "plyd does not build; nothing was installed");
    Ok(target.join("release"))
}

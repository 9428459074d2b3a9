//! The programs that cargo has built, or builds now.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of this program: cargo builds the whole workspace into one folder.
///
/// # Errors
/// The system does not say where this program is.
pub(crate) fn beside_this_program() -> Result<PathBuf> {
    let program = env::current_exe().context("the system does not say where this program is")?;
    let folder = program.parent().context("this program is not in a folder")?;
    Ok(folder.to_path_buf())
}

/// Builds what is installed, the default members of a workspace, in the release profile and with all features of the
/// program, and returns the folder that this program is in then.
///
/// # Errors
/// The workspace does not build, or has no such program.
pub(crate) fn build(workspace: &Path, program: &str) -> Result<PathBuf> {
    let arguments = ["--release", "--features", "full", "--locked"];
    let program = built_by_cargo(workspace, &arguments, program).context("nothing was installed")?;
    Ok(program.parent().with_context(|| format!("{} is not in a folder", program.display()))?.to_path_buf())
}

/// Has cargo build in a folder, with these arguments, and returns the file of a program that it has built.
///
/// # Errors
/// It does not build, or has no such program.
pub(crate) fn built_by_cargo(folder: &Path, arguments: &[&str], program: &str) -> Result<PathBuf> {
    let mut cargo = cargo();
    cargo.arg("build").args(arguments).arg("--message-format=json-render-diagnostics");
    cargo.current_dir(folder).stderr(Stdio::inherit());
    let output = cargo.output().context("cargo cannot be started")?;
    ensure!(output.status.success(), "{program} does not build");
    // Settings of cargo choose the folder, by its name and by a target triple. Only cargo knows all of them.
    executable(&output.stdout, program)
}

/// The cargo that has started this program, without what that tells the program of its own package: build scripts that
/// ask for it would run again, and all that depends on them would be compiled again.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(&name);
        }
    }
    cargo
}

/// The file of a program, from cargo's messages: one JSON object a line.
fn executable(messages: &[u8], program: &str) -> Result<PathBuf> {
    let messages = messages.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let of_program = |message: Value| {
        let is_it = message["target"]["name"] == program && message["target"]["kind"][0] == "bin";
        let file = message["executable"].as_str()?;
        is_it.then(|| PathBuf::from(file))
    };
    let mut files = messages.filter_map(of_program);
    files.next().with_context(|| format!("cargo does not say where it has built {program}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_program_is_found_where_the_settings_of_cargo_put_it() {
        let workspace = tempfile::tempdir().unwrap();
        let write = |file: &str, text: &str| {
            let path = workspace.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let version = Command::new("rustc").arg("-vV").output().unwrap();
        let version = String::from_utf8(version.stdout).unwrap();
        let triple = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
        let package = "[package]\nname = \"tiny\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
        write("Cargo.toml", &format!("{package}[features]\nfull = []\n[workspace]\n"));
        write("Cargo.lock", "version = 4\n\n[[package]]\nname = \"tiny\"\nversion = \"0.1.0\"\n");
        write("src/main.rs", "#[cfg(feature = \"full\")]\nfn main() {}\n");
        write(
            ".cargo/config.toml",
            &format!("[build]\ntarget = \"{triple}\"\ntarget-dir = \"{}\"\n", workspace.path().join("own").display()),
        );
        let folder = build(workspace.path(), "tiny").unwrap();
        assert!(folder.join(format!("tiny{}", env::consts::EXE_SUFFIX)).is_file(), "{}", folder.display());
        let error = format!("{:#}", build(workspace.path(), "other").unwrap_err());
        assert!(error.contains("does not say where it has built other"), "{error}");
    }
}

//! Builds of the game libraries for newer processors.

use crate::built::cargo;
use crate::item::{Item, games, library_name};
use anyhow::{Context, Result, ensure};
use plyd_host::{ContentHash, PLAIN_HASH_SUFFIX, V3_FOLDER};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The processors that they are for, by the name that compilers use.
const V3: &str = "x86-64-v3";

/// Builds the libraries of all games for x86-64-v3, and notes beside each which plain build of this folder it belongs
/// to. Does nothing where cargo builds for other processors.
///
/// # Errors
/// They do not build, or a plain one is missing.
pub(crate) fn build(workspace: &Path, built: &Path) -> Result<()> {
    let triple = host_triple()?;
    if !triple.starts_with("x86_64-") {
        return Ok(());
    }
    let games = games()?;
    let mut cargo = cargo();
    cargo.args(["build", "--release", "--locked", "--target", &triple, "--target-dir"]).arg(folder(built)?);
    cargo.args(games.iter().flat_map(|game| ["--package".to_owned(), format!("plyd-{game}")]));
    // With a target these flags are not for the programs that run while cargo builds, which may be on an older
    // processor.
    extend(&mut cargo, "RUSTFLAGS", &format!("-C target-cpu={V3}"));
    extend(&mut cargo, &format!("CFLAGS_{}", triple.replace('-', "_")), &format!("-march={V3}"));
    let status = cargo.current_dir(workspace).stderr(Stdio::inherit()).status().context("cargo cannot be started")?;
    ensure!(status.success(), "the libraries for {V3} do not build; nothing was installed");
    let from = folder(built)?.join(&triple).join("release");
    for game in &games {
        let name = library_name(game);
        let read = |path: &Path| fs::read(path).with_context(|| format!("{} is missing", path.display()));
        let write = |path: &Path, content: &[u8]| {
            fs::write(path, content).with_context(|| format!("{} cannot be written", path.display()))
        };
        let hash = ContentHash::of(&read(&built.join(&name))?);
        write(&folder(built)?.join(&name), &read(&from.join(&name))?)?;
        write(&folder(built)?.join(name + PLAIN_HASH_SUFFIX), format!("{hash}\n").as_bytes())?;
    }
    Ok(())
}

/// The builds for newer processors that belong to the plain library `plain` of a game, to install beside it in `to`.
///
/// # Errors
/// A file cannot be read.
pub(crate) fn items(built: &Path, game: &str, plain: &[u8], to: &str) -> Result<Vec<Item>> {
    let folder = folder(built)?;
    let (name, hash) = (library_name(game), ContentHash::of(plain).to_string());
    let (file, note) = (folder.join(&name), folder.join(format!("{name}{PLAIN_HASH_SUFFIX}")));
    // Without a note it was not built; with another one, the plain library is newer.
    if !fs::read_to_string(&note).is_ok_and(|text| text.trim() == hash) {
        return Ok(Vec::new());
    }
    [file, note]
        .into_iter()
        .map(|from| {
            let content = fs::read(&from).with_context(|| format!("{} cannot be read", from.display()))?;
            let name = from.file_name().context("it has a name")?;
            Ok(Item { to: Path::new(to).join(V3_FOLDER).join(name), content, is_program: false })
        })
        .collect()
}

/// Where they are, and where cargo builds them: beside the folder of the plain ones.
fn folder(built: &Path) -> Result<PathBuf> {
    Ok(built.parent().with_context(|| format!("{} has no folder around it", built.display()))?.join(V3_FOLDER))
}

/// What cargo builds for, unless it is told otherwise.
///
/// # Errors
/// The compiler cannot be started.
pub(crate) fn host_triple() -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().context("rustc cannot be started")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let triple = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(triple.context("rustc does not say which system it is for")?.to_owned())
}

/// Adds flags to those of a variable.
fn extend(command: &mut Command, variable: &str, flags: &str) {
    let known = env::var(variable).unwrap_or_default();
    command.env(variable, format!("{known} {flags}").trim_start());
}

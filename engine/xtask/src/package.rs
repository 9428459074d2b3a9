//! The files that are installed, and where to.

use crate::item::{Item, games, library_name, loaders};
use crate::sources_folder::workspace;
use crate::{documents, processor};
use anyhow::{Context, Result, ensure};
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The shells, and where each looks for the completions of a program.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/plyd"),
    ("zsh", "share/zsh/site-functions/_plyd"),
    ("fish", "share/fish/vendor_completions.d/plyd.fish"),
];

/// The folder of the libraries, below the prefix.
const LIBRARIES: &str = "lib/plyd";

/// All files of a build in this folder, without the libraries for newer processors if it `is_plain`.
///
/// # Errors
/// Something has not been built, or the program does not run.
pub(crate) fn items(built: &Path, is_plain: bool) -> Result<Vec<Item>> {
    let program = built.join(format!("plyd{EXE_SUFFIX}"));
    let mut items = vec![Item { is_program: true, ..file(&program, "bin")? }];
    for game in games()? {
        let plain = file(&built.join(library_name(&game)), LIBRARIES)?;
        let mut others = if is_plain { Vec::new() } else { processor::items(built, &game, &plain.content, LIBRARIES)? };
        items.push(plain);
        items.append(&mut others);
    }
    for loader in loaders()? {
        items.push(file(&built.join(library_name(&loader)), LIBRARIES)?);
        for text in files_of(&format!("plugins/loaders/{loader}/games"), |_| true)? {
            items.push(file(&text, LIBRARIES)?);
        }
    }
    // The networks of games lie beside their libraries where they are installed.
    for network in files_of("plugins/networks", |ending| ending == "plydnet")? {
        items.push(file(&network, LIBRARIES)?);
    }
    for (shell, to) in COMPLETIONS {
        items.push(Item { to: to.into(), content: said(&program, &["completions", shell])?, is_program: false });
    }
    items.append(&mut man_pages(&program)?);
    items.append(&mut documents::items()?);
    Ok(items)
}

/// The files of a folder of the sources whose names have such an ending, sorted.
fn files_of(folder: &str, is_wanted: fn(&OsStr) -> bool) -> Result<Vec<PathBuf>> {
    let folder = workspace().join(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_file() && path.extension().is_some_and(is_wanted) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The manual pages, made by the program.
fn man_pages(program: &Path) -> Result<Vec<Item>> {
    let folder = tempfile::tempdir().context("there is no temporary folder")?;
    let path = folder.path().to_str().context("the path of the temporary folder is not UTF-8")?;
    said(program, &["man", "--output-dir", path])?;
    let help = String::from_utf8_lossy(&said(program, &["worker", "--help"])?).into_owned();
    ensure!(
        !help.contains("Not in this build"),
        "{} was built without its features; leave out --no-build, or build it with `cargo build --release --features full`",
        program.display()
    );
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder.path())? {
        pages.push(file(&entry?.path(), "share/man/man1")?);
    }
    ensure!(!pages.is_empty(), "{} has no manual pages", program.display());
    pages.sort_by(|a, b| a.to.cmp(&b.to));
    Ok(pages)
}

/// A file to install into this folder.
fn file(from: &Path, folder: &str) -> Result<Item> {
    let name = from.file_name().with_context(|| format!("{} is not a file", from.display()))?;
    let content = fs::read(from).with_context(|| {
        format!("{} is missing; build with `cargo build --release --features full`", from.display())
    })?;
    Ok(Item { to: Path::new(folder).join(name), content, is_program: false })
}

/// The output of the program. It does not read the user's settings, which could be wrong.
fn said(program: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    let mut command = Command::new(program);
    for (variable, _) in std::env::vars_os().filter(|(variable, _)| variable.to_string_lossy().starts_with("PLYD_")) {
        command.env_remove(variable);
    }
    command.args(arguments).env("PLYD_CONFIG", "");
    let what = || format!("`{} {}`", program.display(), arguments.join(" "));
    let output = command.output().with_context(|| format!("{} cannot be started", what()))?;
    ensure!(output.status.success(), "{} fails: {}", what(), String::from_utf8_lossy(&output.stderr).trim());
    Ok(output.stdout)
}

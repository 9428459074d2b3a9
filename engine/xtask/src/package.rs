//! The files that are installed, and where to.

use crate::build::workspace;
use anyhow::{Context, Result, ensure};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One file to install.
#[derive(Debug)]
pub(crate) struct Item {
    /// The destination, below the prefix.
    pub(crate) to: PathBuf,
    pub(crate) content: Vec<u8>,
    pub(crate) is_program: bool,
}

/// The shells, and where each looks for the completions of a program.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/plyd"),
    ("zsh", "share/zsh/site-functions/_plyd"),
    ("fish", "share/fish/vendor_completions.d/plyd.fish"),
];

/// The files of the workspace that go into the folder of the documents.
const DOCUMENTS: [&str; 6] =
    ["README.md", "CHANGELOG.md", "protocol.md", "configs/plyd.toml", "LICENSE-APACHE", "LICENSE-MIT"];

/// All files of a build in this folder.
///
/// # Errors
/// Something has not been built, or the program does not run.
pub(crate) fn items(built: &Path) -> Result<Vec<Item>> {
    let program = built.join(format!("plyd{EXE_SUFFIX}"));
    let mut items = vec![Item { is_program: true, ..file(&program, "bin")? }];
    for game in games()? {
        items.push(file(&built.join(format!("{DLL_PREFIX}plyd_{game}{DLL_SUFFIX}")), "lib/plyd")?);
    }
    for (shell, to) in COMPLETIONS {
        items.push(Item { to: to.into(), content: said(&program, &["completions", shell])?, is_program: false });
    }
    items.append(&mut man_pages(&program)?);
    for document in DOCUMENTS {
        items.push(file(&workspace().join(document), "share/doc/plyd")?);
    }
    Ok(items)
}

/// The names of the games: each has a crate `plyd-NAME` in `plugins/NAME/library`.
fn games() -> Result<Vec<String>> {
    let folder = workspace().join("plugins");
    let mut games = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let entry = entry?;
        if entry.path().join("library").join("Cargo.toml").is_file() {
            games.push(entry.file_name().into_string().ok().context("the name of a game is not UTF-8")?);
        }
    }
    ensure!(!games.is_empty(), "{} has no games", folder.display());
    games.sort();
    Ok(games)
}

/// The manual pages, as the program makes them.
fn man_pages(program: &Path) -> Result<Vec<Item>> {
    let folder = tempfile::tempdir().context("there is no temporary folder")?;
    let path = folder.path().to_str().context("the path of the temporary folder is not UTF-8")?;
    said(program, &["man", "--output-dir", path])?;
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
    let content = fs::read(from)
        .with_context(|| format!("{} is missing; build with `cargo build --release --workspace`", from.display()))?;
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

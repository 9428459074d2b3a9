//! Building the library of a game from a folder with its sources, by the program that its author builds with.

use super::tool;
use anyhow::{Context, bail};
use plyd_foreign::shown;
use serde::Deserialize;
use std::env::consts::DLL_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// How long a build may take.
const BUILD_TIME: Duration = Duration::from_secs(1_800);
/// So deep below the folder of the build a library is looked for.
const DEEPEST: usize = 4;
/// So many files and folders are looked at.
const MOST_SEEN: usize = 20_000;
/// So many libraries are named if there are several.
const MOST_NAMED: usize = 4;

/// A library that was built.
#[derive(Debug)]
pub(super) struct BuiltLibrary {
    pub(super) library: PathBuf,
    /// Where it was built, if not beside its sources; it goes away with this.
    _folder: Option<TempDir>,
}

/// Builds the library of this folder. In a folder without sources it is the only library there.
///
/// # Errors
/// There is nothing to build by, the program for it is missing, it fails or takes too long, or it makes no library, or
/// several.
pub(super) fn built(folder: &Path, stop: &CancellationToken) -> anyhow::Result<BuiltLibrary> {
    let has = |name: &str| folder.join(name).is_file();
    let beside = |library| BuiltLibrary { library, _folder: None };
    if has("Cargo.toml") {
        cargo(folder, stop).map(beside)
    } else if ["Makefile", "makefile", "GNUmakefile"].iter().any(|name| has(name)) {
        let begun = SystemTime::now();
        let mut make = Command::new("make");
        make.current_dir(folder);
        tool::run(make, BUILD_TIME, stop)?;
        the_library(folder, Some(begun)).map(beside)
    } else if has("CMakeLists.txt") {
        cmake(folder, stop)
    } else if let Some(library) = the_only_one(folder) {
        Ok(beside(library))
    } else {
        bail!(
            "{} has neither a Cargo.toml nor a Makefile nor a CMakeLists.txt to build a game by, nor one library",
            shown(folder)
        )
    }
}

/// The only library directly in a folder.
fn the_only_one(folder: &Path) -> Option<PathBuf> {
    let mut found = Vec::new();
    let mut left = MOST_SEEN;
    look_into(folder, 0, &mut left, &mut found);
    found.pop().filter(|_| found.is_empty())
}

/// A message of cargo.
#[derive(Debug, Deserialize)]
struct CargoMessage {
    reason: String,
    #[serde(default)]
    target: Option<CargoTarget>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

#[derive(Debug, Deserialize)]
struct CargoTarget {
    kind: Vec<String>,
}

fn cargo(folder: &Path, stop: &CancellationToken) -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--message-format", "json-render-diagnostics"]).current_dir(folder);
    let output = tool::run(cargo, BUILD_TIME, stop)?;
    one(libraries_of_cargo(&String::from_utf8_lossy(&output)), folder)
}

/// The libraries that cargo says it has built, in its messages.
fn libraries_of_cargo(output: &str) -> Vec<PathBuf> {
    let messages = output.lines().filter_map(|line| serde_json::from_str::<CargoMessage>(line).ok());
    let of_game = messages.filter(|message| {
        let is_library = |target: &CargoTarget| target.kind.iter().any(|kind| kind == "cdylib");
        message.reason == "compiler-artifact" && message.target.as_ref().is_some_and(is_library)
    });
    of_game.flat_map(|message| message.filenames).filter(|file| is_named_like_library(file)).collect()
}

/// It builds elsewhere, as people who use cmake expect.
fn cmake(folder: &Path, stop: &CancellationToken) -> anyhow::Result<BuiltLibrary> {
    let outer = tempfile::Builder::new().prefix("plyd-build-").tempdir().context("cannot make a temporary folder")?;
    let cmake = |arguments: &[&str], folders: &[&Path]| {
        let mut cmake = Command::new("cmake");
        for (argument, path) in arguments.iter().zip(folders) {
            cmake.arg(argument).arg(path);
        }
        cmake
    };
    let mut configure = cmake(&["-S", "-B"], &[folder, outer.path()]);
    configure.arg("-DCMAKE_BUILD_TYPE=Release");
    tool::run(configure, BUILD_TIME, stop)?;
    tool::run(cmake(&["--build"], &[outer.path()]), BUILD_TIME, stop)?;
    Ok(BuiltLibrary { library: the_library(outer.path(), None)?, _folder: Some(outer) })
}

/// The one library below this folder. Of several, the one that was written since a moment.
fn the_library(folder: &Path, since: Option<SystemTime>) -> anyhow::Result<PathBuf> {
    let mut found = Vec::new();
    let mut left = MOST_SEEN;
    look_into(folder, DEEPEST, &mut left, &mut found);
    found.sort();
    if let (Some(since), true) = (since, found.len() > 1) {
        let is_new = |file: &&PathBuf| fs::metadata(file).and_then(|data| data.modified()).is_ok_and(|at| at >= since);
        let new: Vec<_> = found.iter().filter(is_new).cloned().collect();
        if !new.is_empty() {
            found = new;
        }
    }
    one(found, folder)
}

/// Finds libraries, without following links, so that the search ends.
fn look_into(folder: &Path, depth: usize, left: &mut usize, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let (path, kind) = (entry.path(), entry.file_type());
        if kind.as_ref().is_ok_and(fs::FileType::is_file) && is_named_like_library(&path) {
            found.push(path);
        } else if depth > 0 && kind.is_ok_and(|kind| kind.is_dir()) && entry.file_name() != ".git" {
            look_into(&path, depth - 1, left, found);
        }
    }
}

fn is_named_like_library(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == DLL_EXTENSION)
}

fn one(mut found: Vec<PathBuf>, folder: &Path) -> anyhow::Result<PathBuf> {
    match (found.pop(), found.as_slice()) {
        (Some(library), []) => Ok(library),
        (None, _) => bail!("the build of {} makes no library (no file .{DLL_EXTENSION})", shown(folder)),
        (Some(last), others) => {
            let all = others.iter().chain([&last]);
            let named: Vec<_> = all.take(MOST_NAMED).map(|file| shown(file)).collect();
            bail!("there are several libraries after the build, so install one of them: {}", named.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_says_which_libraries_it_has_built() {
        let library = format!("/t/release/libgame.{DLL_EXTENSION}");
        let message = |reason: &str, kind: &str, file: &str| {
            format!(r#"{{"reason":"{reason}","target":{{"kind":["{kind}"]}},"filenames":["{file}","/t/game.d"]}}"#)
        };
        let output = [
            message("compiler-artifact", "lib", "/t/libserde.rlib"),
            message("compiler-artifact", "proc-macro", &format!("/t/libderive.{DLL_EXTENSION}")),
            message("compiler-artifact", "cdylib", &library),
            r#"{"reason":"build-finished","success":true}"#.to_owned(),
            "no message".to_owned(),
        ];
        assert_eq!(libraries_of_cargo(&output.join("\n")), [PathBuf::from(library)]);
    }

    #[test]
    fn the_library_of_a_build_is_the_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).with_extension(DLL_EXTENSION);
        let missing = the_library(folder.path(), None).unwrap_err().to_string();
        assert!(missing.contains("makes no library"), "{missing}");
        for part in ["build", ".git", "a/b/c/d/e"] {
            fs::create_dir_all(folder.path().join(part)).unwrap();
        }
        for file in [".git/hidden", "a/b/c/d/e/deep", "old"] {
            fs::write(at(file), "").unwrap();
        }
        assert_eq!(the_library(folder.path(), None).unwrap(), at("old"));
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        fs::File::options().write(true).open(at("old")).unwrap().set_modified(long_ago).unwrap();
        fs::write(at("build/new"), "").unwrap();
        let since = SystemTime::UNIX_EPOCH + Duration::from_secs(2_000);
        assert_eq!(the_library(folder.path(), Some(since)).unwrap(), at("build/new"));
        let several = the_library(folder.path(), None).unwrap_err().to_string();
        assert!(several.contains("several libraries") && several.contains("old"), "{several}");
    }

    #[test]
    fn a_folder_without_sources_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = built(folder.path(), &CancellationToken::new()).unwrap_err().to_string();
        assert!(refused.contains("neither a Cargo.toml nor a Makefile nor a CMakeLists.txt"), "{refused}");
        let file = |name: &str| folder.path().join(name).with_extension(DLL_EXTENSION);
        fs::write(file("one"), "").unwrap();
        assert_eq!(built(folder.path(), &CancellationToken::new()).unwrap().library, file("one"));
        fs::write(file("two"), "").unwrap();
        assert!(built(folder.path(), &CancellationToken::new()).is_err());
    }
}

//! Tells the program which commit it was built from, and the date of that commit; finds the games, whose positions
//! `plyd bench` searches; and finds the sources of the SDK, which `plyd new-plugin` writes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};
use walkdir::WalkDir;

/// The crates of the SDK, and their folders.
const SDK: [(&str, &str); 4] = [
    ("plyd-rules", "plugins/rules"),
    ("plyd-textbook", "engine/textbook"),
    ("plyd-plugin", "plugins/sdk"),
    ("plyd-board", "plugins/board"),
];

fn main() -> io::Result<()> {
    tell_commit();
    let here = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    write_games(&Path::new(&here).join("../../plugins"), &Path::new(&out).join("games.rs"))?;
    write_sdk(&Path::new(&here).join("../.."), &Path::new(&out).join("sdk.rs"))
}

/// Writes an array of the crates of the SDK, each with its name and its files, which are compiled in.
fn write_sdk(workspace: &Path, file: &Path) -> io::Result<()> {
    let mut written = String::from("&[");
    for (name, folder) in SDK {
        let folder = workspace.join(folder).canonicalize()?;
        written += &format!("({name:?}, &[");
        // Neither tests nor headers: what depends on a crate needs these alone.
        for part in ["Cargo.toml", "build.rs", "src"].map(|part| folder.join(part)) {
            if !part.exists() {
                continue;
            }
            println!("cargo::rerun-if-changed={}", part.display());
            for entry in WalkDir::new(&part).sort_by_file_name() {
                let path = entry?.into_path();
                if !path.is_file() {
                    continue;
                }
                let below = path.strip_prefix(&folder).map_err(io::Error::other)?;
                written += &format!("({:?}, include_str!({path:?})), ", below.to_string_lossy().replace('\\', "/"));
            }
        }
        written += "]), ";
    }
    fs::write(file, written + "]")
}

/// Writes an array of the files `game.toml`, which are compiled in.
fn write_games(plugins: &Path, file: &Path) -> io::Result<()> {
    // A new game is a new package, which changes this file. A whole folder would count all that changes below it.
    println!("cargo::rerun-if-changed=../../Cargo.lock");
    let mut folders = fs::read_dir(plugins)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    folders.sort();
    let files = folders.iter().map(|folder| folder.join("game.toml"));
    let mut written = String::from("&[");
    for game in files.filter(|file| file.exists()) {
        println!("cargo::rerun-if-changed={}", game.display());
        written += &format!("include_str!({game:?}), ");
    }
    fs::write(file, written + "]")
}

fn tell_commit() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown commit".into());
    println!("cargo::rustc-env=PLYD_BUILD_COMMIT={commit}");
    // Not the date of the build: two builds of one commit are equal.
    let date = git(&["log", "-1", "--format=%cs"]).unwrap_or_default();
    println!("cargo::rustc-env=PLYD_BUILD_DATE={date}");
    // HEAD names a branch, and the log of HEAD grows with every commit on it.
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--path-format=absolute", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

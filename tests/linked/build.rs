//! Finds the games, which are the libraries in `plugins` that export Rust rules, and generates a macro that lists all
//! of them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let plugins = Path::new(&here).join("../../plugins");
    // A new game is a new package, which changes this file. Watching a whole folder would react to every change within
    // it.
    println!("cargo::rerun-if-changed=../../Cargo.lock");
    println!("cargo::rerun-if-changed=Cargo.toml");
    let manifest = fs::read_to_string(Path::new(&here).join("Cargo.toml"))?;
    let folders = fs::read_dir(&plugins)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    let mut games = Vec::new();
    for source in folders.iter().map(|folder| folder.join("library/src/lib.rs")).filter(|source| source.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
        let text = fs::read_to_string(&source)?;
        let exported = text.lines().find_map(|line| line.strip_prefix("plyd_plugin::export!(")?.strip_suffix(");"));
        // Games in C are not exported in this way, and cannot be linked.
        let Some(game) = exported else { continue };
        let name = game.split("::").next().unwrap_or_default();
        if !manifest.lines().any(|line| line.starts_with(&format!("{name} = "))) {
            let text = format!("{game} is no dependency of tests/linked: add {name} to its Cargo.toml");
            return Err(io::Error::other(text));
        }
        games.push((name.to_owned(), game.to_owned()));
    }
    games.sort();
    let mut written = String::new();
    let mut list = Vec::new();
    for (name, game) in &games {
        writeln!(written, "pub use ::{name};").map_err(io::Error::other)?;
        list.push(format!("{name} $crate::{game}"));
    }
    let list = list.join(", ");
    let heading = "/// Calls a macro with the name of the crate and the type of every game: `chess chess::Chess, ...`.";
    let text = format!(
        "{written}\n{heading}\n#[macro_export]\nmacro_rules! each_game {{\n    ($macro:ident) => {{ $macro! {{ {list} }} }};\n}}\n"
    );
    fs::write(Path::new(&out).join("games.rs"), text)
}

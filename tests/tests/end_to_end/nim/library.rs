//! The library that cargo builds, beside the one of the build script.

use super::{build_script, has, library_name, run};
use plyd_tests::{Engine, Finished, PATIENCE, built_folder, command, finish};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;

fn built_by_cargo() -> PathBuf {
    built_folder().join(format!("{DLL_PREFIX}plyd_nim{DLL_SUFFIX}"))
}

/// The program with these folders, which then come first, and no settings.
fn with_folders(folders: &[&Path], arguments: &[&str]) -> Command {
    let mut command = command(arguments);
    for folder in folders {
        command.arg("--plugin-dir").arg(folder);
    }
    command.env("PLYD_CONFIG", "");
    command
}

/// The file that nim was loaded from.
fn file_of_nim(engine: &mut Engine) -> PathBuf {
    let games = engine.ask("games");
    let file = games.iter().find_map(|line| line.strip_prefix("game nim file "));
    PathBuf::from(file.unwrap_or_else(|| panic!("{games:?}")))
}

#[test]
fn the_program_has_nim_as_soon_as_cargo_has_built_it() {
    let mut engine = Engine::spawn(with_folders(&[], &["--game=nim"]));
    assert_eq!(file_of_nim(&mut engine).canonicalize().ok(), built_by_cargo().canonicalize().ok());
    assert_eq!(engine.ask("query fen"), ["response 3 4 5"]);
    // 3 xor 4 xor 5 is 2, so that two objects of the first heap win.
    assert!(engine.go("go depth 12").last().is_some_and(|line| line.starts_with("bestmove a2")));
}

#[test]
fn the_library_exports_the_entry_function_alone() {
    if !plyd_tests::has_program("nm", "the symbols of nim's library") {
        return;
    }
    let symbols = Command::new("nm").args(["-D", "--defined-only"]).arg(built_by_cargo()).output().expect("nm starts");
    let symbols = String::from_utf8(symbols.stdout).expect("names are text");
    let names: Vec<&str> = symbols.lines().filter_map(|line| line.split_whitespace().last()).collect();
    assert_eq!(names, ["plyd_plugin"]);
}

#[test]
fn of_two_libraries_the_one_of_an_own_folder_is_played_and_the_other_named() {
    if !has("cc") {
        return;
    }
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    assert!(run(build_script(Path::new(super::SOURCES)).arg(folder.path())).success());
    let own = folder.path().join(library_name());
    let mut engine = Engine::spawn(with_folders(&[folder.path()], &["--game=nim"]));
    assert_eq!(file_of_nim(&mut engine).canonicalize().ok(), own.canonicalize().ok());
    assert!(engine.go("go depth 12").last().is_some_and(|line| line.starts_with("bestmove a2")));

    let arguments = ["go", "--game=nim", "--depth=12"];
    let Finished { status, errors, .. } = finish(with_folders(&[folder.path()], &arguments), PATIENCE);
    assert!(status.success(), "{errors}");
    let named = format!("the library has the id `nim` of {}", own.canonicalize().expect("it is there").display());
    let warnings: Vec<&str> = errors.lines().filter(|line| line.contains("not loaded")).collect();
    assert!(matches!(warnings[..], [warning] if warning.contains(&named) && warning.contains("plyd_nim")), "{errors}");
}

//! A game that is added to a copy of the sources, by a folder and a line: all that is for every game finds it.

use super::document::{paths, root};
use plyd_tests::{cargo, command_of, finish, target_folder};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// How long a build may take on a busy machine.
const BUILD_TIME: Duration = Duration::from_secs(3_000);

/// Copies a file, with another id of the game in it.
fn copy_as(from: &Path, to: &Path, old: &str, new: &str) {
    fs::create_dir_all(to.parent().expect("it is in a folder")).expect("the folder can be written");
    match fs::read_to_string(from) {
        Ok(text) if !old.is_empty() => fs::write(to, text.replace(old, new)).expect("the folder can be written"),
        _ => drop(fs::copy(from, to).expect("the file can be copied")),
    }
}

fn run(sources: &Path, arguments: &[&str]) -> String {
    let mut command = cargo();
    // Outside the copy, so that the crates of others are not compiled again.
    command.args(arguments).env("CARGO_TARGET_DIR", target_folder().join("new-game")).current_dir(sources);
    command.env("PLYD_WRITE_GAMES", "1");
    let finished = finish(command, BUILD_TIME);
    assert!(finished.status.success(), "{arguments:?}: {finished:?}");
    finished.output
}

#[test]
fn a_new_game_is_a_folder_and_a_line() {
    let copy = tempfile::tempdir().expect("there is a temporary folder");
    let sources = copy.path();
    for path in paths().iter().filter(|path| root().join(path).is_file()) {
        copy_as(&root().join(path), &sources.join(path), "", "");
        if let Ok(below) = path.strip_prefix("plugins/tictactoe") {
            copy_as(&root().join(path), &sources.join("plugins/further").join(below), "tictactoe", "further");
        }
    }
    let list = sources.join("tests/linked/Cargo.toml");
    let text = fs::read_to_string(&list).expect("there is the list");
    let line = "tictactoe = { path = \"../../plugins/tictactoe\" }\n";
    let lines = format!("further = {{ path = \"../../plugins/further\" }}\n{line}");
    assert!(text.contains(line));
    fs::write(&list, text.replace(line, &lines)).expect("the copy can be written");
    // It also changes the lock file.
    run(sources, &["build", "--offline", "--workspace"]);
    run(sources, &["test", "--offline", "-p", "further"]);
    for (package, test, filter) in [
        ("plyd-session", "suite", "further"),
        ("plyd-fuzz-targets", "seeds", "further"),
        ("plyd-values", "suite", "further"),
        ("plyd-tests", "end_to_end", "the_games_of_the_first"),
    ] {
        let output = run(sources, &["test", "--offline", "-p", package, "--test", test, filter]);
        assert!(!output.contains(" 0 passed"), "{package}: {output}");
    }
    let readme = fs::read_to_string(sources.join("README.md")).expect("there is the document");
    assert!(readme.contains("(plugins/further/README.md)"));
    let mut bench = command_of(&target_folder().join("new-game/debug/plyd"), &["bench", "--write"]);
    let signature = sources.join("tests/bench.signature");
    bench.arg(&signature).env("PLYD_CONFIG", "");
    let finished = finish(bench, BUILD_TIME);
    assert!(finished.status.success(), "{finished:?}");
    let written = fs::read_to_string(signature).expect("it was written");
    assert!(written.lines().any(|line| line.ends_with(" further 9 startpos")), "{written}");
}

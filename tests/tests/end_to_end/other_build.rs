//! A library that has the textbook search of another build inside is asked about each node, and the log says so once.

use plyd_plugin::abi::SEARCH_BUILD;
use plyd_tests::{Engine, PluginFolder, built_library, finish, of_another_build};
use std::fs;
use std::time::Duration;

const GAME: &str = "tictactoe";
const WARNING: &str = "has the textbook search of another build";

/// A line without what differs from run to run.
fn without_times(line: &str) -> String {
    let mut words = line.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if matches!(word, "time" | "nps") {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// The answers to textbook searches and a count of leaves with this library, and the log.
fn searched(library: &[u8]) -> (Vec<String>, String) {
    let folder = PluginFolder::new(&[]);
    fs::write(folder.library("game"), library).expect("the folder can be written");
    let mut command = folder.command(&[]);
    let errors = tempfile::NamedTempFile::new().expect("there is a temporary folder");
    command.stderr(errors.reopen().expect("the file is there"));
    let mut engine = Engine::spawn(command);
    let mut answers = Vec::new();
    for algorithm in ["minimax", "alphabeta"] {
        engine.send(&format!("setoption name Algorithm value {algorithm}"));
        engine.send("position startpos moves b2");
        for go in ["go depth 5", "go nodes 3000", "go"] {
            answers.extend(engine.go(go).iter().map(|line| without_times(line)));
        }
    }
    engine.send("go perft 5");
    answers.extend(engine.until("Nodes searched: "));
    engine.send("quit");
    assert!(engine.process.wait().success());
    (answers, fs::read_to_string(errors.path()).expect("it is text"))
}

#[test]
fn a_library_with_another_search_inside_is_asked_by_step_and_the_log_says_so_once() {
    let (inside, log) = searched(&fs::read(built_library(GAME)).expect("the library was built"));
    assert!(!log.contains(WARNING), "{log}");
    let (by_step, log) = searched(&of_another_build(GAME, SEARCH_BUILD));
    assert_eq!(log.matches(WARNING).count(), 1, "{log}");
    assert!(log.contains("of `tictactoe`"), "{log}");
    assert_eq!(inside, by_step);
    assert!(inside.iter().any(|line| line.contains(" nodes 3000 ")), "{inside:?}");
}

#[test]
fn a_match_says_so_once() {
    let folder = PluginFolder::new(&[]);
    fs::write(folder.library("game"), of_another_build(GAME, SEARCH_BUILD)).expect("the folder can be written");
    let records = tempfile::tempdir().expect("there is a temporary folder");
    let mut command = folder.command(&["match", "--game", GAME, "--rounds", "2", "--concurrency", "2"]);
    for name in ["A", "B"] {
        command.args(["--engine", &format!("name={name} builtin option.Algorithm=alphabeta depth=2")]);
    }
    command.arg("--record").arg(records.path().join("record.db"));
    let finished = finish(command, Duration::from_secs(120));
    assert!(finished.status.success(), "{finished:?}");
    assert_eq!(finished.errors.matches(WARNING).count(), 1, "{finished:?}");
}

//! The progress of a match while it is played: lines on standard error, JSON on standard output.

use super::{MatchRun, TIME};
use plyd_tests::{Finished, Process, command, finish};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

const TWO: [&str; 6] = ["--engine", "name=A", "builtin", "--engine", "name=B", "builtin"];

fn play(folder: &Path, arguments: &[&str]) -> Finished {
    let mut command = command(&["match", "--game", "tictactoe", "--each", "depth=1", "option.Hash=1", "--record"]);
    command.arg(folder.join("r.db")).args(TWO).args(arguments);
    finish(command, TIME)
}

fn lines(finished: &Finished) -> Vec<&str> {
    finished.errors.lines().filter(|line| line.contains(" games: game ")).collect()
}

#[test]
fn lines_tell_the_progress_where_there_is_no_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let finished = play(folder.path(), &["--rounds", "2000"]);
    assert!(finished.output.starts_with("tictactoe: 4000 of 4000 games, finished"), "{finished:?}");
    assert!(!finished.output.contains("1 of 4000 games: "), "{finished:?}");
    let lines = lines(&finished);
    assert!(lines[0].starts_with("1 of 4000 games: game 1, A - B "), "{lines:?}");
    assert!(lines[0].contains(" normal; A against B: +"), "{lines:?}");
    // However fast the games are, the last one is reported, and there are far fewer reports than games.
    assert!(lines.last().unwrap().starts_with("4000 of 4000 games: game 4000, "), "{lines:?}");
    assert!(lines.len() < 2_000, "{} lines", lines.len());
}

#[test]
fn progress_is_told_as_it_was_asked_for() {
    for (arguments, are_told) in [
        (&["--progress", "none"][..], false),
        (&["--progress", "bar"], false),
        (&["--progress", "lines"], true),
        (&["--output", "json"], false),
        (&["--output", "json", "--progress", "lines"], true),
        (&["--output", "jsonl"], false),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let finished = play(folder.path(), arguments);
        assert!(finished.status.success(), "{finished:?}");
        assert_eq!(!lines(&finished).is_empty(), are_told, "{arguments:?}: {finished:?}");
    }
}

#[test]
fn json_lines_are_those_of_the_export_and_then_the_report() {
    let run = MatchRun::new("tictactoe", &["name=A builtin depth=2", "name=B builtin depth=1"]);
    let run = run.with(&["--each", "option.Hash=1", "--rounds", "3", "--random-plies", "2", "--concurrency", "2"]);
    let mut command = command(&["match", "--game", "tictactoe", "--seed", "1", "--output", "jsonl", "--record"]);
    command.arg(run.record()).args(&run.arguments);
    let finished = finish(command, TIME);
    assert!(finished.status.success(), "{finished:?}");
    let mut lines: Vec<Value> = finished.output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let report = lines.pop().expect("there are lines");
    assert_eq!(report, run.report());
    assert!(report.get("number").is_none() && report.get("standings").is_some(), "{report}");
    // In the order in which they ended.
    lines.sort_by_key(|game| game["number"].as_u64().expect("a number"));
    assert_eq!(lines, run.games());
    for game in &lines {
        let time = |key: &str| game[key].as_str().expect("a text").to_owned();
        assert!(time("started") <= time("ended") && time("ended").ends_with('Z'), "{game}");
    }
}

/// Each line is there before the match goes on: the rest of the match would take hours.
#[test]
fn json_lines_come_while_the_match_is_played() {
    let run = MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=1"]);
    let mut command =
        command(&["match", "--game", "tictactoe", "--output", "jsonl", "--rounds", "100000000", "--record"]);
    command.arg(run.record()).args(&run.arguments).args(["--each", "option.Hash=1"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("plyd starts");
    let mut reader = BufReader::new(child.stdout.take().expect("is piped"));
    let mut process = Process::new(child);
    for _ in 0..3 {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        let game: Value = serde_json::from_str(&line).expect("JSON");
        assert!(game["number"].as_u64().is_some(), "{game}");
    }
    // A reader that leaves ends no match: the record grows without it.
    drop(reader);
    let played = || run.report()["played"].as_u64().expect("a number");
    let (before, deadline) = (played(), std::time::Instant::now() + TIME);
    while played() <= before + 1_000 {
        assert!(process.is_running() && std::time::Instant::now() < deadline, "the match has stopped");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    #[cfg(unix)]
    {
        process.signal(rustix::process::Signal::INT);
        assert_eq!(process.wait().code(), Some(130));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn lines_that_cannot_be_written_cost_no_game() {
    let run = MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=1"]);
    let mut command = command(&["match", "--game", "tictactoe", "--output", "jsonl", "--rounds", "3", "--record"]);
    command.arg(run.record()).args(&run.arguments).args(["--each", "option.Hash=1"]);
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let child = command.stdout(full).stderr(Stdio::null()).spawn().expect("plyd starts");
    assert_eq!(Process::new(child).wait().code(), Some(1));
    assert_eq!(run.report()["played"], 6);
}

//! The names of records.

use super::TIME;
use plyd_tests::{Process, command, finish};
use std::process::{Command, Stdio};

const TWO: [&str; 6] = ["--engine", "name=A", "builtin", "--engine", "name=B", "builtin"];

fn tictactoe() -> Command {
    let mut command = command(&["match", "--game", "tictactoe", "--rounds", "1", "--each", "depth=1", "option.Hash=1"]);
    command.args(TWO);
    command
}

/// Eight of them, so that some begin within the same second.
#[test]
fn runs_that_begin_at_once_have_records_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = || {
        let mut command = tictactoe();
        command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        Process::new(command.spawn().expect("plyd starts"))
    };
    let mut runs: Vec<_> = (0..8).map(|_| run()).collect();
    assert!(runs.iter_mut().all(|run| run.wait().success()));
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let records = names.filter(|name| name.to_str().is_some_and(|name| name.ends_with(".db")));
    assert_eq!(records.count(), 8);
}

#[test]
fn a_record_without_a_name_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = tictactoe();
    command.current_dir(folder.path());
    let finished = finish(command, TIME);
    let line = finished.errors.lines().find_map(|line| line.strip_prefix("plyd: the record is "));
    let name = line.unwrap_or_else(|| panic!("{finished:?}"));
    assert!(folder.path().join(name).exists(), "{finished:?}");
}

#[test]
fn standard_output_is_no_record_and_no_log() {
    let folder = tempfile::tempdir().expect("a folder");
    for flag in ["--record", "--log"] {
        let mut command = tictactoe();
        command.args([flag, "-"]).current_dir(folder.path());
        let finished = finish(command, TIME);
        assert_eq!(finished.status.code(), Some(2), "{finished:?}");
        assert!(finished.errors.contains("this must be a file, not standard output"), "{finished:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

/// Games that are written into their own record would destroy it.
#[test]
fn a_record_is_no_file_for_its_games() {
    let run = super::MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=2"]);
    let (report, record) = (run.play(), run.record());
    let link = run.file("link.db");
    std::fs::hard_link(&record, &link).expect("a link");
    for (arguments, file) in [(&["report"][..], &record), (&["report"], &link), (&["match", "--resume"], &record)] {
        if arguments[0] == "match" {
            // One with two names is not written.
            std::fs::remove_file(&link).expect("it is there");
        }
        let mut command = command(arguments);
        command.arg(&record).arg("--pgn").arg(file);
        let finished = finish(command, TIME);
        assert_eq!(finished.status.code(), Some(1), "{finished:?}");
        assert!(finished.errors.contains("is the record; give another file"), "{finished:?}");
    }
    // Nor is another record, which is only recognized as a database, when it is opened.
    let other = super::MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=2"]);
    let mut command = other.with(&["--pgn", record.to_str().expect("a name")]).command();
    command.stdout(Stdio::null());
    let finished = finish(command, TIME);
    assert!(!finished.status.success() && finished.errors.contains("it is a database"), "{finished:?}");
    assert_eq!(run.report(), report);
}

/// An engine that cannot be started as this program may open too few files is not to blame.
#[cfg(target_os = "linux")]
#[test]
fn more_games_at_a_time_than_files_can_be_open_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = super::mark(folder.path());
    let engines = ["a", "b"].map(|name| super::faulty(name, "sound", &mark));
    let run = super::MatchRun::new("tictactoe", &engines.each_ref().map(String::as_str)).with(&["--concurrency", "64"]);
    let command = run.limited("-n 200");
    let finished = finish(command, TIME);
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.errors.contains("play fewer games at a time"), "{finished:?}");
    assert!(!run.record().exists());
}

//! Errors of matches and reports: each says once what is wrong, and what helps.

use super::{MatchRun, TIME, faulty, report_of};
use plyd_tests::{Finished, command, finish};
use std::fs;

const ENGINES: [&str; 2] = ["name=A builtin depth=1 option.Hash=1", "name=B builtin depth=2 option.Hash=1"];

/// Three openings of tic-tac-toe.
const OPENINGS: &str = "P@a1\nP@b2\nP@c3\n";

fn tictactoe(more: &[&str]) -> MatchRun {
    MatchRun::new("tictactoe", &ENGINES).with(more)
}

#[track_caller]
fn assert_told(finished: &Finished, parts: &[&str]) {
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    for part in parts {
        assert_eq!(finished.errors.matches(part).count(), 1, "{part}: {finished:?}");
    }
}

#[test]
fn the_reason_of_the_system_is_told_once() {
    assert_told(&tictactoe(&["--openings", "no/such/book"]).to_end(), &["no/such/book", "No such file"]);
    assert_told(&tictactoe(&["--log", "no/such/folder/log"]).to_end(), &["no/such/folder/log", "No such file"]);
    let run = tictactoe(&[]);
    run.play();
    if cfg!(target_os = "linux") {
        let mut report = command(&["report", "--pgn", "/dev/full"]);
        report.arg(run.record());
        assert_told(&finish(report, TIME), &["/dev/full", "No space left"]);
    }
}

/// To open a pipe would wait for somebody who writes to it.
#[test]
#[cfg(unix)]
fn a_pipe_is_neither_a_plan_nor_a_file_of_openings() {
    let run = tictactoe(&[]);
    let pipe = run.file("pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).expect("a pipe");
    let name = pipe.display().to_string();
    let told = "it is a folder, a pipe or a device, not a regular file";
    let run = run.with(&["--openings", &name]);
    assert_told(&run.to_end(), &[&name, told]);
    let mut plan = command(&["match"]);
    plan.arg(&name);
    assert_told(&finish(plan, TIME), &[&name, told]);
}

#[test]
fn the_error_of_a_plan_is_no_longer_than_anybody_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plan.toml");
    for (text, reason) in [
        (format!("engine = {}", "[".repeat(300_000)), "plan.toml: TOML parse error at line 1, column"),
        (format!("{} = 1", "x".repeat(300_000)), "plan.toml: TOML parse error at line 1, column 1: unknown field `xxx"),
        (format!("engine = [\"{} builtin\"]", "x".repeat(300_000)), "engine number 1: an engine has no setting `xxx"),
        (format!("engine = [\"name={} builtin\"]", "x".repeat(300_000)), "engine xxx"),
    ] {
        fs::write(&file, text).expect("it can be written");
        let mut plan = command(&["match"]);
        plan.arg(&file);
        let finished = finish(plan, TIME);
        assert_told(&finished, &[reason]);
        assert!(finished.errors.len() < 4_000, "{} bytes: {reason}", finished.errors.len());
    }
}

#[test]
fn openings_begin_at_one_that_there_is() {
    let run = tictactoe(&[]);
    let book = run.file("book");
    fs::write(&book, OPENINGS).unwrap();
    let start = |number: u32| {
        let words = format!("{} order=sequential start={number}", book.display());
        tictactoe(&["--openings", &words]).with(&["--rounds", "1"])
    };
    let last = start(3);
    last.play();
    assert!(last.games().iter().all(|game| super::moves(game)[0] == "P@c3"));
    assert_told(&start(4).to_end(), &["openings start at number 4 (start=4), but there are only 3"]);
    assert_told(&start(0).to_end(), &["`start` needs a whole number of at least 1, not `0`"]);
}

#[test]
fn advice_fits_what_is_wrong() {
    let run = tictactoe(&[]);
    let book = run.file("book");
    fs::write(&book, OPENINGS).unwrap();
    let book_name = book.display().to_string();
    let run = run.with(&["--openings", &book_name, "--rounds", "3", "--sprt", "elo0=0", "elo1=5"]);
    assert_eq!(run.to_end().status.code(), Some(5));
    fs::write(&book, "P@b2\n").unwrap();
    let changed = finish(run.resumption(), TIME);
    assert_told(&changed, &["has changed since the match began", &book_name]);
    assert!(!changed.errors.contains("`plyd match --resume"), "{changed:?}");

    let connection = rusqlite::Connection::open(run.record()).unwrap();
    connection.execute("UPDATE game SET half_points = 2 - half_points, detail = 'x' WHERE number = 1", []).unwrap();
    drop(connection);
    let mut verdict = command(&["report", "--salvage", "--verdict"]);
    verdict.arg(run.record());
    let verdict = finish(verdict, TIME);
    assert_told(&verdict, &["there is no verdict: only 5 of 6 games are there and undamaged"]);
    assert!(!verdict.errors.contains("--resume"), "{verdict:?}");
}

#[test]
fn a_name_cannot_write_on_the_terminal() {
    let run = MatchRun::new("tictactoe", &["'name=A\u{1b}[31m\tB' builtin depth=1", ENGINES[1]]);
    let finished = run.to_end();
    assert_told(&finished, &["engine A\\u{1b}[31m\\tB: its name contains a character that cannot be shown"]);
    assert!(!finished.errors.contains(['\u{1b}', '\t']), "{finished:?}");
}

#[test]
#[cfg(unix)]
fn a_program_beside_the_path_is_named_as_it_has_to_be_written() {
    let run = tictactoe(&["--engine", "name=C cmd=engine-of-no-path depth=1"]);
    fs::write(run.file("engine-of-no-path"), "").unwrap();
    let mut command = run.command();
    command.current_dir(run.folder.path());
    let finished = finish(command, TIME);
    assert_eq!(finished.status.code(), Some(3), "{finished:?}");
    assert!(finished.errors.contains("to run a file of this folder, write ./engine-of-no-path"), "{finished:?}");
}

#[test]
fn a_match_whose_last_game_is_the_last_fault_allowed_is_finished() {
    let engine = faulty("faulty", "crash", "x");
    let run = MatchRun::new("tictactoe", &[&engine, ENGINES[0]]).with(&["--rounds", "2", "--fault-limit", "4"]);
    let report = report_of(&run.to_end());
    assert_eq!((report["finished"].as_bool(), &report["standings"][1]["faults"]["crash"]), (Some(true), &4.into()));
}

#[test]
fn a_finished_record_is_one_file_whoever_reads_it() {
    let run = tictactoe(&[]);
    run.play();
    run.report();
    let files: Vec<_> = fs::read_dir(run.folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, ["record.db"]);
}

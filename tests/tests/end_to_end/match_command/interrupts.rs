//! Ctrl-C: the first lets a match end with the games in progress, the second ends it at once.

use super::{MatchRun, TIME, faulty, interrupt_twice, report_of};
use plyd_tests::{Process, finish};
use rustix::process::Signal;
use std::fs::{self, File};
use std::io::Read;
use std::process::{ChildStderr, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const SOUND: &str = "name=sound builtin option.Hash=1 depth=1";

/// A match whose games wait for the file `gate`.
fn gated(rounds: &str, more: &[&str]) -> MatchRun {
    let run = MatchRun::new("tictactoe", &[]);
    let engine = faulty("gated", "await", &run.file("gate").display().to_string());
    let log = run.file("log").display().to_string();
    run.with(&["--engine", &engine, "--engine", SOUND, "--rounds", rounds, "--log", &log, "--max-think", "600"])
        .with(more)
}

/// The match and its standard error, once this many games wait.
fn begun(run: &MatchRun, games: usize) -> (Process, ChildStderr) {
    let mut child = run.command().stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("plyd starts");
    let errors = child.stderr.take().expect("it is piped");
    let mut process = Process::new(child);
    let deadline = Instant::now() + TIME;
    let read = || fs::read_to_string(run.file("log")).unwrap_or_default();
    while read().matches("\tgated\t>\tgo depth 1\n").count() < games {
        assert!(process.is_running() && Instant::now() < deadline, "no games wait");
        sleep(Duration::from_millis(5));
    }
    (process, errors)
}

fn open_gate(run: &MatchRun) {
    File::create(run.file("gate")).expect("a folder of our own");
}

/// What standard error has, once the process has ended.
fn read(mut errors: ChildStderr) -> String {
    let mut told = String::new();
    errors.read_to_string(&mut told).expect("it is text");
    told
}

#[track_caller]
fn assert_games_end(more: &[&str]) {
    let run = gated("10", &[&["--concurrency", "2"], more].concat());
    let (mut process, errors) = begun(&run, 2);
    process.signal(Signal::INT);
    sleep(Duration::from_millis(400));
    assert!(process.is_running(), "the games were not waited for");
    open_gate(&run);
    assert_eq!(process.wait().code(), Some(130));
    let told = read(errors);
    assert_eq!(
        told.matches("plyd: no more games begin, and the match stops when those in progress").count(),
        1,
        "{told}"
    );
    // Both in progress, and no second game of a pair.
    let report = run.report();
    assert_eq!((report["played"].as_u64(), report["finished"].as_bool()), (Some(2), Some(false)), "{report}");
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 2 }), "{report}");
    let report = run.resume();
    assert_eq!((report["played"].as_u64(), report["finished"].as_bool()), (Some(20), Some(true)), "{report}");
}

#[test]
fn a_first_interrupt_lets_the_games_in_progress_end() {
    assert_games_end(&[]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_first_interrupt_lets_games_in_other_processes_end() {
    assert_games_end(&["--isolate"]);
}

#[track_caller]
fn assert_match_ends_at_once(more: &[&str]) {
    type Ask = fn(&Process);
    let asks: [Ask; 3] = [
        interrupt_twice,
        |process| process.signal(Signal::TERM),
        |process| {
            process.signal(Signal::INT);
            sleep(Duration::from_millis(20));
            process.signal(Signal::TERM);
        },
    ];
    for ask in asks {
        let run = gated("1", more);
        let (mut process, errors) = begun(&run, 1);
        ask(&process);
        assert_eq!(process.wait().code(), Some(130), "{}", read(errors));
        assert_eq!(run.report()["played"].as_u64(), Some(0));
        open_gate(&run);
        assert_eq!(run.resume()["played"].as_u64(), Some(2));
    }
}

#[test]
fn a_second_interrupt_or_another_signal_ends_the_match_at_once() {
    assert_match_ends_at_once(&[]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_second_interrupt_or_another_signal_ends_games_in_other_processes_at_once() {
    assert_match_ends_at_once(&["--isolate"]);
}

/// Then nothing was interrupted.
#[test]
fn a_match_whose_last_game_ends_after_an_interrupt_is_finished() {
    let run = gated("1", &["--games", "1"]);
    let (mut process, _errors) = begun(&run, 1);
    process.signal(Signal::INT);
    sleep(Duration::from_millis(200));
    open_gate(&run);
    assert_eq!(process.wait().code(), Some(0));
    assert_eq!(run.report()["finished"], true);
    assert_eq!(report_of(&finish(run.resumption(), TIME))["played"].as_u64(), Some(1));
}

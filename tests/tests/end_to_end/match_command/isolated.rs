//! `plyd match --isolate`: the library runs in a process for each worker, and what it does to that costs a game at
//! most.

use super::{MatchRun, TIME, faulty, log, without_times};
use crate::isolation::{children, end};
use plyd_tests::{Finished, PluginFolder, Process, finish, without_lack_of_limits};
use rustix::process::Signal;
use serde_json::json;
use std::fs;
use std::io::Read;
use std::process::{ChildStderr, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const DEEP: &str = "name=deep builtin nodes=300 option.Hash=1";
const FLAT: &str = "name=flat builtin depth=2 option.Hash=1";

#[test]
fn the_same_games_are_played_with_and_without() {
    let played = |isolate: &[&str]| {
        let run = MatchRun::new("cfour", &[DEEP, FLAT, "name=third builtin depth=3"]);
        fs::write(run.file("openings"), "4 4\n1\n2 3 2\n").unwrap();
        let (file, log) = (run.file("openings").display().to_string(), run.file("log").display().to_string());
        let run = run.with(&["--rounds", "3", "--openings", &format!("file={file} order=random"), "--log", &log]);
        let run = run.with(&["--concurrency", "2"]).with(isolate);
        let report = run.play();
        let games: Vec<_> = run.games().into_iter().map(without_times).collect();
        let mut lines: Vec<_> = log::lines(&run, "log").into_iter().filter(|line| line[0] != "0").collect();
        // Of the check before the first game, which tries several engines at a time, too.
        lines.sort();
        (without_times(report), games, lines)
    };
    let (report, games, lines) = played(&[]);
    assert_eq!(games.len(), 18);
    let isolated = played(&["--isolate"]);
    assert_eq!((isolated.0, isolated.1), (report, games));
    assert!(!lines.is_empty());
    assert_eq!(isolated.2, lines);
}

#[test]
fn an_opening_that_is_none_is_refused_in_the_same_words() {
    let told = |isolate: &[&str]| {
        let run = MatchRun::new("cfour", &[DEEP, FLAT]);
        fs::write(run.file("openings"), "4 9\n").unwrap();
        let file = run.file("openings").display().to_string();
        let finished = run.with(&["--openings", &format!("file={file}")]).with(isolate).to_end();
        assert_eq!(finished.status.code(), Some(1), "{finished:?}");
        without_lack_of_limits(&finished.errors).replace(&file, "FILE")
    };
    let errors = told(&["--isolate"]);
    assert_eq!(errors, told(&[]));
    assert!(errors.contains("FILE, line 1, column 3: `4 9`"), "{errors}");
}

#[test]
fn engines_that_are_programs_play_too() {
    let run = MatchRun::new("tictactoe", &[&faulty("one", "", "x"), "name=two builtin depth=2"]);
    let report = run.with(&["--rounds", "2", "--isolate"]).play();
    assert_eq!(report["played"], 4);
    assert_eq!(report["pairings"][0]["terminations"], json!({ "normal": 4 }), "{report}");
}

/// A match of two games whose first waits for the file `gate`, as a program thinks about its move.
fn gated() -> MatchRun {
    let run = MatchRun::new("tictactoe", &[]);
    let (gate, log) = (run.file("gate").display().to_string(), run.file("log").display().to_string());
    let run = run.with(&["--engine", &faulty("gated", "await", &gate), "--engine", "name=two builtin depth=2"]);
    run.with(&["--rounds", "1", "--log", &log, "--max-think", "600", "--isolate"])
}

/// Starts it, and waits until its program thinks.
fn thinking(run: &MatchRun) -> (Process, ChildStderr) {
    let begun = begun(run, &[("PLYD_SESSION_STOP_SECONDS", "1"), ("PLYD_SESSION_POSITION_SECONDS", "1")]);
    await_thought(run, 1);
    begun
}

/// Waits until the program has been asked for a move so often.
fn await_thought(run: &MatchRun, times: usize) {
    let deadline = Instant::now() + TIME;
    let log = || fs::read_to_string(run.file("log")).unwrap_or_default();
    while log().matches("\tgated\t>\tgo depth 1\n").count() < times {
        assert!(Instant::now() < deadline, "no game begins");
        sleep(Duration::from_millis(5));
    }
}

/// The children of a match, and which of them has the library.
#[cfg(target_os = "linux")]
fn library_of(process: &Process) -> (Vec<u32>, u32) {
    let all = children(process.id());
    let is_library = |id: u32| status(id).starts_with("Name:\tplyd_tictactoe\n");
    let libraries: Vec<_> = all.iter().copied().filter(|&id| is_library(id)).collect();
    let [library] = libraries[..] else { panic!("{libraries:?} of {all:?}") };
    (all, library)
}

#[cfg(target_os = "linux")]
fn status(id: u32) -> String {
    fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default()
}

/// What its library does must not take longer than two seconds, but it is not the library that takes its time.
#[test]
fn an_engine_that_is_a_program_may_think_longer_than_a_library_may_work() {
    let run = gated();
    let (mut process, mut errors) = thinking(&run);
    sleep(Duration::from_millis(2_500));
    fs::write(run.file("gate"), "").unwrap();
    let mut told = String::new();
    errors.read_to_string(&mut told).unwrap();
    assert!(process.wait().success() && !told.contains("has crashed"), "{told}");
    assert_eq!(run.report()["pairings"][0]["terminations"], json!({ "normal": 2 }));
}

/// The match starts the program, and the process with the library gets its pipes.
#[cfg(target_os = "linux")]
#[test]
fn a_library_beside_an_engine_that_is_a_program_has_limits() {
    let run = gated();
    let (process, _errors) = thinking(&run);
    let (all, library) = library_of(&process);
    let status = status(library);
    assert!(status.contains("Seccomp:\t2\n"), "{status}");
    assert!(children(library).is_empty() && all.len() > 1, "{all:?}");
}

/// Another child plays with another one.
#[cfg(target_os = "linux")]
#[test]
fn the_program_of_a_child_that_is_killed_is_ended() {
    let run = gated();
    let (mut process, mut errors) = thinking(&run);
    let (before, library) = library_of(&process);
    end(library);
    await_thought(&run, 2);
    let (now, _) = library_of(&process);
    assert!(now.len() == before.len() && now.iter().all(|id| !before.contains(id)), "{before:?}, then {now:?}");
    fs::write(run.file("gate"), "").unwrap();
    let mut told = String::new();
    errors.read_to_string(&mut told).unwrap();
    assert!(process.wait().success() && told.contains("has crashed: it ended its process"), "{told}");
    assert_eq!(run.report()["pairings"][0]["terminations"], json!({ "normal": 2 }));
}

/// A match of the library that means harm, with this deed in a move of each game, none of which ends.
fn harmed(deed: &str) -> Finished {
    let (run, finished) = played_with(deed);
    assert!(run.report()["played"] == 0, "no game has ended");
    finished
}

fn played_with(deed: &str) -> (MatchRun, Finished) {
    let folder = PluginFolder::new(&["hostile"]);
    let run = MatchRun::new("hostile", &["name=A builtin depth=20", "name=B builtin depth=20"]);
    fs::write(run.file("openings"), format!("9 w {deed}\n")).unwrap();
    let file = run.file("openings").display().to_string();
    let run = run.with(&["--rounds", "1", "--isolate", "--openings", &format!("file={file}")]);
    let mut command = run.command();
    command.arg("--plugin-dir").arg(folder.path()).env("PLYD_PLUGINS_STANDARD_FOLDERS", "false");
    command.env("PLYD_SESSION_POSITION_SECONDS", "2").env("PLYD_SESSION_STOP_SECONDS", "1");
    let finished = finish(command, TIME);
    (run, finished)
}

#[test]
fn a_library_fills_no_terminal_with_notices() {
    let (_run, finished) = played_with("speaks:notices:1");
    let notices: Vec<_> = finished.errors.lines().filter(|line| line.contains("notice ")).collect();
    assert_eq!(notices.len(), 100, "{finished:?}");
    let longest = notices.iter().map(|line| line.chars().count()).max();
    assert!(longest < Some(220), "{longest:?}");
    assert!(finished.errors.contains("further notices are left out"), "{finished:?}");
}

#[test]
fn a_library_that_crashes_in_every_game_ends_the_match_with_a_sentence() {
    for (deed, reason) in [
        ("segv", "it ended its process (signal: 11 (SIGSEGV)"),
        ("_exit", "it ended its process (exit status: 0)"),
        ("loops", "a call did not return within 1 s"),
        ("stops", "its process did not answer for 1 s"),
    ] {
        let finished = harmed(deed);
        assert_eq!(finished.status.code(), Some(1), "{deed}: {finished:?}");
        let again = format!("game 1, A against B, is played again: the library of `hostile` has crashed: {reason}");
        assert_eq!(finished.errors.matches(&again).count(), 2, "{deed}: {finished:?}");
        let last = format!("the last time in game 1, A against B: {reason}");
        assert!(finished.errors.contains(&last) && finished.errors.contains("--resume"), "{deed}: {finished:?}");
    }
}

#[test]
fn a_library_without_rights_cannot_write_its_own_result() {
    // It writes messages of its own into all descriptors that it can guess.
    let finished = harmed("forges");
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
}

/// A match with these settings that has begun its first game, and its standard error.
pub(super) fn begun(run: &MatchRun, settings: &[(&str, &str)]) -> (Process, ChildStderr) {
    let mut command = run.command();
    command.envs(settings.iter().copied()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut plyd = command.spawn().expect("plyd starts");
    let errors = plyd.stderr.take().expect("is piped");
    let mut process = Process::new(plyd);
    let deadline = Instant::now() + TIME;
    // The check before the first game has a child too: a record comes after it.
    while !run.record().exists() || children(process.id()).is_empty() {
        assert!(process.is_running() && Instant::now() < deadline, "no game begins");
        sleep(Duration::from_millis(5));
    }
    (process, errors)
}

#[test]
fn a_child_that_is_killed_costs_a_game_that_is_played_again() {
    let run = MatchRun::new("cfour", &["name=A builtin st=0.02", "name=B builtin st=0.02"]);
    let run = run.with(&["--rounds", "2", "--isolate"]);
    let (mut process, mut errors) = begun(&run, &[]);
    children(process.id()).into_iter().for_each(end);
    let mut told = String::new();
    errors.read_to_string(&mut told).unwrap();
    assert!(process.wait().success(), "{told}");
    assert!(told.contains("is played again: the library of `cfour` has crashed: it ended its process"), "{told}");
    let games = run.games();
    assert_eq!(games.len(), 4);
    assert_eq!(games.iter().filter(|game| game["replayed"] == 1).count(), 1, "{games:?}");
}

#[test]
fn a_match_that_is_stopped_blames_no_library() {
    // A move takes longer than a call of the library may, which is a second.
    let run = MatchRun::new("cfour", &["name=A builtin st=1.5", "name=B builtin st=1.5"]);
    let run = run.with(&["--rounds", "1", "--isolate"]);
    let (mut process, mut errors) =
        begun(&run, &[("PLYD_SESSION_STOP_SECONDS", "1"), ("PLYD_SESSION_POSITION_SECONDS", "1")]);
    sleep(Duration::from_millis(200));
    process.signal(Signal::STOP);
    sleep(Duration::from_millis(2_200));
    process.signal(Signal::CONT);
    // The rest of the game would take a minute.
    sleep(Duration::from_millis(300));
    super::interrupt_twice(&process);
    let mut told = String::new();
    errors.read_to_string(&mut told).unwrap();
    process.wait();
    assert!(!told.contains("has crashed"), "{told}");
}

#[test]
fn a_library_that_says_too_much_ends_the_match_with_a_sentence() {
    let finished = harmed("speaks:partial:63488");
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.errors.contains("its process sent what nobody asked for"), "{finished:?}");
}

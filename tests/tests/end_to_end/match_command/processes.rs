//! The processes of engines: what they leave behind, and how all of them end.

use super::{MatchRun, TIME, faulty, marked, results};
use plyd_tests::{PATIENCE, Process, finish};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

const SOUND: &str = "name=sound builtin option.Hash=1 depth=1";

/// Waits for what has to become true.
#[track_caller]
fn wait_until(what: &str, is_true: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_true() {
        assert!(Instant::now() < deadline, "{what}");
        sleep(Duration::from_millis(10));
    }
}

/// A match of an engine with a helper: a process that is nobody's child, in a session of its own, and ignores SIGTERM.
/// Its number stands in the file that is the mark.
fn with_helper(fault: &str) -> (MatchRun, String) {
    let run = MatchRun::new("tictactoe", &[]);
    let mark = run.file("helper").display().to_string();
    let engine = faulty("helped", fault, &mark);
    (run.with(&["--engine", &engine, "--engine", SOUND, "--rounds", "2"]), mark)
}

/// Starts a match as a shell does: in a process group of its own, to which a terminal sends its interrupts.
fn start(run: &MatchRun) -> Process {
    let mut command = run.command();
    command.process_group(0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Process::new(command.spawn().expect("the match starts"))
}

fn group(process: &Process) -> Pid {
    Pid::from_raw(process.id().try_into().unwrap()).unwrap()
}

/// Those of the marked processes that have this among their arguments, by number.
fn numbers(mark: &str, argument: &str) -> Vec<Pid> {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let found = processes.filter(|process| {
        let line = std::fs::read_to_string(process.path().join("cmdline")).unwrap_or_default();
        line.contains("faulty-engine\0") && line.contains(mark) && line.contains(argument)
    });
    found.map(|process| Pid::from_raw(process.file_name().to_str().unwrap().parse().unwrap()).unwrap()).collect()
}

#[test]
fn the_helper_of_an_engine_that_plays_lives_and_ends_with_it() {
    // It looks for its helper before every move, and plays an illegal one without it.
    let (run, mark) = with_helper("helper");
    let report = run.play();
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 4 }), "{report}");
    assert!(Path::new(&mark).exists(), "there was no helper");
    assert!(marked(&mark).is_empty(), "{:?}", marked(&mark));
}

#[test]
fn what_an_engine_left_behind_has_ended_before_it_is_started_again() {
    // It does not start while the helper of its predecessor is running.
    let (run, mark) = with_helper("helper-crash");
    let report = run.play();
    assert_eq!(results(&report), [0, 0, 4], "{report}");
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "crash": 4 }), "{report}");
    assert!(run.games().iter().all(|game| game["detail"] == "it ended with code 7"), "{:?}", run.games());
    assert!(marked(&mark).is_empty(), "{:?}", marked(&mark));
}

#[test]
fn a_killed_match_leaves_no_process() {
    let (run, mark) = with_helper("helper-hang");
    let mut process = start(&run);
    // The check before the first game has a helper of its own.
    wait_until("no game began", || {
        run.record().exists() && numbers(&mark, "\0sleep\0").len() == 1 && numbers(&mark, "\0helper-hang\0").len() == 2
    });
    process.signal(Signal::KILL);
    process.wait();
    wait_until("processes are left", || marked(&mark).is_empty());
}

#[test]
fn an_interrupt_from_the_terminal_reaches_the_match_alone() {
    let (run, mark) = with_helper("helper-hang");
    let log = run.file("log").display().to_string();
    let run = run.with(&["--log", &log]);
    let mut process = start(&run);
    let read = || std::fs::read_to_string(&log).unwrap_or_default();
    wait_until("no game began", || run.record().exists() && read().contains("\thelped\t>\tgo depth 1\n"));
    kill_process_group(group(&process), Signal::INT).unwrap();
    // The first one waits for the game.
    sleep(Duration::from_millis(150));
    assert!(process.is_running(), "the game was not waited for");
    kill_process_group(group(&process), Signal::INT).unwrap();
    assert_eq!(process.wait().code(), Some(130));
    assert!(marked(&mark).is_empty(), "{:?}", marked(&mark));
    let log = read();
    assert!(log.contains("\thelped\t>\tquit\n") && !log.contains("by signal") && !log.contains("\tfault "), "{log}");
}

#[test]
fn an_engine_whose_guardian_is_killed_has_failed_and_ends() {
    let run = MatchRun::new("tictactoe", &[]);
    let mark = super::mark(run.folder.path());
    let engine = faulty("faulty", "hang", &mark);
    let log = run.file("log").display().to_string();
    let run = run.with(&["--engine", &engine, "--engine", SOUND, "--no-recover", "--max-think", "1000", "--log", &log]);
    let mut process = start(&run);
    // The engine plays its first move, and no other.
    let read = || std::fs::read_to_string(&log).unwrap_or_default();
    wait_until("no game began", || read().matches("\tfaulty\t>\tgo depth 1\n").count() == 2);
    for guardian in numbers(&mark, "guard-engine\0") {
        kill_process(guardian, Signal::KILL).unwrap();
    }
    assert_eq!(process.wait().code(), Some(3));
    assert!(marked(&mark).is_empty(), "{:?}", marked(&mark));
    let detail = run.games()[0]["detail"].as_str().unwrap().to_owned();
    assert_eq!(detail, "its guardian failed: it was ended by signal 9");
}

#[test]
fn what_an_engine_wrote_to_standard_error_is_kept_and_told() {
    let engine = faulty("faulty", "complain", "x");
    let run = MatchRun::new("tictactoe", &[&engine, SOUND]).with(&["--rounds", "1"]);
    let finished = run.to_end();
    let told = "it ended with code 7; the end of its standard error: reading the net | no memory for the net";
    assert!(finished.errors.contains(told), "{finished:?}");
    for game in run.games() {
        assert_eq!(game["standard_error"], "reading the net\nno memory for the net", "{game}");
    }
}

/// Sixty million bytes in each game: more than the pipe holds, and they are written between two lines of an answer.
#[test]
fn an_engine_that_complains_without_end_plays_on() {
    let engine = faulty("faulty", "complain-much", "x");
    let run = MatchRun::new("tictactoe", &[&engine, SOUND]).with(&["--rounds", "1"]);
    let report = run.play();
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 2 }), "{report}");
}

#[test]
fn a_program_that_cannot_be_started_is_named_by_its_path() {
    let run = MatchRun::new("tictactoe", &["name=none cmd=no/such/program depth=1", SOUND]);
    let mut command = run.command();
    command.current_dir(run.folder.path());
    let finished = finish(command, TIME);
    let path = run.folder.path().canonicalize().unwrap().join("no/such/program");
    let told = format!("cannot start {}: No such file or directory", path.display());
    assert!(finished.errors.contains(&told), "{finished:?}");
    assert_eq!(finished.status.code(), Some(3), "{finished:?}");
}

#[test]
fn nobody_but_a_match_starts_a_guardian() {
    let finished = finish(plyd_tests::command(&["guard-engine", "true"]), TIME);
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.errors.contains("guard-engine is started by plyd match"), "{finished:?}");
    for arguments in [&["help"][..], &["completions", "bash"]] {
        let finished = finish(plyd_tests::command(arguments), TIME);
        assert!(finished.status.success() && !finished.output.contains("guard"), "{finished:?}");
    }
}

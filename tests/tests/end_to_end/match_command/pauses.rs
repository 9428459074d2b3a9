//! A pause of the runner costs no engine a game.

use super::{MatchRun, faulty, mark, marked, report_of};
use plyd_tests::{Finished, Process};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longer than the time of a move with its margin, so that a move during a pause seems too late.
const PAUSE: Duration = Duration::from_secs(3);

/// Engines that think for 150 ms a move and may take 2 s: one has a clock, the other a time for each move.
fn slow_match() -> (MatchRun, String) {
    let run = MatchRun::new("tictactoe", &[]);
    let mark = mark(run.folder.path());
    let slow = |name, time: &str| faulty(name, "slow-150", &mark).replace("depth=1", time);
    let engines = [slow("A", "tc=2+0.2"), slow("B", "st=0.5 timemargin=1500")];
    let run = run.with(&["--engine", &engines[0], "--engine", &engines[1], "--rounds", "2", "--concurrency", "2"]);
    (run, mark)
}

/// The engines that have this mark, by their numbers.
fn engines(mark: &str) -> Vec<Pid> {
    let processes = fs::read_dir("/proc").expect("there is /proc").filter_map(Result::ok);
    let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse::<i32>().ok());
    let is_engine = |number: &i32| {
        fs::read_to_string(format!("/proc/{number}/cmdline"))
            .is_ok_and(|line| line.contains(mark) && line.contains("slow-"))
    };
    numbers.filter(is_engine).filter_map(Pid::from_raw).collect()
}

/// Waits until two games are under way: the record is made, and all their engines run.
fn wait_for_games(run: &MatchRun, mark: &str, process: &mut Process) {
    let deadline = Instant::now() + super::TIME;
    while !run.record().exists() || marked(mark).len() < 4 {
        assert!(process.is_running() && Instant::now() < deadline, "no game has begun");
        sleep(Duration::from_millis(5));
    }
    // Into their first moves.
    sleep(Duration::from_millis(300));
}

/// Plays a match that is stopped in the middle, with its engines or without; its report.
fn stopped_match(and_engines: bool) -> (MatchRun, Finished, Value) {
    let (run, mark) = slow_match();
    let mut child = run.command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("plyd starts");
    let (mut output, mut errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let mut process = Process::new(child);
    wait_for_games(&run, &mark, &mut process);
    let stopped = if and_engines { engines(&mark) } else { Vec::new() };
    assert_eq!(stopped.len() >= 4, and_engines);
    process.signal(Signal::STOP);
    stopped.iter().for_each(|&engine| kill_process(engine, Signal::STOP).unwrap());
    sleep(PAUSE);
    stopped.iter().for_each(|&engine| kill_process(engine, Signal::CONT).unwrap());
    process.signal(Signal::CONT);
    let mut finished = Finished { status: process.wait(), output: String::new(), errors: String::new() };
    output.read_to_string(&mut finished.output).unwrap();
    errors.read_to_string(&mut finished.errors).unwrap();
    let report = report_of(&finished);
    (run, finished, report)
}

#[track_caller]
fn assert_nothing_is_lost(and_engines: bool) {
    let (run, finished, report) = stopped_match(and_engines);
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 4 }), "{finished:?}");
    let voided = report["voided"].as_u64().unwrap();
    assert!(voided >= 2, "no game was played again: {finished:?}");
    assert_eq!(
        finished.errors.matches("is played again from its start: the match was paused for ").count() as u64,
        voided
    );
    let mut text = plyd_tests::command(&["report"]);
    text.arg(run.record());
    let text = plyd_tests::finish(text, super::TIME);
    assert!(text.output.contains("Games were played again after a pause of the match: "), "{text:?}");
}

#[test]
fn a_runner_that_is_stopped_blames_no_engine() {
    assert_nothing_is_lost(false);
}

#[test]
fn a_runner_that_is_stopped_with_its_engines_blames_no_engine() {
    assert_nothing_is_lost(true);
}

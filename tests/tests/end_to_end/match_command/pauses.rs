//! A pause of the runner costs no engine a game.

use super::{MatchRun, engines, faulty, mark, report_of};
use plyd_tests::{Finished, Process, descendants};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longer than the time of a move with its margin, so that a move during a pause seems too late.
const PAUSE: Duration = Duration::from_secs(6);

/// Engines that think for 150 ms a move and may take 4 s: one has a clock, the other a time for each move.
fn slow_match() -> (MatchRun, String) {
    let run = MatchRun::new("tictactoe", &[]);
    let mark = mark(run.folder.path());
    let slow = |name, time: &str| faulty(name, "slow-150", &mark).replace("depth=1", time);
    let engines = [slow("A", "tc=4+0.2"), slow("B", "st=0.5 timemargin=3500")];
    let run = run.with(&["--engine", &engines[0], "--engine", &engines[1], "--rounds", "2", "--concurrency", "2"]);
    (run, mark)
}

/// Whether the log has at least this many questions to engines in each of the first two games.
fn are_under_way(log: &Path, questions: usize) -> bool {
    let log = fs::read_to_string(log).unwrap_or_default();
    let is_of = |line: &str, game: &str| {
        let fields: Vec<&str> = line.splitn(5, '\t').collect();
        matches!(fields[..], [_, number, _, ">", text] if number == game && text.starts_with("go "))
    };
    ["1", "2"].iter().all(|game| log.lines().filter(|line| is_of(line, game)).count() >= questions)
}

/// Plays a match of two games at a time. When engines have been asked for so many moves in each, and there are all
/// those that are to be stopped, it is stopped with them for a time.
pub(super) fn with_pause(
    run: &MatchRun,
    time: Duration,
    questions: usize,
    engines: impl Fn() -> Option<Vec<Pid>>,
) -> Finished {
    let (mut command, log) = (run.command(), run.file("log"));
    command.arg("--log").arg(&log).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("plyd starts");
    let (mut output, mut errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let mut process = Process::new(child);
    let deadline = Instant::now() + super::TIME;
    let stopped = loop {
        match engines() {
            Some(engines) if are_under_way(&log, questions) => break engines,
            _ => assert!(process.is_running() && Instant::now() < deadline, "no two games are under way"),
        }
        sleep(Duration::from_millis(5));
    };
    process.signal(Signal::STOP);
    // With libraries in processes of their own, those play, and a machine that sleeps stops them too.
    let relatives = descendants(process.id()).expect("there is /proc").into_iter();
    let workers = relatives.filter(|relative| relative.name.starts_with("plyd_"));
    let workers = workers.map(|relative| Pid::from_raw(relative.process as i32).expect("it has a number"));
    let stopped: Vec<Pid> = workers.chain(stopped).collect();
    stopped.iter().for_each(|&engine| kill_process(engine, Signal::STOP).unwrap());
    sleep(time);
    stopped.iter().for_each(|&engine| kill_process(engine, Signal::CONT).unwrap());
    process.signal(Signal::CONT);
    let mut finished = Finished { status: process.wait(), output: String::new(), errors: String::new() };
    output.read_to_string(&mut finished.output).unwrap();
    errors.read_to_string(&mut finished.errors).unwrap();
    finished
}

#[track_caller]
fn assert_nothing_is_lost(and_engines: bool) {
    let (run, mark) = slow_match();
    let finished = with_pause(&run, PAUSE, 1, || {
        let engines = engines(&mark);
        (engines.len() == 4).then_some(if and_engines { engines } else { Vec::new() })
    });
    let report = report_of(&finished);
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 4 }), "{finished:?}");
    let voided = report["replayed"].as_u64().unwrap();
    // Two games are under way when the pause begins; on a busy machine one of them may end just before.
    assert!(voided >= 1, "no game was played again: {finished:?}");
    assert_eq!(
        finished.errors.matches("is played again from its start: the match was paused for ").count() as u64,
        voided
    );
    let mut text = plyd_tests::command(&["report"]);
    text.arg(run.record());
    let text = plyd_tests::finish(text, super::TIME);
    assert!(text.output.contains("Games played again because plyd was paused or lacked resources: "), "{text:?}");
}

#[test]
fn a_runner_that_is_stopped_blames_no_engine() {
    assert_nothing_is_lost(false);
}

#[test]
fn a_runner_that_is_stopped_with_its_engines_blames_no_engine() {
    assert_nothing_is_lost(true);
}

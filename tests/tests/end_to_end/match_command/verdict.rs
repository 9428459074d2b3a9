//! The exit codes of a test: of the match that plays it, and of the report on its record.

use super::{MatchRun, TIME, faulty, mark};
use plyd_tests::{Finished, Process, command, finish};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

const STRONG: &str = "name=strong builtin depth=6 option.Hash=1";
const WEAK: &str = "name=weak builtin depth=1 option.Hash=1";
const TEST: [&str; 4] = ["--sprt", "elo0=0", "elo1=200", "model=logistic"];

fn test(engines: [&str; 2], rounds: &str) -> MatchRun {
    MatchRun::new("cfour", &engines).with(&["--random-plies", "2", "--rounds", rounds]).with(&TEST)
}

/// The output of `plyd report` for a run, with the exit code of its test.
fn verdict(run: &MatchRun) -> Finished {
    let mut command = command(&["report", "--verdict"]);
    command.arg(run.record());
    finish(command, TIME)
}

#[test]
fn the_exit_code_is_that_of_the_test() {
    for (engines, rounds, code, verdict_word) in
        [([STRONG, WEAK], "1000", 0, "h1"), ([WEAK, STRONG], "1000", 4, "h0"), ([STRONG, WEAK], "1", 5, "continue")]
    {
        let run = test(engines, rounds);
        let played = run.to_end();
        assert_eq!(played.status.code(), Some(code), "{played:?}");
        let report = run.report();
        assert_eq!(
            (report["sprt"]["verdict"].as_str(), &report["finished"]),
            (Some(verdict_word), &true.into()),
            "{report}"
        );
        let told = verdict(&run);
        assert_eq!((told.status.code(), told.errors.as_str()), (Some(code), ""), "{told:?}");
        assert!(told.output.contains("SPRT of logistic Elo 0 and 200"), "{told:?}");
        // One that goes on with it finds it decided.
        let mut resumption = command(&["match", "--resume"]);
        resumption.arg(run.record());
        assert_eq!(finish(resumption, TIME).status.code(), Some(code));
    }
}

#[test]
fn without_a_test_a_finished_match_is_a_success_and_has_no_verdict() {
    let run = MatchRun::new("cfour", &[WEAK, STRONG]).with(&["--random-plies", "2"]);
    assert!(run.to_end().status.success());
    let told = verdict(&run);
    assert_eq!(told.status.code(), Some(1), "{told:?}");
    assert_eq!(told.output, "");
    assert!(told.errors.contains("has no verdict: its match was played without --sprt"), "{told:?}");
}

#[test]
fn faults_come_before_the_test() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = faulty("broken", "crash", &mark(folder.path()));
    let run = MatchRun::new("cfour", &[&engine, WEAK]).with(&TEST).with(&["--rounds", "1", "--no-recover"]);
    let played = run.to_end();
    assert_eq!(played.status.code(), Some(3), "{played:?}");
    let told = verdict(&run);
    assert_eq!(told.status.code(), Some(1), "{told:?}");
    assert!(told.output.contains("1 of 2 games, not finished"), "{told:?}");
    let goes_on = format!(
        "there is no verdict after 1 of 2 games; `plyd match --resume {}` continues it",
        run.record().display()
    );
    assert!(told.errors.contains(&goes_on), "{told:?}");
}

#[test]
#[cfg(unix)]
fn an_interrupt_comes_before_the_test() {
    // Of similar strength, so that there is no early decision.
    let run = MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=1"]);
    let run =
        run.with(&["--rounds", "1000000", "--each", "option.Hash=1", "--sprt", "elo0=-2", "elo1=2", "model=logistic"]);
    let child = run.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("plyd starts");
    let mut process = Process::new(child);
    let deadline = Instant::now() + TIME;
    while !run.record().exists() || verdict(&run).output.contains(" 0 of ") {
        assert!(process.is_running() && Instant::now() < deadline, "no game was played");
        sleep(Duration::from_millis(20));
    }
    process.signal(rustix::process::Signal::INT);
    assert_eq!(process.wait().code(), Some(130));
    assert_eq!(verdict(&run).status.code(), Some(1));
}

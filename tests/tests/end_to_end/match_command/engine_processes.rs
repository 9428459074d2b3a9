//! How many processes of engines a match has.

#![cfg(target_os = "linux")]

use super::{MatchRun, engines, faulty, mark};
use plyd_tests::Process;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn two_engines_live_for_each_game_that_is_played_at_a_time() {
    let run = MatchRun::new("tictactoe", &[]);
    let mark = mark(run.folder.path());
    let run = ["A", "B", "C", "D", "E", "F"].iter().fold(run, |run, name| {
        let engine = faulty(name, "slow-10", &mark);
        run.with(&["--engine", &engine])
    });
    let run = run.with(&["--rounds", "1", "--concurrency", "4"]);
    let child = run.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("plyd starts");
    let mut process = Process::new(child);
    let (mut most, deadline) = (0, Instant::now() + super::TIME);
    while process.is_running() {
        assert!(Instant::now() < deadline, "the match does not end");
        most = most.max(engines(&mark).len());
        sleep(Duration::from_millis(3));
    }
    assert!((3..=8).contains(&most), "{most} engines lived");
    assert_eq!(engines(&mark).len(), 0, "engines are left");
    let report = run.report();
    assert_eq!((report["played"].as_u64(), report["finished"].as_bool()), (Some(30), Some(true)), "{report}");
}

//! Tournaments in which results decide who meets whom, and that are killed. More is tested in `engine/arena/tests`.

use super::record::played;
use super::runs::{all_moves, meetings, tournament};
use super::{MatchRun, report_of};
use plyd_tests::{Process, finish};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Kills the run when a third, and when two thirds of its games are played, and goes on. Returns whether it was killed
/// before its end.
fn survives_kills(start: impl Fn(&[&str]) -> MatchRun) -> bool {
    let whole = start(&["--concurrency", "1"]);
    let expected = whole.play();
    let total = expected["played"].as_u64().unwrap();
    let killed = start(&["--concurrency", "2"]);
    let (mut command, mut was_killed) = (killed.command(), true);
    for share in [1, 2] {
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("plyd starts");
        let mut process = Process::new(child);
        let deadline = Instant::now() + super::TIME;
        while played(&killed).is_none_or(|played| played < total * share / 3) {
            assert!(Instant::now() < deadline, "too few games are played");
            sleep(Duration::from_millis(5));
        }
        was_killed &= process.is_running();
        // SIGKILL.
        drop(process);
        command = killed.resumption();
    }
    assert_eq!(report_of(&finish(command, super::TIME)), expected);
    assert_eq!((meetings(&killed), all_moves(&killed)), (meetings(&whole), all_moves(&whole)));
    was_killed
}

/// On a quick machine all games may be over before the first kill; then the engines think longer.
#[track_caller]
fn assert_survives_kills(kind: &str, engines: usize, more: &[&str]) {
    let was_killed =
        [4, 6, 8].into_iter().any(|depth| survives_kills(|other| tournament(kind, engines, depth, more).with(other)));
    assert!(was_killed, "every run was over before it was killed");
}

#[test]
fn a_killed_knockout_ends_with_the_same_games() {
    assert_survives_kills("knockout", 11, &["--rounds", "6"]);
}

#[test]
fn a_killed_swiss_tournament_ends_with_the_same_games() {
    assert_survives_kills("swiss", 9, &["--rounds", "9"]);
}

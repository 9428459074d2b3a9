//! The record: whatever ends a run, it goes on where it was.

use super::{MatchRun, moves, report_of};
use plyd_tests::{Process, command, finish};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const ENGINES: [&str; 2] = ["name=A builtin depth=3 option.Hash=1", "name=B builtin depth=4 option.Hash=1"];

fn cfour_match(rounds: u64) -> MatchRun {
    let rounds = rounds.to_string();
    MatchRun::new("cfour", &ENGINES).with(&["--rounds", &rounds, "--random-plies", "4", "--concurrency", "2"])
}

pub(super) fn all_moves(run: &MatchRun) -> Vec<String> {
    run.games().iter().map(|game| moves(game).join(" ")).collect()
}

/// Kills a run of so many rounds after each of these times, and goes on with it. On a quick machine all games may be over
/// before the first kill; then there are more rounds.
fn assert_survives_kills(rounds: u64, instants: &[Duration]) {
    let was_killed = [1, 4, 16, 64].into_iter().any(|factor| survives_kills(rounds * factor, instants));
    assert!(was_killed, "every run was over before it was killed");
}

/// The same with exactly so many rounds. Returns whether the run was killed before its end.
fn survives_kills(rounds: u64, instants: &[Duration]) -> bool {
    let whole = cfour_match(rounds);
    let expected = whole.play();
    let killed = cfour_match(rounds);
    let mut command = killed.command();
    let mut was_killed = false;
    for &instant in instants {
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("plyd starts");
        let mut process = Process::new(child);
        // A kill before that leaves nothing to resume.
        let deadline = Instant::now() + super::TIME;
        while played(&killed).is_none() {
            assert!(Instant::now() < deadline, "there is no record");
            sleep(Duration::from_millis(5));
        }
        sleep(instant);
        was_killed |= process.is_running();
        // SIGKILL.
        drop(process);
        command = resumption(&killed);
    }
    killed.resume();
    assert_eq!(killed.report(), expected);
    assert_eq!(all_moves(&killed), all_moves(&whole));
    was_killed
}

pub(super) fn resumption(run: &MatchRun) -> Command {
    let mut command = command(&["match", "--output", "json", "--resume"]);
    command.arg(run.record());
    command
}

#[test]
fn a_killed_run_ends_with_the_same_table() {
    assert_survives_kills(60, &[0, 50, 100].map(Duration::from_millis));
}

/// As many times as the variable says, at instants that differ.
#[test]
fn a_run_that_is_killed_many_times_ends_with_the_same_table() {
    let kills = std::env::var("PLYD_TEST_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_u64);
    let instants: Vec<_> = (0..kills).map(|kill| Duration::from_millis(kill * 37 % 100)).collect();
    assert_survives_kills(60 + 30 * kills, &instants);
}

#[test]
fn a_finished_run_has_nothing_to_resume() {
    let run = MatchRun::new("tictactoe", &ENGINES).with(&["--rounds", "2"]);
    let report = run.play();
    assert_eq!(run.resume(), report);
    let again = run.to_end();
    assert_eq!(again.status.code(), Some(1), "an old record was overwritten: {again:?}");
    assert_eq!(run.report(), report);
}

/// A limit of the size of files stands for a full disk: the write that exceeds it fails.
#[test]
#[cfg(unix)]
fn a_full_disk_makes_no_false_result() {
    let whole = cfour_match(60);
    let expected = whole.play();
    let run = cfour_match(60);
    let inner = run.command();
    let mut command = Command::new("sh");
    // In blocks of 512 bytes, so 64 KiB.
    command.args(["-c", "ulimit -f 128; exec \"$@\"", "sh"]);
    command.arg(inner.get_program()).args(inner.get_args());
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let finished = finish(command, super::TIME);
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.errors.contains("the match has stopped") && finished.errors.contains("--resume"), "{finished:?}");
    let partly = run.report();
    let played = partly["played"].as_u64().unwrap();
    assert!(played > 0 && played < 120 && partly["finished"] == false, "{partly}");
    let before = all_moves(&whole);
    assert!(run.games().iter().all(|game| before.contains(&moves(game).join(" "))));
    assert_eq!(run.resume(), expected);
}

#[test]
fn a_million_rounds_start_at_once_and_an_interrupt_keeps_the_results() {
    let run = MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=1"]);
    let run = run.with(&["--each", "option.Hash=1", "--rounds", "1000000"]);
    let child = run.command().stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("plyd starts");
    let mut process = Process::new(child);
    let deadline = Instant::now() + super::TIME;
    while played(&run).unwrap_or(0) == 0 {
        assert!(process.is_running() && Instant::now() < deadline, "no game was played");
        sleep(Duration::from_millis(50));
    }
    #[cfg(unix)]
    {
        process.signal(rustix::process::Signal::INT);
        assert_eq!(process.wait().code(), Some(130));
    }
    drop(process);
    let report = run.report();
    assert_eq!((report["planned"].as_u64(), report["finished"].as_bool()), (Some(2_000_000), Some(false)));
}

/// The games in a record that is being written; `None` as long as it is no record yet.
pub(super) fn played(run: &MatchRun) -> Option<u64> {
    if !run.record().exists() {
        return None;
    }
    let mut command = command(&["report", "--output", "json"]);
    command.arg(run.record());
    let finished = finish(command, super::TIME);
    finished.status.success().then(|| report_of(&finished)["played"].as_u64().expect("a number"))
}

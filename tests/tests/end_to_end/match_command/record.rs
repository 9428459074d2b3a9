//! The record: however a run ends, it goes on from the same place.

use super::runs::all_moves;
use super::{MatchRun, moves, report_of, without_times};
use plyd_tests::{Process, command, finish};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const ENGINES: [&str; 2] = ["name=A builtin depth=3 option.Hash=1", "name=B builtin depth=4 option.Hash=1"];

fn cfour_match(rounds: u64) -> MatchRun {
    let rounds = rounds.to_string();
    MatchRun::new("cfour", &ENGINES).with(&["--rounds", &rounds, "--random-plies", "4", "--concurrency", "2"])
}

/// All games as they are exported, but for times.
fn rows(run: &MatchRun) -> Vec<Value> {
    run.games().into_iter().map(without_times).collect()
}

/// Kills a run of so many rounds after each of these times, and goes on with it. On a quick machine all games may be
/// over before the first kill; then there are more rounds.
fn assert_survives_kills(rounds: u64, instants: &[Duration]) {
    let was_killed = [1, 4, 16, 64].into_iter().any(|factor| survives_kills(rounds * factor, instants));
    assert!(was_killed, "every run was over before it was killed");
}

/// The same with exactly this many rounds. Returns whether the run was killed before its end.
fn survives_kills(rounds: u64, instants: &[Duration]) -> bool {
    let whole = cfour_match(rounds);
    let expected = whole.play();
    let killed = cfour_match(rounds);
    let mut process = killed.start();
    let mut was_killed = false;
    for &instant in instants {
        sleep(instant);
        was_killed |= process.is_running();
        // SIGKILL; the next one may come before the run has begun.
        drop(process);
        process = Process::new(quiet(killed.resumption()).spawn().expect("plyd starts"));
    }
    drop(process);
    killed.resume();
    assert_eq!(killed.report(), expected);
    assert_eq!(rows(&killed), rows(&whole));
    was_killed
}

fn quiet(mut command: Command) -> Command {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// How often the long tests kill a run.
fn kills() -> Option<u64> {
    std::env::var("PLYD_TEST_KILLS").ok().and_then(|text| text.parse().ok())
}

/// Killed as soon as there is any file, and a little later: there is no record, or a whole one.
#[test]
fn a_run_that_is_killed_while_its_record_is_made_leaves_nothing_in_the_way() {
    let expected = cfour_match(2).play();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..kills().unwrap_or(8) {
        let run = cfour_match(2);
        let process = Process::new(quiet(run.command()).spawn().expect("plyd starts"));
        let deadline = Instant::now() + super::TIME;
        while std::fs::read_dir(run.folder.path()).expect("a folder").next().is_none() {
            assert!(Instant::now() < deadline, "there is no file");
        }
        sleep(Duration::from_micros(random.u64(..4_000)));
        drop(process);
        let found = if run.record().exists() { run.resume() } else { run.play() };
        assert_eq!(found, expected);
        let names = std::fs::read_dir(run.folder.path()).expect("a folder").flatten().map(|file| file.file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["record.db"]);
    }
}

#[test]
fn a_killed_run_ends_with_the_same_table() {
    assert_survives_kills(60, &[0, 50, 100].map(Duration::from_millis));
}

/// As many times as the variable says, at random instants.
#[test]
fn a_run_that_is_killed_many_times_ends_with_the_same_table() {
    let kills = kills().unwrap_or(2);
    let mut random = fastrand::Rng::with_seed(kills);
    let instants: Vec<_> = (0..kills).map(|_| Duration::from_micros(random.u64(..200_000))).collect();
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

/// A limit of the size of files simulates a full disk: the write that exceeds it fails.
#[test]
#[cfg(unix)]
fn a_full_disk_makes_no_false_result() {
    let whole = cfour_match(60);
    let expected = whole.play();
    let run = cfour_match(60);
    // In blocks of 512 bytes, so 64 KiB.
    let command = run.limited("-f 128");
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

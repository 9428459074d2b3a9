//! Engines that fail again and again end a run, and say which they were.

use super::{MatchRun, faulty};
use plyd_tests::Finished;

const SOUND: &str = "name=sound builtin option.Hash=1 depth=1";

#[track_caller]
fn assert_ended_by_faults(finished: &Finished, parts: &[&str]) {
    assert_eq!(finished.status.code(), Some(3), "{finished:?}");
    for part in parts {
        assert!(finished.errors.contains(part), "{part}: {finished:?}");
    }
}

#[test]
fn without_recovery_the_first_fault_ends_the_run() {
    let engine = faulty("faulty", "crash", "x");
    let run = MatchRun::new("tictactoe", &[&engine, SOUND]).with(&["--rounds", "5", "--no-recover"]);
    let told = "engine faulty failed (crash, once: it ended with code 7)";
    assert_ended_by_faults(&run.to_end(), &[told, "the match has stopped"]);
    let report = run.report();
    assert_eq!((report["played"].as_u64(), report["finished"].as_bool()), (Some(1), Some(false)), "{report}");
}

#[test]
fn ten_like_faults_in_a_row_end_the_run() {
    let engine = faulty("faulty", "crash", "x");
    let run = MatchRun::new("tictactoe", &[&engine, SOUND]).with(&["--rounds", "50"]);
    assert_ended_by_faults(&run.to_end(), &["engine faulty failed (crash, 10 times in a row"]);
    assert_eq!(run.report()["played"].as_u64(), Some(10));
    let run = MatchRun::new("tictactoe", &[&engine, SOUND]).with(&["--rounds", "50", "--fault-limit", "3"]);
    assert_ended_by_faults(&run.to_end(), &["engine faulty failed (crash, 3 times in a row"]);
    assert_eq!(run.report()["played"].as_u64(), Some(3));
}

/// Both play a1, which only the first to move can: each loses every other game.
#[test]
fn two_broken_engines_end_the_run_and_both_are_named() {
    let engines = ["A", "B"].map(|name| faulty(name, "always-a1", "x"));
    let run = MatchRun::new("tictactoe", &engines.each_ref().map(String::as_str)).with(&["--rounds", "500"]);
    let finished = run.to_end();
    let told = ["engine B failed (illegal-move, 10 times in a row", "engine A failed (illegal-move, 9 times in a row"];
    assert_ended_by_faults(&finished, &told);
    let report = run.report();
    assert_eq!((report["played"].as_u64(), report["finished"].as_bool()), (Some(19), Some(false)), "{report}");
}

#[test]
fn a_sound_game_between_two_faults_begins_their_count_anew() {
    let engine = faulty("faulty", "crash-second-game", "x");
    let run = MatchRun::new("tictactoe", &[&engine, SOUND]).with(&["--rounds", "6", "--fault-limit", "2"]);
    let report = run.play();
    // Six of each, unless a pause of the machine voids a crash: then there is one more sound game before the next.
    let of = |word: &str| report["pairings"][0]["terminations"][word].as_u64().unwrap_or(0);
    let (crashes, sound) = (of("crash"), of("normal"));
    assert_eq!((crashes + sound, report["finished"].as_bool()), (12, Some(true)), "{report}");
    assert!((2..=6).contains(&crashes) && crashes + report["replayed"].as_u64().unwrap() >= 6, "{report}");
}

//! Engines that fail: each loses its games by its own reason, and nothing else comes of it.

use super::{MatchRun, faulty, faulty_later, mark, results};
use plyd_tests::finish;
use std::time::Duration;

const SOUND: &str = "name=sound builtin option.Hash=1 depth=1";

/// Two games against an engine with a fault: both are lost by this reason.
#[track_caller]
fn assert_loses_by(fault: &str, reason: &str, more: &str) {
    let run = MatchRun::new("tictactoe", &[]);
    let mark = mark(run.folder.path());
    let engine = faulty("faulty", fault, &mark);
    assert_run_loses_by(run, &format!("{engine} {more}"), reason, &mark);
}

/// The same of a fault that shows itself before a game begins, and only when the engine is started for the second time:
/// the first time is before the match. It does not play first, as it would be started once then.
#[track_caller]
fn assert_loses_later_by(fault: &str, reason: &str, more: &str) {
    let run = MatchRun::new("tictactoe", &[SOUND, "name=other builtin option.Hash=1 depth=1"]);
    let mark = mark(run.folder.path());
    let engine = format!("{} {more}", faulty_later("faulty", fault, &mark, &run.file("was-started")));
    let run = run.with(&["--engine", &engine, "--rounds", "1", "--games", "1", "--max-start", "2"]);
    let report = run.play();
    let standings = report["standings"].as_array().unwrap();
    let loser = standings.iter().find(|standing| standing["name"] == "faulty").unwrap();
    assert_eq!((loser["losses"].as_u64(), &loser["faults"]), (Some(2), &serde_json::json!({ reason: 2 })), "{report}");
    #[cfg(target_os = "linux")]
    assert!(super::marked(&mark).is_empty(), "processes are left");
}

#[track_caller]
fn assert_run_loses_by(run: MatchRun, engine: &str, reason: &str, mark: &str) {
    let run = run.with(&["--engine", engine, "--engine", SOUND, "--rounds", "1"]);
    // Short only where it is waited for, so that a busy machine makes no fault of its own.
    let think = if reason == "hang" { "1" } else { "60" };
    let run = run.with(&["--max-start", "30", "--max-think", think]);
    let report = run.play();
    assert_eq!(results(&report), [0, 0, 2], "{report}");
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ reason: 2 }), "{report}");
    let standings = report["standings"].as_array().unwrap();
    let loser = standings.iter().find(|standing| standing["name"] == "faulty").unwrap();
    assert_eq!(loser["faults"], serde_json::json!({ reason: 2 }), "{report}");
    #[cfg(target_os = "linux")]
    assert!(super::marked(mark).is_empty(), "processes are left");
}

#[test]
fn an_engine_that_cannot_start_loses() {
    assert_loses_later_by("start", "start", "");
}

#[test]
#[cfg(unix)]
fn an_engine_whose_program_is_gone_loses() {
    let run = MatchRun::new("tictactoe", &[]);
    let program = run.file("faulty-engine");
    std::fs::copy(env!("CARGO_BIN_EXE_faulty-engine"), &program).unwrap();
    let engine = format!("name=faulty 'cmd={}' 'args=vanish gone' depth=1", program.display());
    // Otherwise that is the end of the match, as a program that is being built is gone for a moment.
    assert_run_loses_by(run.with(&["--allow-changed"]), &engine, "start", "gone");
}

#[test]
fn an_engine_that_never_says_who_it_is_loses() {
    assert_loses_later_by("no-handshake", "no-handshake", "");
}

#[test]
fn an_engine_of_ugi_that_never_says_who_it_is_loses() {
    assert_loses_later_by("no-handshake", "no-handshake", "proto=ugi");
}

#[test]
fn an_engine_that_never_gets_ready_loses() {
    assert_loses_later_by("no-ready", "no-ready", "");
}

#[test]
fn an_engine_that_crashes_loses() {
    assert_loses_by("crash", "crash", "");
}

#[test]
fn an_engine_that_hangs_without_a_clock_loses() {
    assert_loses_by("hang", "hang", "nodes=1");
    assert_loses_by("deaf", "hang", "");
}

#[test]
fn an_engine_that_hangs_with_a_clock_loses() {
    assert_loses_by("hang", "hang", "tc=1");
}

#[test]
fn an_engine_without_a_move_loses() {
    assert_loses_by("no-move", "no-move", "");
    assert_loses_by("empty-move", "no-move", "");
}

#[test]
fn an_engine_that_is_late_loses() {
    assert_loses_by("late", "time", "tc=0.3");
    assert_loses_by("late", "time", "st=0.3 timemargin=100");
}

#[test]
fn an_engine_that_writes_no_protocol_loses() {
    assert_loses_by("garbage", "garbage", "");
}

#[test]
fn an_engine_that_writes_without_end_loses() {
    assert_loses_by("flood", "flood", "tc=60");
    assert_loses_by("long-line", "flood", "");
}

#[test]
fn an_engine_that_closes_its_output_loses() {
    assert_loses_by("closed-output", "closed-output", "");
}

#[test]
fn an_engine_that_leaves_children_behind_loses_and_they_end() {
    assert_loses_by("grandchildren", "crash", "");
}

#[test]
fn an_illegal_move_is_recorded_with_its_position() {
    assert_loses_by("illegal-move", "illegal-move", "");
    let engine = faulty("faulty", "illegal-move", "x");
    let run = MatchRun::new("tictactoe", &[&engine, SOUND]).with(&["--rounds", "1"]);
    run.play();
    let games = run.games();
    let detail = games[0]["detail"].as_str().unwrap();
    assert!(detail.starts_with("`P@z9` is not legal in `") && detail.contains(" w - - 0 2"), "{detail}");
}

/// The games of an engine with this fault from a position: half points of the first engine of each game, by what it ended
/// and the detail. All faults are its own.
fn from_position(fault: &str, more: &str, position: &str) -> Vec<(u64, String, String)> {
    let engine = format!("{} {more}", faulty("faulty", fault, "x"));
    let run = MatchRun::new("chess", &[&engine, SOUND]).with(&["--rounds", "1", "--max-think", "1"]);
    let file = run.file("openings.epd");
    std::fs::write(&file, position).unwrap();
    let run = run.with(&["--openings", file.to_str().unwrap()]);
    let report = run.play();
    let standings = report["standings"].as_array().unwrap();
    let faults = |name: &str| {
        let standing = standings.iter().find(|standing| standing["name"] == name).unwrap();
        standing["faults"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!((faults("faulty"), faults("sound")), (2, 0), "{report}");
    let text = |game: &serde_json::Value, key: &str| game[key].as_str().unwrap().to_owned();
    let of = |game: &serde_json::Value| {
        (game["half_points"].as_u64().unwrap(), text(game, "termination"), text(game, "detail"))
    };
    run.games().iter().map(of).collect()
}

/// A rook against a bare king. With the rook the engine at fault gets a draw if it made no legal move in its time, because
/// the other one cannot win any more; with the king it loses.
#[test]
fn moves_that_do_not_come_or_are_illegal_are_draws_against_a_bare_king() {
    for (fault, reason, more) in [
        ("always-a1", "illegal-move", ""),
        ("always-none", "no-move", ""),
        ("dawdle-e1e2", "time", "st=0.1"),
        ("never", "hang", ""),
    ] {
        let games = from_position(fault, more, "4k3/8/8/8/8/8/8/R3K3 w - -\n");
        let [(with_rook, how, detail), (with_king, ..)] = games.as_slice() else { panic!("{games:?}") };
        // The second game is one of the other engine as the first player.
        assert_eq!((*with_rook, how.as_str(), *with_king), (1, reason, 2), "{games:?}");
        assert!(detail.ends_with("; a draw, because the second player cannot win any more"), "{games:?}");
    }
    // An engine that has left the game loses it.
    let games = from_position("leaves", "", "4k3/8/8/8/8/8/8/R3K3 w - -\n");
    assert_eq!(games.iter().map(|game| game.0).collect::<Vec<_>>(), [0, 2], "{games:?}");
}

/// The second player has the rook and the first move, so no move says who was at fault.
#[test]
fn who_is_at_fault_in_a_draw_before_any_move_is_recorded() {
    let games = from_position("always-a1", "", "r3k3/8/8/8/8/8/8/4K3 b - -\n");
    let [(with_king, ..), (with_rook, _, detail)] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!((*with_king, *with_rook), (0, 1), "{games:?}");
    assert!(detail.ends_with("; a draw, because the first player cannot win any more"), "{games:?}");
}

#[test]
fn an_answer_to_nothing_counts_in_no_game() {
    let engine = faulty("twice", "twice", "x");
    let run = MatchRun::new("tictactoe", &[&engine, SOUND]).with(&["--rounds", "5"]);
    let report = run.play();
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 10 }), "{report}");
    for game in run.games() {
        let own = game["moves"].as_array().unwrap().iter().filter(|mv| mv["e"]["s"]["cp"] == 5);
        // It plays the first free square, never c3 while another is free.
        assert!(own.clone().count() > 0 && own.clone().all(|mv| mv["m"] != "P@c3"), "{game}");
    }
}

#[test]
fn the_games_of_others_are_not_touched() {
    let engine = faulty("faulty", "crash", "x");
    let run = MatchRun::new("tictactoe", &[SOUND, &engine, "name=other builtin option.Hash=1 depth=9"]);
    let run = run.with(&["--rounds", "3", "--concurrency", "2", "--fault-limit", "100"]);
    let report = run.play();
    let pairings = report["pairings"].as_array().unwrap();
    for pairing in pairings {
        let expected = if pairing["first"] == "faulty" || pairing["second"] == "faulty" { "crash" } else { "normal" };
        assert_eq!(pairing["terminations"], serde_json::json!({ expected: 6 }), "{report}");
    }
    assert_eq!((report["played"].as_u64(), report["finished"].as_bool()), (Some(18), Some(true)));
}

/// With room for few descriptors, each game's would be missed soon.
#[test]
#[cfg(unix)]
fn no_descriptor_is_left_open() {
    let engine = faulty("faulty", "crash", "x");
    let run = MatchRun::new("tictactoe", &[&engine, SOUND]);
    let run = run.with(&["--rounds", "60", "--fault-limit", "1000"]);
    let command = run.limited("-n 64");
    let finished = finish(command, Duration::from_secs(120));
    let report = super::report_of(&finished);
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "crash": 120 }), "{report}");
}

//! Engines that speak GTP: which commands they get, and how they fail.

use super::{MatchRun, mark, moves, results};
use plyd_tests::binary;
use serde_json::json;

const SOUND: &str = "name=sound builtin option.Hash=1 depth=1";

/// The words of `plyd gtp` with these arguments.
fn plyd(name: &str, arguments: &str, more: &str) -> String {
    format!(
        "name={name} 'cmd={}' 'args=gtp --config {}/plyd.toml {arguments}' proto=gtp {more}",
        binary().display(),
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn plyd_plays_go_as_it_does_inside() {
    let outside = plyd("outside", "--option Algorithm=alphabeta --depth 1", "depth=1");
    let inside = "name=inside builtin option.Algorithm=alphabeta option.Hash=1 depth=1";
    let run = MatchRun::new("go", &[&outside, inside]);
    let run = run.with(&["--rounds", "2", "--random-plies", "3", "--maxmoves", "40"]);
    let run = run.with(&["--option", "go.Size=5", "--option", "go.Suicide=false"]);
    let report = run.play();
    assert_eq!(results(&report).iter().sum::<u64>(), 4, "{report}");
    for reason in report["pairings"][0]["terminations"].as_object().expect("an object").keys() {
        assert!(["normal", "repetition", "maxmoves"].contains(&reason.as_str()), "{report}");
    }
    // Both play alike, so it does not matter which one is Black.
    for pair in run.games().chunks(2) {
        assert_eq!(moves(&pair[0]), moves(&pair[1]));
    }
}

#[test]
fn a_board_with_stones_is_set_up() {
    let engines = [plyd("A", "--nodes 20", "nodes=1"), "name=B builtin nodes=20 option.Hash=1".into()];
    let run = MatchRun::new("go", &engines.each_ref().map(String::as_str));
    let openings = run.file("openings.txt");
    std::fs::write(&openings, "5/1XO2/1XO2/5/5\tw -  0\t0.5;\n").expect("it can be written");
    let log = run.file("log");
    let (openings, log_path) = (openings.display().to_string(), log.display().to_string());
    let run = run.with(&["--rounds", "1", "--maxmoves", "30", "--openings", &openings, "--log", &log_path]);
    let run = run.with(&["--option", "go.Suicide=false"]);
    let report = run.play();
    assert_eq!(results(&report).iter().sum::<u64>(), 2, "{report}");
    let log = std::fs::read_to_string(log).expect("a log");
    for line in ["boardsize 5", "komi 0.5", "play b B3", "play w C4", "genmove w"] {
        assert!(log.lines().any(|logged| logged.ends_with(line)), "{line}: {log}");
    }
    assert!(run.games().iter().all(|game| game["setup"] == "5/1XO2/1XO2/5/5 w - 0 0.5"));
}

/// Chess, whose first player is White; kalah, whose players move twice; hex, with its size as an option.
#[test]
fn other_games_are_played_too() {
    for (game, options) in [("chess", &[][..]), ("kalah", &[]), ("hex", &["--option", "hex.Size=4"])] {
        let size = options.get(1).map_or(String::new(), |option| format!("--option {option}"));
        let outside = plyd("outside", &format!("--game {game} {size} --depth 1"), "depth=1");
        let run = MatchRun::new(game, &[&outside, SOUND]).with(options);
        let report = run.with(&["--rounds", "2", "--random-plies", "2", "--maxmoves", "30"]).play();
        assert_eq!(results(&report).iter().sum::<u64>(), 4, "{report}");
        for reason in report["pairings"][0]["terminations"].as_object().expect("an object").keys() {
            assert!(["normal", "repetition", "maxmoves"].contains(&reason.as_str()), "{game}: {report}");
        }
    }
}

#[test]
fn the_clock_is_told_in_whole_seconds() {
    for (limits, told) in [
        ("st=2", &["time_settings 0 2 1", "time_left b 2 1"][..]),
        ("tc=40/60", &["time_settings 0 60 40", "time_left b 60 40"]),
        ("tc=1:00", &["time_settings 60 0 0", "time_left b 60 0"]),
        ("st=0.3 timemargin=60000", &["time_settings 0 1 4", "time_left b 1 4"]),
        ("st=1.9", &["time_settings 0 1 1", "time_left b 1 1"]),
        ("tc=3/0.9 timemargin=60000", &["time_settings 0 1 4", "time_left b 1 4"]),
    ] {
        let run = MatchRun::new("tictactoe", &[&faulty("none", "x", limits), SOUND]);
        let log = run.file("log");
        let run = run.with(&["--rounds", "1", "--log", &log.display().to_string()]);
        let report = run.play();
        assert_eq!(report["pairings"][0]["terminations"], json!({ "normal": 2 }), "{report}");
        let log = std::fs::read_to_string(log).expect("a log");
        for line in told {
            assert!(log.lines().any(|logged| logged.ends_with(line)), "{limits}: {line}: {log}");
        }
    }
}

fn faulty(fault: &str, mark: &str, more: &str) -> String {
    format!("name=faulty 'cmd={}' 'args={fault} {mark}' proto=gtp {more}", env!("CARGO_BIN_EXE_faulty-engine"))
}

/// Two games are lost by this reason.
#[track_caller]
fn assert_loses_by(fault: &str, reason: &str, more: &str) {
    let run = MatchRun::new("tictactoe", &[]);
    let mark = mark(run.folder.path());
    let think = if reason == "hang" { "1" } else { "60" };
    let engine = faulty(fault, &mark, more);
    let report = run.with(&["--engine", &engine, "--engine", SOUND, "--rounds", "1", "--max-think", think]).play();
    assert_eq!(results(&report), [0, 0, 2], "{report}");
    assert_eq!(report["pairings"][0]["terminations"], json!({ reason: 2 }), "{report}");
    #[cfg(target_os = "linux")]
    assert!(super::marked(&mark).is_empty(), "processes are left");
}

#[test]
fn engines_lose_by_their_own_faults() {
    for (fault, reason, more) in [
        ("crash", "crash", "depth=1"),
        ("hang", "hang", "depth=1"),
        ("wrong-id", "hang", "depth=1"),
        ("no-move", "no-move", "depth=1"),
        ("empty-move", "no-move", "depth=1"),
        ("illegal-move", "illegal-move", "depth=1"),
        ("refuse", "refused", "depth=1"),
        ("late", "time", "st=0.3"),
        ("garbage", "garbage", "depth=1"),
        ("long-line", "flood", "depth=1"),
        ("closed-output", "closed-output", "depth=1"),
        ("grandchildren", "crash", "depth=1"),
    ] {
        assert_loses_by(fault, reason, more);
    }
}

#[test]
fn to_give_up_is_no_fault() {
    let run = MatchRun::new("tictactoe", &[&faulty("resign", "x", "depth=1"), SOUND]).with(&["--rounds", "1"]);
    let report = run.play();
    assert_eq!(results(&report), [0, 0, 2], "{report}");
    assert_eq!(report["pairings"][0]["terminations"], json!({ "resignation": 2 }), "{report}");
    let faults = &report["standings"].as_array().expect("standings")[0]["faults"];
    assert_eq!(faults, &json!({}), "{report}");
}

#[test]
fn who_does_not_begin_is_found_before_the_match() {
    for (fault, reason) in [("no-handshake", "no-handshake"), ("no-ready", "no-ready"), ("start", "start")] {
        let run = MatchRun::new("tictactoe", &[&faulty(fault, "x", "depth=1"), SOUND]);
        let finished = run.with(&["--rounds", "1", "--max-start", "2"]).to_end();
        assert_eq!(finished.status.code(), Some(3), "{finished:?}");
        assert!(finished.errors.contains(&format!("engine faulty cannot play ({reason})")), "{finished:?}");
    }
}

#[test]
fn there_are_no_rolls_in_gtp() {
    let engine = plyd("A", "--game backgammon", "depth=1");
    let finished = MatchRun::new("backgammon", &[&engine, SOUND]).with(&["--rounds", "1"]).to_end();
    assert_eq!(finished.status.code(), Some(3), "{finished:?}");
    assert!(finished.errors.contains("backgammon has chance, and GTP has no rolls"), "{finished:?}");
}

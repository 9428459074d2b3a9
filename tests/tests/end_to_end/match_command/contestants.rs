//! Programs and remote daemons as contestants.

use super::{MatchRun, results};
use plyd_tests::{Daemon, binary};
use plyd_trials::left_out;
use std::path::{Path, PathBuf};
#[cfg(target_os = "linux")]
use std::time::Duration;

/// The words of a plyd on pipes. It gets no settings but these.
fn program(name: &str, more: &str) -> String {
    format!(
        "'name={name}' 'cmd={}' args='--config {}/plyd.toml' {more}",
        binary().display(),
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn processes_that_speak_uci_or_ugi_play_as_this_one_does() {
    for proto in ["uci", "ugi"] {
        let outside = program("outside", &format!("proto={proto} option.Algorithm=alphabeta depth=9"));
        let inside = "name=inside builtin option.Algorithm=alphabeta depth=9";
        let run = MatchRun::new("tictactoe", &[&outside, inside]);
        let run = run.with(&["--rounds", "4", "--random-plies", "1"]);
        let report = run.play();
        assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 8 }), "{report}");
        for pair in run.games().chunks(2) {
            assert_eq!(super::moves(&pair[0]), super::moves(&pair[1]));
        }
    }
}

/// Each game at a time has processes of its own, which have played other games before.
#[test]
fn programs_play_the_same_games_whatever_the_concurrency() {
    let engines = [program("A", "nodes=500 option.Hash=1"), program("B", "depth=3"), program("C", "nodes=200")];
    let played = |concurrency| {
        let run = MatchRun::new("cfour", &engines.each_ref().map(String::as_str));
        let run = run.with(&["--rounds", "2", "--random-plies", "4", "--concurrency", concurrency]);
        let report = run.play();
        (report, run.games().iter().map(|game| super::moves(game).join(" ")).collect::<Vec<_>>())
    };
    let one = played("1");
    assert_eq!(one.1.len(), 12);
    assert_eq!(played("3"), one);
}

#[test]
fn a_game_with_options_is_played_outside_as_inside() {
    let engines = [program("outside", "depth=2"), "name=inside builtin depth=2 option.Hash=1".into()];
    let run = MatchRun::new("cfour", &engines.each_ref().map(String::as_str));
    let run = run.with(&["--rounds", "1", "--option", "cfour.Files=4", "--option", "cfour.Ranks=4"]);
    let report = run.play();
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 2 }), "{report}");
}

#[test]
fn a_daemon_over_tcp_plays() {
    let daemon = Daemon::start(&[]);
    let remote = format!("name=remote tcp={} depth=3", daemon.address());
    let run = MatchRun::new("cfour", &[&remote, "name=inside builtin depth=2 option.Hash=1"]);
    let report = run.with(&["--rounds", "2", "--random-plies", "2", "--concurrency", "2"]).play();
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 4 }), "{report}");
}

/// Where an engine is installed; without it the test that wants it is left out.
fn installed(engine: &str) -> Option<PathBuf> {
    let folders = ["/usr/games", "/usr/bin", "/usr/local/bin"].map(|folder| Path::new(folder).join(engine));
    let path = folders.into_iter().find(|path| path.exists());
    if path.is_none() {
        left_out(&format!("a match against {engine}"), "it is not installed");
    }
    path
}

/// Plays chess against an engine and has python-chess read the games.
fn play_chess_against(engine: &str) {
    let Some(path) = installed(engine) else { return };
    let words = format!("'name={engine}' 'cmd={}' nodes=200 ponder option.Hash=16", path.display());
    let run = MatchRun::new("chess", &[&words, "name=plyd builtin depth=2 option.Hash=1"]);
    let run = run.with(&["--rounds", "2", "--random-plies", "4", "--maxmoves", "60", "--concurrency", "2"]);
    let report = run.play();
    assert_eq!(results(&report).iter().sum::<u64>(), 4, "{report}");
    for fault in report["pairings"][0]["terminations"].as_object().unwrap().keys() {
        assert!(["normal", "repetition", "maxmoves"].contains(&fault.as_str()), "{report}");
    }
    run.export("--pgn");
    super::pgn::read_with_python_chess(&run.file("export"), 4);
}

#[test]
fn stockfish_plays_chess() {
    play_chess_against("stockfish");
}

/// Engines go on thinking while the runner is stopped, and their answers wait for it: it blames none of them.
#[test]
#[cfg(target_os = "linux")]
fn a_pause_in_the_middle_costs_stockfish_no_game() {
    let Some(path) = installed("stockfish") else { return };
    let engines = ["A", "B"].map(|name| {
        format!("name={name} 'cmd={}' tc=1+0.01 timemargin=200 option.Hash=1 option.Threads=1", path.display())
    });
    let run = MatchRun::new("chess", &engines.each_ref().map(String::as_str));
    let run = run.with(&["--rounds", "2", "--random-plies", "4", "--maxmoves", "60", "--concurrency", "2"]);
    let finished = super::pauses::with_pause(&run, Duration::from_secs(5), 10, || Some(Vec::new()));
    let report = super::report_of(&finished);
    let terminations = report["pairings"][0]["terminations"].as_object().expect("how games ended");
    assert!(report["played"] == 4 && !terminations.contains_key("time"), "{finished:?}");
    assert!(report["voided"].as_u64() >= Some(1), "{finished:?}");
}

#[test]
fn fairy_stockfish_plays_chess() {
    play_chess_against("fairy-stockfish");
}

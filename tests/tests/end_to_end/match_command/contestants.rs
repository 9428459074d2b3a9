//! Programs and remote daemons as contestants.

use super::{MatchRun, results};
use plyd_tests::{Daemon, PATIENCE, binary, command, finish};
use plyd_trials::left_out;
use serde_json::Value;
use std::fs;
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
    // It lists the options of its own game only, and that of its settings is another one.
    let outside = program("outside", "depth=2").replace("--config", "--game cfour --config");
    let engines = [outside, "name=inside builtin depth=2 option.Hash=1".into()];
    let run = MatchRun::new("cfour", &engines.each_ref().map(String::as_str));
    let run = run.with(&["--rounds", "1", "--option", "cfour.Files=4", "--option", "cfour.Ranks=4"]);
    let report = run.play();
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 2 }), "{report}");
}

#[test]
fn a_plan_has_options_of_the_game_and_the_command_line_has_others() {
    let folder = tempfile::tempdir().expect("there is a folder");
    let play = |options: &str, more: &[&str]| {
        let path = |name: &str| folder.path().join(name);
        // A move on the fifth file.
        fs::write(path("book"), "P@e1\n").expect("it is written");
        let engines = "engine = ['name=A builtin depth=1', 'name=B builtin depth=2']";
        let plan = format!("game = 'cfour'\nrounds = 1\nopenings = 'file=book'\n{engines}\n{options}\n");
        fs::write(path("plan.toml"), plan).expect("it is written");
        drop(fs::remove_file(path("record.db")));
        let mut command = command(&["match", "plan.toml", "--record", "record.db", "--progress", "none"]);
        command.current_dir(folder.path()).args(more);
        finish(command, PATIENCE)
    };
    for small in ["options = { 'cfour.Files' = 4, 'CFOUR.ranks' = '4' }", "[options.cfour]\nFiles = 4\nRanks = 4"] {
        let finished = play(small, &[]);
        assert!(!finished.status.success() && finished.errors.contains("P@e1"), "{}", finished.errors);
        let finished = play(small, &["--option", "cfour.files=5"]);
        assert!(finished.status.success(), "{}", finished.errors);
    }
    for (options, error) in [
        ("options = { Hash = 4 }", "options: `Hash` is no option of a game"),
        (
            "options = { 'cfour.Files' = 99 }",
            "options: cfour.Files: `Files` takes a whole number from 4 to 12; not `99`",
        ),
    ] {
        let finished = play(options, &[]);
        assert!(!finished.status.success() && finished.errors.contains(error), "{}", finished.errors);
    }
}

/// The algorithms by name of engine, of a report.
fn algorithms(report: &Value) -> Vec<(&str, Option<&str>)> {
    let standings = report["standings"].as_array().expect("a list");
    let mut found: Vec<_> = standings
        .iter()
        .map(|standing| (standing["name"].as_str().expect("a name"), standing["algorithm"].as_str()))
        .collect();
    found.sort_unstable();
    found
}

#[test]
fn the_record_names_the_algorithm_that_the_game_has_asked_for() {
    let engines = [
        "name=A builtin nodes=20",
        "name=B builtin nodes=20 option.algorithm=auto",
        "name=C builtin nodes=20 option.Algorithm=PVS",
        &program("D", "depth=1"),
    ];
    let of_hex = [("A", Some("mcts")), ("B", Some("mcts")), ("C", Some("pvs")), ("D", None)];
    let run = MatchRun::new("hex", &engines).with(&["--rounds", "1", "--option", "hex.Size=3"]);
    assert_eq!(algorithms(&run.play()), of_hex);
    let text = finish(command(&["report", run.record().to_str().expect("ASCII")]), super::TIME);
    let row = |name| text.output.lines().find(|line| line.contains(name)).expect("a row").trim_end();
    assert!(row("faults").ends_with("+/-  algorithm  faults") && row("  A").ends_with("mcts"), "{text:?}");
    // It goes on as it began, even if the settings differ now.
    let rest = MatchRun::new("hex", &engines[..2]).with(&["--rounds", "40", "--option", "hex.Size=3"]);
    drop(rest.start());
    let mut resumption = rest.resumption();
    fs::write(rest.file("plyd.toml"), "[options]\nAlgorithm = 'alphabeta'\n").expect("it is written");
    resumption.arg("--config").arg(rest.file("plyd.toml"));
    assert_eq!(algorithms(&super::report_of(&finish(resumption, super::TIME))), of_hex[..2]);
    let other = MatchRun::new("cfour", &["name=A builtin depth=1", "name=B builtin depth=1"]);
    let other = other.with(&["--rounds", "1", "--option", "Algorithm=alphabeta"]);
    assert_eq!(algorithms(&other.play()), [("A", Some("alphabeta")), ("B", Some("alphabeta"))]);
}

#[test]
fn a_match_goes_on_with_the_options_that_it_began_with() {
    let engines = ["name=A builtin nodes=20", "name=B builtin nodes=20 option.Hash=2"];
    let run = MatchRun::new("cfour", &engines).with(&["--rounds", "40", "--option", "Hash=3"]);
    drop(run.start());
    let connection = rusqlite::Connection::open(run.record()).expect("SQLite's");
    let settings: String = connection.query_row("SELECT settings FROM plan", [], |row| row.get(0)).expect("a plan");
    let settings: Value = serde_json::from_str(&settings).expect("JSON");
    let hash = |engine: usize| settings["engines"][engine]["options"]["Hash"].as_str();
    assert_eq!((hash(0), hash(1)), (Some("3"), Some("2")), "{settings}");
    for (more, parts) in [
        (["--option", "Hash=4"], ["--option Hash", "the options in its record"]),
        (["--game", "hex"], ["is of cfour, not of hex", "leave --game out"]),
    ] {
        let mut resumption = run.resumption();
        resumption.args(more);
        let refused = finish(resumption, super::TIME);
        assert!(!refused.status.success() && parts.iter().all(|part| refused.errors.contains(part)), "{refused:?}");
    }
    // The game of the record may be named.
    let mut resumption = run.resumption();
    resumption.args(["--game", "connect4"]);
    assert_eq!(super::report_of(&finish(resumption, super::TIME))["finished"], true);
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
    assert!(report["replayed"].as_u64() >= Some(1), "{finished:?}");
}

#[test]
fn fairy_stockfish_plays_chess() {
    play_chess_against("fairy-stockfish");
}

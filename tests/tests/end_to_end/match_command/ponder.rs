//! `--ponder`: engines that think on the other's time.

use super::log::{lines, of_game};
use super::{MatchRun, faulty};
use serde_json::Value;

/// One round of these engines, the second of which is as it is. The report, and what passed to and from the first in
/// the games 1 and 2.
fn play(first: &str, second: &str, more: &[&str]) -> (Value, [Vec<String>; 2], MatchRun) {
    let run = MatchRun::new("tictactoe", &[first, second]);
    let log = run.file("log").display().to_string();
    let run = run.with(&["--rounds", "1", "--log", &log]).with(more);
    let report = run.play();
    let lines = lines(&run, "log");
    (report, ["1", "2"].map(|game| of_game(&lines, game, "ponders")), run)
}

#[track_caller]
fn assert_passes(said: &[String], expected: &[&str]) {
    let found = said.windows(expected.len()).any(|window| window == expected);
    assert!(found, "{expected:#?}\nis not in\n{said:#?}");
}

#[test]
fn an_expected_move_is_a_ponderhit() {
    let (report, games, run) = play(&faulty("ponders", "ponder", "x"), &faulty("other", "", "x"), &["--ponder"]);
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 2 }), "{report}");
    assert_passes(
        &games[0],
        &[
            "< bestmove P@a1 ponder P@a2",
            "> position startpos moves P@a1 P@a2",
            "> go ponder depth 1",
            "> isready",
            "> ponderhit",
            "< info depth 3 score cp 7 nodes 9",
            "< readyok",
            "< bestmove P@a3 ponder P@b1",
        ],
    );
    // It says of its move what it found while it pondered.
    let game = &run.games()[0];
    let told: Vec<_> = game["moves"].as_array().unwrap().iter().step_by(2).map(|mv| &mv["e"]["d"]).collect();
    assert_eq!(told[..2], [1, 3], "{game}");
}

#[test]
fn another_move_stops_the_search_whose_answer_is_dropped() {
    let (report, games, _) = play(&faulty("ponders", "ponder", "x"), &faulty("other", "last", "x"), &["--ponder"]);
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 2 }), "{report}");
    assert_passes(
        &games[0],
        &[
            "> position startpos moves P@a1 P@a2",
            "> go ponder depth 1",
            "> stop",
            "< info depth 3 score cp 7 nodes 9",
            "< bestmove P@a3 ponder P@b1",
            "> position startpos moves P@a1 P@c3",
            "> isready",
            "> go depth 1",
            "< readyok",
            "< info depth 1 score cp 5 nodes 1",
            "< bestmove P@a2 ponder P@a3",
        ],
    );
}

#[test]
fn the_end_of_a_game_ends_pondering() {
    // Moves of the second player end the game, while the first ponders.
    let (report, games, _) = play(
        &faulty("ponders", "ponder", "x"),
        &faulty("other", "illegal-move", "x"),
        &["--ponder", "--fault-limit", "9"],
    );
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "illegal-move": 2 }), "{report}");
    for game in games {
        let [.., go, stop, _info, best] = &game[..] else { panic!("{game:?}") };
        let ended = best.starts_with("< bestmove") && stop == "> stop" && go == "> go ponder depth 1";
        assert!(ended || game.iter().any(|line| line == "> quit"), "{game:#?}");
        assert_passes(&game, &["> go ponder depth 1", "> stop"]);
    }
}

#[test]
fn an_engine_that_crashes_while_it_ponders_loses() {
    let (report, ..) = play(&faulty("ponders", "ponder-crash", "x"), &faulty("other", "", "x"), &["--ponder"]);
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "crash": 2 }), "{report}");
    assert_eq!(super::results(&report), [0, 0, 2], "{report}");
}

/// The other one waits for what an engine does after it has written more than a pipe holds.
#[test]
fn an_engine_that_writes_much_while_it_ponders_does_not_wait() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("written").display().to_string();
    let engines = [faulty("ponders", "ponder-much", &mark), faulty("other", "await", &mark)];
    let (report, ..) = play(&engines[0], &engines[1], &["--ponder", "--max-think", "60"]);
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 2 }), "{report}");
}

#[test]
fn engines_ponder_only_if_they_can_and_are_told_to() {
    let is_told = |games: &[Vec<String>; 2]| games.iter().flatten().any(|line| line.starts_with("> go ponder"));
    let (_, games, _) = play(&faulty("ponders", "ponder", "x"), &faulty("other", "", "x"), &[]);
    assert!(!is_told(&games), "nobody has told it to ponder");
    let (_, games, _) =
        play(&format!("{} ponder=false", faulty("ponders", "ponder", "x")), &faulty("other", "", "x"), &["--ponder"]);
    assert!(!is_told(&games), "it was told not to ponder");
    let (_, games, _) = play(&faulty("ponders", "ponder", "x"), &faulty("other", "", "x"), &["--each", "ponder"]);
    assert!(is_told(&games), "all were told to ponder");

    let run = MatchRun::new("tictactoe", &[&faulty("one", "", "x"), "name=two builtin depth=1"]);
    let finished = run.with(&["--rounds", "2", "--concurrency", "2", "--ponder"]).to_end();
    assert!(finished.status.success(), "{finished:?}");
    for told in ["engine one does not ponder: it has no option `Ponder`", "engine two does not ponder: built-in"] {
        assert_eq!(finished.errors.matches(told).count(), 1, "{told}: {finished:?}");
    }
}

/// The real program on both sides, with a clock.
#[test]
fn plyd_ponders_on_pipes() {
    let engine = |name: &str| {
        let (program, settings) = (plyd_tests::binary(), concat!(env!("CARGO_MANIFEST_DIR"), "/plyd.toml"));
        let words = "tc=1+0.05 timemargin=10000 option.Hash=1";
        format!("'name={name}' 'cmd={}' args='--config {settings}' {words}", program.display())
    };
    let run = MatchRun::new("cfour", &[&engine("ponders"), &engine("other")]);
    let log = run.file("log").display().to_string();
    let run = run.with(&["--rounds", "1", "--random-plies", "4", "--ponder", "--log", &log]);
    let report = run.play();
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 2 }), "{report}");
    let lines = lines(&run, "log");
    let sent = |text: &str| lines.iter().filter(|line| line[2] == ">" && line[3].starts_with(text)).count();
    assert!(sent("go ponder wtime") > 0 && sent("ponderhit") > 0, "{lines:#?}");
    assert!(sent("setoption name Ponder value true") > 0, "{lines:#?}");
}

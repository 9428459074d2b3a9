//! Positions and games that are refused: nothing is answered then.

use super::{only, tic_tac_toe};
use plyd_tests::Engine;

#[test]
fn after_a_refused_position_nothing_is_answered_about_the_old_one() {
    let mut engine = tic_tac_toe();
    for (line, code) in [
        ("position fen 3/3/3", "bad-position"),
        ("position fen PPP/3/ppp w", "bad-position"),
        ("position startpos moves P@a1 P@a1", "illegal-move"),
        ("position startpos moves P@a1 P@a2 P@d4", "illegal-move"),
        ("position startpos P@a1", "bad-command"),
        ("position fen", "bad-command"),
        ("position", "bad-command"),
        (&format!("position fen {} w", "3/".repeat(10_000)), "bad-position"),
        (&format!("position startpos {}", "P@a1 ".repeat(10_000)), "bad-command"),
        (&format!("position startpos moves {}", "P@a1 ".repeat(1 << 18)), "line-too-long"),
    ] {
        engine.ask("position startpos moves P@b2");
        assert_eq!(only(engine.ask("query fen")), "response 3/1P1/3[PPPPpppp] b - - 0 1", "{line}");
        let error = only(engine.ask(line));
        assert!(error.starts_with(&format!("info string error {code} ")), "{line}: {error}");
        assert_refuses(&mut engine, "the last position was refused: ");
        // That changes neither the game nor what the client means.
        engine.ask("ucinewgame");
        engine.ask("setoption name Hash value 1");
        assert_refuses(&mut engine, "the last position was refused: ");
        let shown = engine.ask("d");
        let note = shown[0].strip_prefix("info string the last position was refused: ");
        assert!(note.is_some_and(|note| note.ends_with("; this is the position before it")), "{shown:?}");
        assert!(shown.contains(&"Fen: 3/1P1/3[PPPPpppp] b - - 0 1".to_owned()), "{shown:?}");
    }
    engine.ask("position startpos");
    assert!(engine.ask("d").iter().all(|line| !line.contains("refused")));
    assert!(engine.go("go depth 1").iter().all(|line| !line.contains("error")));
}

/// Makes sure that a session answers no question about a position, and each with one error.
fn assert_refuses(engine: &mut Engine, because: &str) {
    let is_error = |line: &str, code: &str| line.starts_with(&format!("info string error {code} {because}"));
    for question in
        ["query fen", "query moves", "query turn", "query gameover", "query result", "view", "eval", "known"]
    {
        let error = only(engine.ask(question));
        assert!(is_error(&error, "no-position"), "{question}: {error}");
    }
    let error = only(engine.ask("go perft 1"));
    assert!(is_error(&error, "bad-go"), "{error}");
    for question in ["go", "go infinite", "go ponder", "ponderhit", "go depth 1 searchmoves P@a1", "go mate 1"] {
        let lines = engine.go(question);
        assert!(is_error(&lines[0], "bad-go") && lines[1..] == ["bestmove (none)"], "{question}: {lines:?}");
    }
    engine.send("explain depth 1");
    let lines = engine.until("explain done");
    assert!(is_error(&lines[0], "no-position") && lines.len() == 2, "{lines:?}");
    assert!(engine.ask("stop").is_empty());
}

/// A client that does not read errors must get no moves of a game that it does not mean.
#[test]
fn after_a_refused_game_nothing_is_answered_until_a_game_is_accepted() {
    for command in [&["--game", "tictactoe"][..], &["--game", "tictactoe", "--isolate"]] {
        let mut engine = Engine::start(command);
        for value in [" value shogi", " value", ""] {
            let error = only(engine.ask(&format!("setoption name UCI_Variant{value}")));
            assert!(error.starts_with("info string error unknown-game "), "{error}");
            assert_refuses(&mut engine, "the last choice of a game was refused: ");
            let error = only(engine.ask("position startpos"));
            assert!(
                error.starts_with("info string error unknown-game the last choice of a game was refused: "),
                "{error}"
            );
            assert_refuses(&mut engine, "the last choice of a game was refused: ");
            assert_eq!(engine.ask("setoption name UCI_Variant value TicTacToe").len(), 1);
            assert_eq!(engine.go("go depth 1").last().map(String::as_str), Some("bestmove P@a3"));
        }
    }
}

/// In each mode, with and without a separate process for the library, and also if it is refused because a search is
/// under way.
#[test]
fn a_refused_position_is_one_everywhere() {
    for command in [&["--game", "tictactoe"][..], &["--game", "tictactoe", "--isolate"]] {
        for mode in ["uci", "ugi"] {
            let mut engine = Engine::start(command);
            engine.ask(mode);
            engine.ask("position fen 3/3 w");
            assert_refuses(&mut engine, "the last position was refused: ");
            engine.ask("position startpos");
            // The search began with a position that was accepted, and so did its answer.
            engine.send("go ponder");
            assert!(engine.ask("position startpos moves b2").iter().any(|line| line.contains("error busy ")));
            let lines = engine.go("ponderhit");
            assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
            assert_refuses(&mut engine, "the last position was refused: ");
        }
    }
}

//! Positions at which chance decides, in a game with dice.

use super::only;
use plyd_linked::Engine;
use plyd_linked::race::Race;

fn dice() -> Engine {
    Engine::playing::<Race>()
}

#[test]
fn the_turn_of_chance_is_nobodys() {
    let mut engine = dice();
    for (position, turn, p1, p2, line) in [
        ("startpos", "chance", false, false, "Turn: chance"),
        ("startpos moves d2", "first", true, false, "Turn: p1"),
        ("startpos moves d2 run", "chance", false, false, "Turn: chance"),
        ("startpos moves d2 run d1", "second", false, true, "Turn: p2"),
        ("fen 5 5 b -", "chance", false, false, "Turn: chance"),
    ] {
        engine.ask(&format!("position {position}"));
        assert_eq!(only(engine.ask("query turn")), format!("response {turn}"), "{position}");
        assert_eq!(only(engine.ask("query p1turn")), format!("response {p1}"), "{position}");
        assert_eq!(only(engine.ask("query p2turn")), format!("response {p2}"), "{position}");
        assert!(engine.ask("d").contains(&line.to_owned()), "{position}");
    }
}

#[test]
fn outcomes_are_listed_with_their_weights() {
    let mut engine = dice();
    engine.ask("position startpos");
    assert_eq!(only(engine.ask("query moves")), "response d1 d2 d3");
    assert_eq!(only(engine.ask("query chances")), "response d1 3 d2 2 d3 1");
    engine.ask("position startpos moves d3");
    assert_eq!(only(engine.ask("query moves")), "response run");
    // Nothing is left to chance here, nor when the game is over.
    assert_eq!(only(engine.ask("query chances")), "response");
    engine.ask("position fen 0 5 b -");
    assert_eq!(only(engine.ask("query chances")), "response");
    assert_eq!(only(engine.ask("query result")), "response p1win");
}

#[test]
fn a_roll_is_a_move_of_the_line_and_nothing_else_is() {
    let mut engine = dice();
    engine.ask("position startpos moves d2 run d1");
    assert_eq!(only(engine.ask("query fen")), "response 3 5 b 1 3");
    for (moves, told) in [
        ("run", "move 1: `run` is not legal; the outcomes of chance are d1 d2 d3"),
        ("d2 d1", "move 2: `d1` is not legal; the legal moves are run"),
        ("d4", "move 1: `d4` is not legal; the outcomes of chance are d1 d2 d3"),
    ] {
        let error = only(engine.ask(&format!("position startpos moves {moves}")));
        assert_eq!(error, format!("info string error illegal-move {told}"));
    }
    // The position before is shown.
    assert!(engine.ask("d").contains(&"Fen: 3 5 b 1 3".to_owned()));
}

#[test]
fn rolls_count_in_perft() {
    let mut engine = dice();
    let mut count = |depth: u32| {
        engine.send(&format!("go perft {depth}"));
        engine.until("Nodes searched: ")
    };
    assert_eq!(count(1), ["d1: 1", "d2: 1", "d3: 1", "", "Nodes searched: 3"]);
    // Nobody can be held back at first; later both moves are there, but for the one who is to be held back at the
    // start.
    assert_eq!(count(2).last().unwrap(), "Nodes searched: 3");
    assert_eq!(count(3).last().unwrap(), "Nodes searched: 9");
    assert_eq!(count(4).last().unwrap(), "Nodes searched: 15");
}

#[test]
fn nobody_chooses_among_outcomes() {
    let mut engine = dice();
    engine.send("go depth 1 searchmoves d2");
    assert_eq!(
        engine.line(),
        "info string error bad-go `searchmoves` names `d2`, but it is the turn of chance, and nobody chooses an outcome; \
         add the outcome to the moves of `position`, and search after it"
    );
    assert_eq!(engine.line(), "bestmove (none)");
}

#[test]
fn the_static_value_is_told_of_a_roll_to_come() {
    let mut engine = dice();
    engine.ask("position fen 2 5 b -");
    assert_eq!(only(engine.ask("eval")), "Evaluation: 3 (p1's view)");
}

/// By hand, with the static value: Ben's remaining places minus Ann's.
#[test]
fn the_expectation_is_told_before_an_answer_without_a_move() {
    let mut engine = dice();
    for algorithm in ["minimax", "alphabeta", "pvs"] {
        engine.ask(&format!("setoption name Algorithm value {algorithm}"));
        engine.ask("position fen 3 5 a -");
        let lines = engine.go("go depth 1");
        let result = lines.iter().rfind(|line| line.contains(" score ")).unwrap();
        assert!(result.contains(" score cp 2 ") && !result.contains(" pv "), "{algorithm}: {lines:?}");
        assert!(result.contains(" nodes "), "{algorithm}: {lines:?}");
        assert_eq!(lines[lines.len() - 2..], ["info string expectation 2.000000000", "bestmove (none)"], "{algorithm}");
        // At the turn of chance the view is Ann's, no matter who rolls.
        engine.ask("position fen 3 5 b -");
        let lines = engine.go("go depth 1");
        assert_eq!(lines[lines.len() - 2..], ["info string expectation 2.000000000", "bestmove (none)"], "{algorithm}");
        // At a player's move the view is the player's.
        engine.ask("position fen 3 5 b 1");
        let lines = engine.go("go depth 1");
        let best = lines.last().unwrap();
        assert_eq!(lines[lines.len() - 2], "info string expectation -1.000000000", "{algorithm}: {lines:?}");
        assert!(best == "bestmove run" || best == "bestmove hold", "{lines:?}");
    }
    engine.ask("position fen 0 5 b -");
    let lines = engine.go("go");
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
    assert!(lines[0].starts_with("info depth 0 multipv 1 score ") && !lines[0].contains("nodes"), "{lines:?}");
}

#[test]
fn a_search_at_the_turn_of_chance_obeys_clocks_and_is_held_back() {
    let mut engine = dice();
    engine.ask("position fen 20 20 a -");
    let lines = engine.go("go wtime 1000 btime 100");
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
    engine.send("go ponder");
    engine.ask("isready");
    engine.send("ponderhit");
    engine.send("stop");
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove (none)");
}

//! What may be said while a search runs, and what comes back.

use super::{assert_complete, count, only, searching, tic_tac_toe};
use plyd_linked::Engine;
use std::time::Duration;

/// Long enough for an engine to say what it should not say.
const A_WHILE: Duration = Duration::from_millis(300);

fn tic_tac_toe_searching(go: &str) -> Engine {
    let mut engine = tic_tac_toe();
    engine.send(go);
    engine
}

#[test]
fn isready_is_answered_during_a_search_and_stop_brings_a_complete_answer() {
    let mut engine = searching("go infinite");
    let mut lines = Vec::new();
    for _ in 0..3 {
        engine.send("isready");
        lines.extend(engine.until("readyok"));
    }
    assert_eq!(count(&lines, "bestmove"), 0, "{lines:?}");
    lines.extend(engine.go("stop"));
    assert_complete(&lines);
}

/// In kalah a sowing that ends in the own store gives another turn.
#[test]
fn nobody_ponders_on_a_move_of_his_own() {
    let mut engine = Engine::start("kalah");
    let (mut again, mut others) = (0, 0);
    let openings =
        ["", " moves f", " moves f b", " moves b", " moves c", " moves a", " moves a b", " moves e", " moves d"];
    for moves in openings {
        let position = format!("position startpos{moves}");
        engine.ask(&position);
        let turn = only(engine.ask("query turn"));
        let last = engine.go("go depth 6").pop().expect("there is an answer");
        let words: Vec<&str> = last.split(' ').collect();
        let joined = if moves.is_empty() {
            format!("{position} moves {}", words[1])
        } else {
            format!("{position} {}", words[1])
        };
        engine.ask(&joined);
        let keeps_the_turn = only(engine.ask("query turn")) == turn;
        assert_eq!(words.len() == 2, keeps_the_turn, "{joined}: {last}");
        if keeps_the_turn {
            again += 1;
            continue;
        }
        others += 1;
        // The expected reply may give its player another turn: the search goes on all the same.
        engine.ask(&format!("{joined} {}", words[3]));
        engine.send("go ponder p1time 60000 p2time 60000");
        engine.ask("isready");
        engine.send("ponderhit");
        let answer = engine.until("bestmove").pop().expect("there is an answer");
        engine.ask(&format!("{joined} {} {}", words[3], answer.split(' ').nth(1).expect("a move")));
    }
    assert!(again > 0 && others > 1, "{again} second turns, {others} others");
}

#[test]
fn infinite_holds_back_the_bestmove_of_a_solved_tree() {
    for algorithm in ["minimax", "alphabeta", "pvs", "solve", "dfpn", "mcts", "auto"] {
        let mut engine = tic_tac_toe();
        engine.ask(&format!("setoption name Algorithm value {algorithm}"));
        engine.ask("position fen PpP/1p1/P2 w");
        engine.send("go infinite");
        engine.until("info depth");
        while let Some(line) = engine.line_within(A_WHILE) {
            assert!(line.starts_with("info "), "{algorithm}: {line}");
        }
        assert!(only(engine.go("stop")).starts_with("bestmove P@a2"), "{algorithm}");
    }
}

#[test]
fn ponder_holds_back_the_bestmove_until_ponderhit() {
    let mut engine = tic_tac_toe_searching("go ponder wtime 100 btime 100");
    let mut lines = engine.until("info depth");
    while let Some(line) = engine.line_within(A_WHILE) {
        assert!(line.starts_with("info "), "{line}");
        lines.push(line);
    }
    lines.extend(engine.go("ponderhit"));
    assert_complete(&lines);
    assert!(only(engine.ask("ponderhit")).starts_with("info string error no-search "));
}

#[test]
fn ponderhit_starts_the_clock_of_a_search_under_way() {
    let mut engine = searching("go ponder wtime 1000 btime 1000");
    engine.send("isready");
    let mut lines = engine.until("readyok");
    assert_eq!(count(&lines, "bestmove"), 0, "{lines:?}");
    // There is no `stop`: the clock ends it.
    lines.extend(engine.go("ponderhit"));
    assert_complete(&lines);
}

#[test]
fn stop_ends_pondering() {
    let mut engine = searching("go ponder wtime 1000 btime 1000");
    assert_complete(&engine.go("stop"));
    assert!(only(engine.ask("ponderhit")).starts_with("info string error no-search "));
}

#[test]
fn ponderhit_without_pondering_is_an_error() {
    assert!(only(tic_tac_toe().ask("ponderhit")).starts_with("info string error no-search "));
    let mut engine = searching("go infinite");
    let mut lines = engine.ask("ponderhit");
    assert_eq!(count(&lines, "info string error no-search "), 1, "{lines:?}");
    assert_eq!(count(&lines, "bestmove"), 0, "{lines:?}");
    lines.extend(engine.go("stop"));
    assert_complete(&lines);
}

#[test]
fn infinite_still_holds_after_ponderhit() {
    let mut engine = tic_tac_toe_searching("go ponder infinite");
    let mut lines = engine.until("info depth");
    engine.send("ponderhit");
    while let Some(line) = engine.line_within(A_WHILE) {
        assert!(line.starts_with("info "), "{line}");
        lines.push(line);
    }
    lines.extend(engine.go("stop"));
    assert_complete(&lines);
}

#[test]
fn what_would_change_a_search_is_refused_during_it_and_fine_afterwards() {
    let mut engine = searching("go infinite");
    let mut lines = Vec::new();
    for (line, refused) in [("setoption name Algorithm value pvs", 1), ("position startpos", 2), ("ucinewgame", 3)] {
        lines.extend(engine.ask(line));
        assert_eq!(count(&lines, "info string error busy "), refused, "{line}: {lines:?}");
    }
    lines.extend(engine.go("stop"));
    assert_complete(&lines);
    for line in ["setoption name Algorithm value alphabeta", "position startpos", "ucinewgame"] {
        assert!(engine.ask(line).is_empty(), "{line}");
    }
    let lines = engine.go("go");
    assert!(lines[0].starts_with("info depth 3 seldepth 3 multipv 1 score cp 12 nodes 14 "), "{lines:?}");
}

#[test]
fn what_follows_a_stop_waits_for_its_bestmove_and_is_not_refused() {
    let mut engine = searching("go infinite");
    engine.send_bytes(b"stop\nposition 3 5 2 9\nsetoption name Algorithm value alphabeta\nquery fen\ngo\n");
    let lines = engine.until("response");
    assert_eq!(count(&lines, "bestmove "), 1, "{lines:?}");
    assert_eq!(count(&lines, "info string error"), 0, "{lines:?}");
    assert_eq!(lines.last().unwrap(), "response 3 5 2 9");
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with("info depth 2 seldepth 2 multipv 1 score cp 3 nodes 6 "), "{lines:?}");
}

#[test]
fn quit_overtakes_what_waits_and_still_brings_the_bestmove() {
    let mut engine = searching("go infinite");
    engine.send_bytes(b"stop\nposition startpos\ngo infinite\nisready\nquit\n");
    let lines = engine.rest();
    assert!((1..=2).contains(&count(&lines, "bestmove ")), "{lines:?}");
    assert_eq!(count(&lines, "readyok"), 1, "{lines:?}");
}

#[test]
fn quit_stops_the_search_and_brings_its_bestmove() {
    let mut engine = searching("go infinite");
    engine.send("quit");
    let lines = engine.rest();
    assert_complete(&lines);
    assert_eq!(count(&lines, "bestmove "), 1, "{lines:?}");
}

#[test]
fn a_second_go_stops_the_first_and_both_are_answered() {
    let mut engine = searching("go infinite");
    engine.send("go depth 2");
    assert_complete(&engine.until("bestmove"));
    let lines = engine.until("bestmove");
    assert_complete(&lines);
    assert!(lines[lines.len() - 2].starts_with("info depth 2 "), "{lines:?}");
}

#[test]
fn many_gos_at_once_bring_as_many_bestmoves() {
    const GOS: usize = 50;
    let mut engine = tic_tac_toe();
    engine.send_bytes("go infinite\n".repeat(GOS).as_bytes());
    engine.send("stop");
    for _ in 0..GOS {
        assert_complete(&engine.until("bestmove"));
    }
    assert!(engine.ask("stop").is_empty());
}

#[test]
fn a_malformed_go_during_a_search_takes_its_turn() {
    let mut engine = searching("go infinite");
    let lines = engine.go("go depth much");
    assert_complete(&lines);
    assert_eq!(count(&lines, "info string error"), 0, "{lines:?}");
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with("info string error bad-go "), "{lines:?}");
    assert_eq!(lines[1..], ["bestmove (none)"]);
}

#[test]
fn perft_can_be_stopped_and_the_session_goes_on() {
    let mut engine = searching("go perft 26");
    engine.send("stop\nposition 3 5 2 9\ngo perft 2");
    let lines = engine.until("Nodes searched");
    assert_eq!(count(&lines, "info string perft was stopped before its end"), 1, "{lines:?}");
    assert_eq!(lines[lines.len() - 4..], ["0: 2", "1: 2", "", "Nodes searched: 4"]);
}

#[test]
fn a_position_can_be_looked_at_during_a_search() {
    let mut engine = searching("go infinite");
    let mut lines = Vec::new();
    for (line, answer) in [("query p1turn", "response true"), ("eval", "Evaluation: 0 (p1's view)")] {
        lines.extend(engine.ask(line));
        assert_eq!(count(&lines, answer), 1, "{lines:?}");
    }
    lines.extend(engine.ask("view"));
    assert_eq!(count(&lines, "view {\"game\":\"leaftree\","), 1, "{lines:?}");
    lines.extend(engine.go("stop"));
    assert_complete(&lines);
}

#[test]
fn a_client_that_reads_bestmove_is_never_refused() {
    const GAMES: usize = 200;
    let mut engine = tic_tac_toe();
    for _ in 0..GAMES {
        engine.go("go depth 1");
        engine.send("position startpos moves P@b2");
        engine.send("setoption name Ponder value true");
        let lines = engine.go("go depth 1");
        assert_complete(&lines);
        assert_eq!(count(&lines, "info string error"), 0, "{lines:?}");
        engine.send("go perft 1");
        engine.until("Nodes searched");
        engine.send("position startpos");
    }
    assert!(engine.ask("stop").is_empty());
}

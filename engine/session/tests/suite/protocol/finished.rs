//! `go` where no move can be chosen.

use super::{leaf_tree, tic_tac_toe};
use plyd_linked::Engine;

fn assert_answer(engine: &mut Engine, setup: &str, score: &str) {
    for algorithm in ["minimax", "alphabeta", "pvs", "solve", "dfpn", "mcts", "auto"] {
        engine.ask(&format!("setoption name Algorithm value {algorithm}"));
        engine.ask(&format!("position fen {setup}"));
        for go in ["go", "go depth 3", "go nodes 10", "go movetime 5", "go wtime 10 btime 10", "go mate 1"] {
            let expected = [format!("info depth 0 multipv 1 score {score}"), "bestmove (none)".into()];
            let mut told = engine.go(go);
            told.retain(|line| *line != format!("info string depth is not used by {algorithm}"));
            assert_eq!(told, expected, "{algorithm}: {setup}: {go}");
        }
    }
}

#[test]
fn lost_drawn_and_won_positions_say_so_in_both_modes() {
    let mut engine = tic_tac_toe();
    for mode in ["uci", "ugi"] {
        engine.ask(mode);
        assert_answer(&mut engine, "PPP/pp1/3 b", "mate 0");
        assert_answer(&mut engine, "PPP/pp1/3 w", "mate 1");
        assert_answer(&mut engine, "ppp/PP1/P2 w", "mate 0");
        assert_answer(&mut engine, "PpP/PPp/pPp w", "cp 0");
        assert_answer(&mut engine, "PpP/PPp/pPp b", "cp 0");
    }
}

#[test]
fn a_utility_is_told_from_the_view_of_the_side_to_move() {
    let mut engine = leaf_tree();
    assert_answer(&mut engine, "3 5 2 9 @ 1 0", "cp 2");
    assert_answer(&mut engine, "[7] @ 0", "cp -7");
    assert_answer(&mut engine, "[7] min @ 0", "cp 7");
    assert_answer(&mut engine, "-70", "cp -70");
}

#[test]
fn infinite_holds_back_even_the_missing_move() {
    let mut engine = tic_tac_toe();
    engine.ask("position fen PPP/pp1/3 b");
    engine.send("go infinite");
    assert_eq!(engine.line(), "info depth 0 multipv 1 score mate 0");
    assert!(engine.ask("isready").is_empty());
    engine.until("readyok");
    assert_eq!(engine.go("stop"), ["bestmove (none)"]);
}

#[test]
fn perft_of_a_finished_game_has_nothing_to_count() {
    let mut engine = tic_tac_toe();
    engine.ask("position fen PPP/pp1/3 b");
    engine.send("go perft 2");
    assert_eq!(engine.until("Nodes searched"), ["", "Nodes searched: 0"]);
}

//! First words over pipes: both games are found, and the founding example is answered.

use plyd_tests::Engine;

#[test]
fn the_built_engine_finds_both_games_and_answers_the_founding_tree() {
    let mut engine = Engine::start(&[]);
    engine.send("uci");
    let options = engine.until("uciok");
    assert!(options.iter().any(|line| line.contains("var leaftree") && line.ends_with("var tictactoe")), "{options:?}");
    engine.ask("setoption name UCI_Variant value leaftree");
    engine.ask("setoption name Algorithm value alphabeta");
    engine.ask("position fen 3 5 2 9 12 5 23 23");
    let answer = engine.go("go");
    assert!(answer[0].starts_with("info depth 3 seldepth 3 multipv 1 score cp 12 nodes 14 "), "{answer:?}");
    assert!(answer[0].ends_with(" pv 1 0 0"), "{answer:?}");
    assert_eq!(answer[1], "bestmove 1 ponder 0");
    engine.send("quit");
    assert!(engine.process.wait().success());
}

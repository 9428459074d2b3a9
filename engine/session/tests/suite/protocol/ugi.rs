//! The second front door, for runners that know no rules.

use super::{only, tic_tac_toe};
use plyd_linked::{Engine, info_field};

/// X at a3 and c1, O at b2 and c3, X to move: won in three plies.
const WON_IN_THREE: &str = "position fen P1p/1p1/2P w";
/// The same after P@a1: O loses in two plies.
const LOST_IN_TWO: &str = "position fen P1p/1p1/P1P b";

fn score(engine: &mut Engine, position: &str) -> String {
    engine.ask(position);
    let lines = engine.go("go");
    info_field(&lines[lines.len() - 2], "score").unwrap().to_owned()
}

#[test]
fn mate_scores_count_moves_in_uci_and_plies_in_ugi() {
    let mut engine = tic_tac_toe();
    // Before either word it is UCI, and the last of both decides.
    assert_eq!([score(&mut engine, WON_IN_THREE), score(&mut engine, LOST_IN_TWO)], ["mate 2", "mate -1"]);
    engine.ask("ugi");
    assert_eq!([score(&mut engine, WON_IN_THREE), score(&mut engine, LOST_IN_TWO)], ["mate 3", "mate -2"]);
    engine.ask("uci");
    assert_eq!([score(&mut engine, WON_IN_THREE), score(&mut engine, LOST_IN_TWO)], ["mate 2", "mate -1"]);
}

#[test]
fn go_mate_counts_in_the_unit_of_the_mode() {
    let mut engine = tic_tac_toe();
    engine.ask(WON_IN_THREE);
    for (mode, mate, depth) in [("uci", 2, "3"), ("ugi", 3, "3"), ("ugi", 2, "2")] {
        engine.ask(mode);
        // With a filled table it would be found sooner.
        engine.ask("ucinewgame");
        let lines = engine.go(&format!("go mate {mate}"));
        assert_eq!(info_field(&lines[lines.len() - 2], "depth"), Some(depth), "{mode}: {lines:?}");
    }
}

#[test]
fn bestmove_is_two_words_in_ugi() {
    let mut engine = tic_tac_toe();
    assert_eq!(engine.go("go depth 2").last().unwrap(), "bestmove P@a3 ponder P@b3");
    engine.ask("ugi");
    assert_eq!(engine.go("go depth 2").last().unwrap(), "bestmove P@a3");
    assert_eq!(engine.go("go depth").last().unwrap(), "bestmove (none)");
}

#[test]
fn a_runner_plays_a_whole_game_by_queries_alone() {
    let mut engine = tic_tac_toe();
    engine.send("ugi");
    engine.until("ugiok");
    engine.ask("uginewgame");
    let mut moves: Vec<String> = Vec::new();
    loop {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let is_even = moves.len().is_multiple_of(2);
        assert_eq!(only(engine.ask("query p1turn")), format!("response {is_even}"));
        if only(engine.ask("query gameover")) == "response true" {
            break;
        }
        // So much time that the whole game is searched, however busy the machine.
        let lines = engine.go("go p1time 3600000 p2time 3600000 p1inc 0 p2inc 0");
        let words: Vec<_> = lines.last().unwrap().split(' ').collect();
        let ["bestmove", mv] = words.as_slice() else { panic!("{lines:?}") };
        moves.push((*mv).to_owned());
    }
    assert_eq!(only(engine.ask("query result")), "response draw", "{moves:?}");
    assert_eq!(moves.len(), 9);
}

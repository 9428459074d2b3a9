//! `position`, and what shows it: `d` and `eval`.

use super::{leaf_tree, only, tic_tac_toe};
use plyd_linked::Engine;

#[test]
fn moves_are_played_and_a_list_may_be_empty() {
    let mut engine = tic_tac_toe();
    assert!(engine.ask("position startpos moves P@b2 P@a1").is_empty());
    assert_eq!(only(engine.ask("query fen")), "response 3/1P1/p2[PPPPppp] w - - 0 2");
    assert!(engine.ask("position startpos moves ").is_empty());
    assert_eq!(only(engine.ask("query fen")), "response 3/3/3[PPPPPpppp] w - - 0 1");
}

#[test]
fn moves_may_be_written_in_any_case_and_without_the_piece() {
    let mut engine = tic_tac_toe();
    for moves in ["P@b2 P@a1", "p@b2 p@a1", "b2 a1", "B2 P@A1"] {
        engine.ask("position startpos");
        assert!(engine.ask(&format!("position startpos moves {moves}")).is_empty(), "{moves}");
        assert_eq!(only(engine.ask("query fen")), "response 3/1P1/p2[PPPPppp] w - - 0 2", "{moves}");
    }
}

#[test]
fn the_word_fen_may_be_left_out() {
    let mut engine = leaf_tree();
    for setup in ["fen 3 5 2 9", "3 5 2 9", "{3, 5, 2, 9}", "fen {3,5,2,9}"] {
        engine.ask("position startpos");
        assert!(engine.ask(&format!("position {setup}")).is_empty(), "{setup}");
        assert_eq!(only(engine.ask("query fen")), "response 3 5 2 9", "{setup}");
    }
    assert!(engine.ask("position -3 5").is_empty());
    assert_eq!(only(engine.ask("query fen")), "response -3 5");
}

#[test]
fn the_text_of_a_position_is_accepted_as_a_setup() {
    let mut engine = leaf_tree();
    engine.ask("position fen [[3,5,10],[2,?]] min moves 1");
    let text = only(engine.ask("query fen"));
    assert_eq!(text, "response [[3,5,10],[2,?]] min @ 1");
    engine.ask("position startpos");
    engine.ask(&format!("position fen {}", text.strip_prefix("response ").unwrap()));
    assert_eq!(only(engine.ask("query fen")), text);
    let mut engine = tic_tac_toe();
    engine.ask("position fen PpP/1p1/P2 w");
    let text = only(engine.ask("query fen"));
    assert_eq!(text, "response PpP/1p1/P2[PPpp] w - - 0 1");
    engine.ask(&format!("position fen {}", text.strip_prefix("response ").unwrap()));
    assert_eq!(only(engine.ask("query fen")), text);
}

#[test]
fn an_illegal_move_is_told_with_its_number_and_what_is_legal() {
    let mut engine = tic_tac_toe();
    let error = only(engine.ask("position startpos moves P@b2 P@a1 P@b2"));
    assert!(error.contains("move 3") && error.contains("`P@b2`"), "{error}");
    assert!(error.ends_with("the legal moves are P@a3 P@b3 P@c3 P@a2 P@c2 P@b1 P@c1"), "{error}");
    let error = only(engine.ask("position fen PPP/pp1/3 b moves P@a1"));
    assert!(error.contains("move 1") && error.contains("end of the game"), "{error}");
}

#[test]
fn a_setup_may_have_the_signs_of_a_list_around_it() {
    let mut engine = Engine::start("chess");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9";
    for setup in [
        format!("\"{fen}\""),
        format!("'{fen}'"),
        format!("12. {fen}"),
        format!("{fen} | 0.5"),
        format!("{fen} [1.0]"),
        format!("{fen},1"),
        format!("\"{fen}\" moves e2e3"),
    ] {
        assert_eq!(engine.ask(&format!("position fen {setup}")), [""; 0], "{setup}");
        let told = only(engine.ask("query fen"));
        assert!(told.starts_with("response 4k3/8/8/8/8/"), "{setup}: {told}");
        assert_eq!(told.ends_with(" 3 9"), !setup.contains("moves"), "{setup}: {told}");
    }
    // Anything else is refused, and so is what is no position without its frame.
    for setup in [format!("{fen} 100"), format!("{fen} x"), format!("{fen} | x"), "\"8/8 w\"".to_owned()] {
        let told = only(engine.ask(&format!("position fen {setup}")));
        assert!(told.starts_with("info string error bad-position "), "{setup}: {told}");
    }
}

#[test]
fn an_option_that_is_refused_keeps_its_value() {
    let mut engine = Engine::start("hex");
    engine.ask("setoption name hex.Size value 7\nposition startpos");
    let board = engine.ask("query fen");
    let error = only(engine.ask("setoption name hex.Size value 99"));
    assert!(error.starts_with("info string error bad-value "), "{error}");
    assert_eq!(engine.ask("position startpos\nquery fen"), board);
    assert!(engine.go("go nodes 5").last().is_some_and(|best| !best.contains("(none)")));
}

#[test]
fn a_setup_that_makes_no_sense_is_told_what_and_where() {
    let mut engine = leaf_tree();
    let unfit = "5 leaves do not fill a binary tree, which needs a power of 2: the nearest valid counts are 4 and 8";
    for (setup, reason) in [
        ("1 2 3 4 5", unfit),
        ("[[3],[ ]]", "the list at character 6 is empty: it needs at least one leaf"),
        ("3 1000001", "`1000001` at character 3 is outside -1000000 to 1000000"),
    ] {
        let error = only(engine.ask(&format!("position fen {setup}")));
        assert_eq!(error, format!("info string error bad-position {reason}"));
    }
    let deep = "[".repeat(513) + "1" + &"]".repeat(513);
    let error = only(engine.ask(&format!("position fen {deep}")));
    assert_eq!(error, "info string error bad-position `[` at character 513 nests deeper than 512");
    let mut engine = tic_tac_toe();
    let error = only(engine.ask("position fen PPP/3/ppp w"));
    assert!(error.starts_with("info string error bad-position two winners: "), "{error}");
}

#[test]
fn d_shows_board_notation_turn_and_outcome() {
    let mut engine = tic_tac_toe();
    engine.ask("position fen PpP/1p1/P2 b");
    let lines = engine.ask("d");
    assert_eq!(
        lines,
        [
            "3  X O X",
            "2  . O .",
            "1  X . .",
            "   a b c",
            "O to move",
            "Fen: PpP/1p1/P2[PPpp] b - - 0 1",
            "Turn: p2",
            "Outcome: ongoing"
        ]
    );
    engine.ask("position fen PPP/pp1/3 b");
    assert_eq!(engine.ask("d").last().unwrap(), "Outcome: p1 wins");
    let mut engine = leaf_tree();
    engine.ask("position fen 3 5 2 9 @ 1 0");
    let lines = engine.ask("d");
    assert_eq!(lines[lines.len() - 3..], ["Fen: 3 5 2 9 @ 1 0", "Turn: p1", "Outcome: utility 2 (p1's view)"]);
}

#[test]
fn eval_tells_the_static_value_from_the_first_players_view() {
    let mut engine = tic_tac_toe();
    for (setup, value) in
        [("3/3/3 w", 0), ("PPP/pp1/3 b", 10), ("PPP/pp1/3 w", 10), ("ppp/PP1/P2 w", -10), ("PpP/PPp/pPp w", 0)]
    {
        engine.ask(&format!("position fen {setup}"));
        assert_eq!(only(engine.ask("eval")), format!("Evaluation: {value} (p1's view)"), "{setup}");
    }
    let mut engine = leaf_tree();
    engine.ask("position fen 3 5 2 9 min @ 1 0");
    assert_eq!(only(engine.ask("eval")), "Evaluation: 2 (p1's view)");
}

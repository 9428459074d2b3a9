//! What is legal and what is not, the komi, and what is on the board.

use super::{ask, obey, start};

/// The board on which Black's only liberty left in a corner, B1, is one that White surrounds.
const CORNER: [&str; 6] = ["boardsize 5", "play w A3", "play w B2", "play w C1", "play b A1", "play b A2"];

/// As rules of go have it; the option of the game decides otherwise.
#[test]
fn suicide_is_neither_played_nor_accepted_unless_that_is_asked_for() {
    let mut engine = start(&["--nodes", "20"]);
    obey(&mut engine, &CORNER);
    assert_eq!(ask(&mut engine, "play b B1"), "? illegal move: black B1: suicide");
    assert_eq!(ask(&mut engine, "is_legal b B1"), "= 0");
    assert!(!ask(&mut engine, "all_legal b").contains("B1"));
    assert_eq!(ask(&mut engine, "is_legal w B1"), "= 1");
    // What was refused has changed nothing.
    obey(&mut engine, &["genmove b", "undo"]);
    assert_eq!(ask(&mut engine, "list_stones w"), "= C1 B2 A3");
    let mut engine = start(&["--option", "GO.suicide=true"]);
    obey(&mut engine, &CORNER);
    assert_eq!(ask(&mut engine, "is_legal b B1"), "= 1");
    obey(&mut engine, &["play b B1"]);
}

/// Every other point of a board of 3x3 is taken or a point of suicide, so a pass is all that is left.
#[test]
fn where_only_suicide_is_left_it_passes() {
    let mut engine = start(&["--nodes", "200"]);
    obey(&mut engine, &["boardsize 3", "komi 0", "play w A2", "play w B1", "play w B3", "play w C2"]);
    assert_eq!(ask(&mut engine, "all_legal b"), "=");
    assert_eq!(ask(&mut engine, "genmove b"), "= pass");
}

#[test]
fn a_refusal_names_the_move_and_the_reason() {
    let mut engine = start(&["--option", "go.Ko=simple"]);
    obey(&mut engine, &["boardsize 5", "komi 0"]);
    let ko = ["b B4", "w C4", "b A3", "w D3", "b B2", "w C2", "b C3", "w B3"];
    obey(&mut engine, &ko.map(|mv| format!("play {mv}")).each_ref().map(String::as_str));
    for (line, why) in [
        ("play b c3", "black C3: ko"),
        ("play black B3", "black B3: a stone is there"),
        ("play b F6", "black F6: the board has no such point"),
        ("play w A4", ""),
    ] {
        let said = ask(&mut engine, line);
        if why.is_empty() {
            assert_eq!(said, "=", "{line}");
        } else {
            assert_eq!(said, format!("? illegal move: {why}"), "{line}");
        }
    }
}

/// Stones are taken in each part of a game, and one by a move out of turn.
#[test]
fn stones_and_captures_are_told() {
    let mut engine = start(&[]);
    obey(&mut engine, &["boardsize 5"]);
    for colour in ["b", "w"] {
        assert_eq!(ask(&mut engine, &format!("captures {colour}")), "= 0");
        assert_eq!(ask(&mut engine, &format!("list_stones {colour}")), "=");
    }
    obey(&mut engine, &["play b A2", "play w A1", "play b B1", "play w E5"]);
    assert_eq!(ask(&mut engine, "captures b"), "= 1");
    obey(&mut engine, &["play b D5", "play b E4"]);
    assert_eq!((ask(&mut engine, "captures b"), ask(&mut engine, "captures w")), ("= 2".into(), "= 0".into()));
    assert_eq!(ask(&mut engine, "list_stones black"), "= B1 A2 E4 D5");
    assert_eq!(ask(&mut engine, "list_stones white"), "=");
    obey(&mut engine, &["undo"]);
    assert_eq!((ask(&mut engine, "captures b"), ask(&mut engine, "list_stones w")), ("= 1".into(), "= E5".into()));
    obey(&mut engine, &["clear_board"]);
    assert_eq!(ask(&mut engine, "captures b"), "= 0");
}

#[test]
fn the_legal_moves_of_both_colours_are_listed() {
    let mut engine = start(&[]);
    obey(&mut engine, &["boardsize 2", "play b A1"]);
    for colour in ["b", "w"] {
        assert_eq!(ask(&mut engine, &format!("all_legal {colour}")), "= B1 A2 B2", "{colour}");
        assert_eq!(ask(&mut engine, &format!("is_legal {colour} pass")), "= 1");
        assert_eq!(ask(&mut engine, &format!("is_legal {colour} A1")), "= 0");
        assert_eq!(ask(&mut engine, &format!("is_legal {colour} C3")), "= 0");
    }
    // Nothing has changed.
    obey(&mut engine, &["play w B2", "undo", "undo"]);
    let mut engine = start(&["--game", "tictactoe"]);
    obey(&mut engine, &["play b b2"]);
    assert_eq!(ask(&mut engine, "all_legal w").split(' ').count(), 9);
    assert_eq!(ask(&mut engine, "all_legal b"), "=");
    assert_eq!((ask(&mut engine, "is_legal w b2"), ask(&mut engine, "is_legal w P@a1")), ("= 0".into(), "= 1".into()));
}

/// The clocks of KGS: a period of Japanese byo-yomi is for one move, and `time_left` says how many there are.
#[test]
fn the_clocks_of_kgs_are_kept() {
    let mut engine = start(&["--option", "Algorithm=mcts"]);
    obey(&mut engine, &["boardsize 9", "kgs-time_settings byoyomi 0 1 5", "genmove b", "time_left w 1 5", "genmove w"]);
    obey(&mut engine, &["kgs-time_settings canadian 0 1 4", "genmove b", "kgs-time_settings absolute 2", "genmove w"]);
    obey(&mut engine, &["kgs-time_settings none"]);
}

/// HTP has it as `swap-pieces`, and so writes plyd to programs for hex.
#[test]
fn the_swap_of_hex_has_the_name_of_htp() {
    for word in ["swap-pieces", "Swap-Pieces", "swap"] {
        let mut engine = start(&["--game", "hex", "--nodes", "50"]);
        obey(&mut engine, &["boardsize 5 5", "play black b1", &format!("play white {word}")]);
        assert!(ask(&mut engine, "showboard").contains('O'), "{word}");
        obey(&mut engine, &["genmove black"]);
    }
    // The middle of so small a board wins, so that it is taken.
    let mut engine = start(&["--game", "hex", "--depth", "9"]);
    obey(&mut engine, &["boardsize 3 3", "play black b2"]);
    assert!(ask(&mut engine, "all_legal white").ends_with(" swap-pieces"));
    assert_eq!(ask(&mut engine, "genmove white"), "= swap-pieces");
    assert_eq!(ask(&mut engine, "undo"), "=");
}

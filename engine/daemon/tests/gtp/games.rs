//! Other games than go, and whole games of it.

use super::{ask, fed, obey, start};

#[test]
fn two_players_play_a_game_of_go_to_its_end() {
    let mut engine = start(&["--nodes", "300", "--option", "Algorithm=mcts"]);
    obey(&mut engine, &["boardsize 4", "komi 0.5", "clear_board"]);
    let (mut passes, mut moves) = (0, 0);
    while passes < 2 {
        let colour = ["b", "w"][moves % 2];
        let said = ask(&mut engine, &format!("genmove {colour}"));
        let vertex = said.strip_prefix("= ").unwrap_or_else(|| panic!("{said}")).to_owned();
        passes = if vertex == "pass" { passes + 1 } else { 0 };
        moves += 1;
        assert!(moves < 300, "it does not end");
    }
    let score = ask(&mut engine, "final_score");
    assert!(score.starts_with("= B+") || score.starts_with("= W+"), "{score}");
    for _ in 0..moves {
        obey(&mut engine, &["undo"]);
    }
    assert_eq!(ask(&mut engine, "undo"), "? cannot undo");
    assert_eq!(ask(&mut engine, "final_score"), "= W+0.5");
}

/// A ko, and the board before by a move out of turn, which forgets it.
#[test]
fn superko_holds_until_somebody_moves_out_of_turn() {
    let mut engine = start(&[]);
    obey(&mut engine, &["boardsize 5", "komi 0"]);
    let ko = ["b B4", "w C4", "b A3", "w D3", "b B2", "w C2", "b C3", "w B3"];
    obey(&mut engine, &ko.map(|mv| format!("play {mv}")).each_ref().map(String::as_str));
    let refusal = "? illegal move: black C3: ko";
    assert_eq!(ask(&mut engine, "play b C3"), refusal);
    obey(&mut engine, &["play w E1", "play b C3"]);
    obey(&mut engine, &["undo", "undo"]);
    assert_eq!(ask(&mut engine, "play b C3"), refusal);
}

#[test]
fn the_komi_is_an_option_of_the_game_until_it_is_told() {
    let mut engine = start(&["--option", "go.KomiHalfPoints=11", "--option", "go.Size=7"]);
    assert_eq!(ask(&mut engine, "final_score"), "= W+5.5");
    obey(&mut engine, &["boardsize 9", "clear_board"]);
    assert_eq!(ask(&mut engine, "final_score"), "= W+5.5");
    obey(&mut engine, &["play b E5", "komi 0.5", "play b E6"]);
    assert_eq!(ask(&mut engine, "final_score"), "= B+80.5");
    obey(&mut engine, &["clear_board"]);
    assert_eq!(ask(&mut engine, "final_score"), "= W+0.5");
}

fn plays(game: &str, lines: &[(&str, &str)]) {
    let mut engine = start(&["--game", game, "--depth", "4"]);
    for (line, expected) in lines {
        let said = ask(&mut engine, line);
        assert_eq!(&said, expected, "{game}: {line}");
    }
}

#[test]
fn other_games_are_played_with_their_own_moves() {
    plays(
        "tictactoe",
        &[
            ("boardsize 3", "="),
            ("boardsize 4", "? unacceptable size"),
            ("komi 5", "? unknown command"),
            ("play w a1", "? illegal move: white a1: it is not its turn"),
            ("play b a1", "="),
            ("play w b1", "="),
            ("play b a2", "="),
            ("final_score", "? cannot score"),
            ("play w b2", "="),
            ("genmove b", "= P@a3"),
            ("final_score", "= B+"),
            ("genmove w", "? cannot move: the game is over"),
            ("play w c3", "? illegal move: white c3: comes after the end of the game (p1 wins)"),
            ("undo", "="),
            ("reg_genmove w", "? illegal move: it is not its turn"),
            ("play b P@a1", "? illegal move: black P@a1: is not legal"),
        ],
    );
    // Its first player is White.
    plays(
        "chess",
        &[
            ("boardsize 8", "="),
            ("play b e2e4", "? illegal move: black e2e4: it is not its turn"),
            ("play w e2e4", "="),
            ("play b e7e5", "="),
        ],
    );
    plays(
        "hex",
        &[
            ("boardsize 5 7", "? unacceptable size"),
            ("boardsize 5 5", "="),
            ("play b c3", "="),
            ("boardsize 1000", "? unacceptable size"),
        ],
    );
}

#[test]
fn chance_is_played_but_not_searched() {
    let output = fed(&["--game", "backgammon", "--depth", "1"], "genmove w\ngenmove b\n");
    let text = "? cannot move: it is the turn of chance; play the roll\n\n";
    assert_eq!(output, text.repeat(2));
}

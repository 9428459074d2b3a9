//! Tests of the rules in constructed positions, and of random games against the simple rules.

use crate::boards::{BOARDS, open, start};
use crate::plain::Plain;
use plyd_plugin::testing::{legal, move_texts, played, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

/// The texts of the legal moves of a setup.
fn moves(setup: &str) -> String {
    let (game, state) = open(setup).unwrap();
    move_texts(&game, &state).join(" ")
}

#[test]
fn an_amazon_moves_along_a_line_and_shoots_from_there() {
    assert_eq!(moves("Q1*q w"), "a1b1,b1a1");
    assert_eq!(moves("Q2q w"), "a1b1,b1a1 a1b1,b1c1 a1c1,c1a1 a1c1,c1b1");
    assert_eq!(moves("Q2q b"), "d1b1,b1c1 d1b1,b1d1 d1c1,c1b1 d1c1,c1d1");
    assert_eq!(moves("1*q/***/Q*1 b"), "");
    assert_eq!(moves("***q/*1**/Q*** w"), "a1b2,b2a1");
    // Occupied squares are neither entered nor jumped over, and lines end at the edges.
    assert_eq!(moves("Q*2/**q1/4 w"), "");
    assert_eq!(moves("***q/3Q/**** b"), "d3c2,c2a2 d3c2,c2b2 d3c2,c2d3");
}

#[test]
fn a_line_does_not_go_round_an_edge() {
    // The cells after the last file and rank of the largest board do not belong to any board.
    let walls = "*********1/********1Q/**********/**********/**********/**********/**********/**********/1*********/q********* w";
    assert_eq!(moves(walls), "j9i9,i9j9 j9i9,i9j10 j9j10,j10i9 j9j10,j10j9");
    assert_eq!(moves(&walls.replace(" w", " b")), "a1a2,a2a1");
}

#[test]
fn who_cannot_move_loses() {
    let outcome = |setup| {
        let (game, state) = open(setup).unwrap();
        game.outcome(&state)
    };
    assert_eq!(outcome("Q*1q w"), Outcome::Win(Player::Min));
    assert_eq!(outcome("Q*1q b"), Outcome::Ongoing);
    assert_eq!(outcome("Q1*q b"), Outcome::Win(Player::Max));
    assert_eq!(outcome("Qq w"), Outcome::Win(Player::Min));
    let (game, state) = open("Q2q w").unwrap();
    assert_eq!(game.outcome(&played(&game, &state, "a1c1,c1b1")), Outcome::Win(Player::Max));
    assert_eq!(game.outcome(&played(&game, &state, "a1b1,b1a1")), Outcome::Ongoing);
    assert_eq!(game.outcome(&played(&game, &state, "a1b1,b1a1 d1c1,c1d1")), Outcome::Win(Player::Min));
}

#[test]
fn start_positions_have_the_amazons_as_far_from_all_corners() {
    for (options, text) in [
        ("", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1"),
        ("Size=6", "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w - - 0 1"),
        ("Size=8", "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w - - 0 1"),
        ("Size=5", "1q1q1/q3q/5/Q3Q/1Q1Q1 w - - 0 1"),
        ("Size=9", "3q1q3/9/9/q7q/9/Q7Q/9/9/3Q1Q3 w - - 0 1"),
    ] {
        let (game, state) = start(("", options));
        assert_eq!(game.format_state(&state), text);
    }
    assert_eq!(legal(&start(("", "")).0, &start(("", "")).1).len(), 2_176);
}

#[test]
fn random_games_go_by_the_plain_rules() {
    for board in BOARDS {
        let opened = start(board);
        let first = Plain::read(&opened.0.format_state(&opened.1));
        let mut plain = first.clone();
        random_games(&opened, if board == ("", "") { 2 } else { 6 }, |game, state, mv| {
            let text = game.format_state(state);
            assert_eq!(Plain::read(&text), plain, "{text}");
            assert_eq!(game.outcome(state), plain.outcome(), "{text}");
            assert_eq!(move_texts(game, state), plain.moves(), "{text}");
            match mv {
                Some(mv) => plain.play(game.format_move(state, mv)),
                None => plain = first.clone(),
            }
        });
    }
}

//! Tests of the rules in constructed positions, and of random games against the simple rules.

use crate::boards::{BOARDS, open, pads, start};
use crate::plain::Plain;
use plyd_plugin::testing::{legal, move_texts, played, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

/// The texts of the legal moves of a setup.
fn moves(setup: &str, options: &str) -> String {
    let (game, state) = open(setup, options).unwrap();
    move_texts(&game, &state).join(" ")
}

fn outcome(setup: &str, options: &str) -> Outcome {
    let (game, state) = open(setup, options).unwrap();
    game.outcome(&state)
}

#[test]
fn a_king_steps_to_a_free_square_and_any_free_square_is_removed() {
    assert_eq!(moves("**p/*1*/P** w", "Pads=false"), "a1b2,b2a1");
    assert_eq!(moves("1*p/*1*/P** w", "Pads=false"), "a1b2,b2a1 a1b2,b2a3");
    assert_eq!(moves("1*p/2*/P** b", "Pads=false"), "c3b2,b2a2 c3b2,b2a3 c3b2,b2c3");
    // A king cannot step onto the other king, or across an edge.
    assert_eq!(moves("***/*p*/P*1 w", "Pads=false"), "");
    assert_eq!(moves("****/1*1P/***p w", "Pads=false"), "d2c2,c2a2 d2c2,c2d2");
    let (game, state) = open("1*p/*1*/P** w", "Pads=false").unwrap();
    assert_eq!(game.format_state(&played(&game, &state, "a1b2,b2a3")), "**p/*P*/1** b - - 1 1");
}

#[test]
fn pads_are_never_removed_but_may_be_stood_on() {
    assert_eq!(moves("*p*/***/*1P w", ""), "c1b1,b1c1");
    assert_eq!(moves("*p*/***/1P* w", ""), "");
    assert_eq!(moves("*p*/***/1P* w", "Pads=false"), "b1a1,a1b1");
    assert_eq!(moves("*p*/1**/1P* w", ""), "b1a1,a1a2 b1a2,a2a1");
    // Both pads are free, but neither can be removed.
    assert_eq!(moves("*1p/***/P1* b", ""), "c3b3,b3c3");
    assert_eq!(moves("*1*/1p*/P1* b", ""), "b2b1,b1a2 b2b1,b1b2 b2a2,a2b2 b2b3,b3a2 b2b3,b3b2");
    // A pad can already be removed in a setup.
    assert_eq!(moves("***/*p*/P*1 b", ""), "b2c1,c1b2");
}

#[test]
fn who_cannot_move_loses() {
    for (turn, winner) in [("w", Player::Min), ("b", Player::Max)] {
        assert_eq!(outcome(&format!("p**/***/**P {turn}"), ""), Outcome::Win(winner));
        assert_eq!(outcome(&format!("p1*/***/*1P {turn}"), ""), Outcome::Ongoing);
    }
    // A step is illegal if no square can be removed after it.
    assert_eq!(outcome("*p*/***/1P* w", ""), Outcome::Win(Player::Min));
    let (game, state) = open("*1p/*1*/P** w", "Pads=false").unwrap();
    assert_eq!(game.outcome(&played(&game, &state, "a1b2,b2b3")), Outcome::Win(Player::Max));
    assert_eq!(game.outcome(&played(&game, &state, "a1b2,b2a1")), Outcome::Ongoing);
    assert_eq!(game.outcome(&played(&game, &state, "a1b2,b2a1 c3b3,b3c3")), Outcome::Win(Player::Min));
}

#[test]
fn start_positions_have_the_kings_in_the_middle_of_their_ranks() {
    for (options, text) in [
        ("", "3p2/6/6/6/6/6/6/2P3 w - - 0 1"),
        ("Files=7 Ranks=7", "3p3/7/7/7/7/7/3P3 w - - 0 1"),
        ("Files=2 Ranks=2", "1p/P1 w - - 0 1"),
        ("Files=8 Ranks=3 Pads=false", "4p3/8/3P4 w - - 0 1"),
    ] {
        let (game, state) = start(options);
        assert_eq!(game.format_state(&state), text);
    }
    assert_eq!(legal(&start("").0, &start("").1).len(), 225);
}

#[test]
fn random_games_go_by_the_plain_rules() {
    for options in BOARDS {
        let opened = start(options);
        let first = Plain::read(&opened.0.format_state(&opened.1), pads(options).is_empty());
        let mut plain = first.clone();
        random_games(&opened, 6, |game, state, mv| {
            let text = game.format_state(state);
            assert_eq!(Plain::read(&text, pads(options).is_empty()), plain, "{text}");
            assert_eq!(game.outcome(state), plain.outcome(), "{text}");
            assert_eq!(move_texts(game, state), plain.moves(), "{text}");
            match mv {
                Some(mv) => plain.play(game.format_move(state, mv)),
                None => plain = first.clone(),
            }
        });
    }
}

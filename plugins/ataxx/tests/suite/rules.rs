//! The rules: what each does in positions made for it, and random games by the plain ones.

use crate::open;
use crate::plain::Plain;
use ataxx::PASS;
use plyd_plugin::testing::{legal, move_texts, played, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

/// Setups for random games: the start, walls, one stone against many, and a corner behind walls.
pub(crate) const SETUPS: [&str; 4] =
    ["", "P5p/7/2*1*2/3*3/2*1*2/7/p5P b", "ppppppp/ppppppp/ppppppp/7/7/7/PPPPPP1 w", "P1**2p/1***3/****3/7/7/7/p5P w"];

fn outcome(setup: &str) -> Outcome {
    let (game, state) = open(setup);
    game.outcome(&state)
}

/// The board and the player to move after moves.
fn board(setup: &str, moves: &str) -> String {
    let (game, state) = open(setup);
    let text = game.format_state(&played(&game, &state, moves));
    text.split(" - ").next().unwrap().to_string()
}

#[test]
fn a_clone_fills_a_cell_and_a_jump_leaves_one() {
    assert_eq!(board("7/7/7/7/7/7/P5p w", "P@b2"), "7/7/7/7/7/1P5/P5p b");
    assert_eq!(board("7/7/7/7/7/7/P5p w", "a1b3"), "7/7/7/7/1P5/7/6p b");
    let (game, state) = open("7/7/7/7/7/7/P5p w");
    assert_eq!(move_texts(&game, &state).join(" "), "P@b1 a1c1 P@a2 P@b2 a1c2 a1a3 a1b3 a1c3");
    // Nothing wraps round an edge.
    let (game, state) = open("7/7/7/6P/7/7/p6 w");
    assert_eq!(
        move_texts(&game, &state).join(" "),
        "g4e2 g4f2 g4g2 g4e3 P@f3 P@g3 g4e4 P@f4 g4e5 P@f5 P@g5 g4e6 g4f6 g4g6"
    );
}

#[test]
fn all_stones_around_are_turned_over_and_no_others() {
    assert_eq!(board("7/7/1ppp3/1p1p3/1ppp3/7/P4P1 w", "P@b1 P@a5"), "7/7/pppp3/1p1p3/1ppp3/7/PP3P1 w");
    assert_eq!(board("7/3P3/1ppp3/1p1p3/1ppp3/7/7 w", "d6c4"), "7/7/1PPP3/1PPP3/1PPP3/7/7 b");
    assert_eq!(board("p1p4/7/p1p4/7/7/7/P6 w", "P@b2"), "p1p4/7/p1p4/7/7/1P5/P6 b");
}

#[test]
fn a_player_without_a_move_passes_and_the_other_goes_on() {
    let (game, state) = open("7/7/7/7/ppppppp/ppppppp/PPPPPPP w");
    assert_eq!(legal(&game, &state), [PASS]);
    assert_eq!(move_texts(&game, &state), ["a1a1"]);
    let next = played(&game, &state, "a1a1");
    assert_eq!(game.format_state(&next), "7/7/7/7/ppppppp/ppppppp/PPPPPPP b - - 1 1");
    assert!(!legal(&game, &next).contains(&PASS));
}

#[test]
fn a_game_ends_without_stones_of_a_player_or_when_nobody_can_move() {
    for turn in ["w", "b"] {
        assert_eq!(outcome(&format!("7/7/7/3P3/7/7/7 {turn}")), Outcome::Win(Player::Max));
        assert_eq!(outcome(&format!("7/7/7/3p3/7/7/7 {turn}")), Outcome::Win(Player::Min));
        assert_eq!(outcome(&format!("7/7/7/7/7/7/7 {turn}")), Outcome::Draw);
        assert_eq!(outcome(&format!("P**3p/***4/***4/7/7/7/7 {turn}")), Outcome::Ongoing);
        assert_eq!(outcome(&format!("P**1**p/***1***/***1***/7/7/7/7 {turn}")), Outcome::Draw);
        assert_eq!(outcome(&format!("PP****p/*******/*******/7/7/7/7 {turn}")), Outcome::Win(Player::Max));
        let full = "PPPPPPP/PPPPPPP/PPPPPPP/pppPPPP/ppppppp/ppppppp/ppppppp";
        assert_eq!(outcome(&format!("{full} {turn}")), Outcome::Win(Player::Max));
        let swapped: String = full.chars().map(|letter| if letter == 'P' { 'p' } else { letter }).collect();
        assert_eq!(outcome(&format!("{swapped} {turn}")), Outcome::Win(Player::Min));
    }
}

#[test]
fn a_hundred_plies_without_a_clone_are_a_draw_but_an_end_counts_first() {
    assert_eq!(outcome("P5p/7/7/7/7/7/p5P w - - 99 60"), Outcome::Ongoing);
    let (game, state) = open("P5p/7/7/7/7/7/p5P w - - 99 60");
    assert_eq!(game.outcome(&played(&game, &state, "a7a5")), Outcome::Draw);
    assert_eq!(game.outcome(&played(&game, &state, "P@a6")), Outcome::Ongoing);
    assert_eq!(outcome("7/7/7/3P3/7/7/7 w - - 100 60"), Outcome::Win(Player::Max));
    let (game, state) = open("7/7/7/p6/7/P6/7 w - - 99 60");
    assert_eq!(game.outcome(&played(&game, &state, "a2b4")), Outcome::Win(Player::Max));
}

#[test]
fn random_games_go_by_the_plain_rules() {
    for setup in SETUPS {
        let opened = open(setup);
        let first = Plain::read(&opened.0.format_state(&opened.1));
        let mut plain = first.clone();
        random_games(&opened, 20, |game, state, mv| {
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

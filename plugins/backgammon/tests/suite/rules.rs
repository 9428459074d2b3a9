//! Tests of the rules with examples and against the simple rules.

use crate::boards::{open, setup, start};
use crate::plain::Plain;
use plyd_plugin::testing::{after, legal, move_texts, random_games};
use plyd_plugin::{Game, Move, Outcome, Player, Plugin, Turn};
use plyd_trials::PlainRules;
use std::collections::BTreeSet;

/// The texts of all plays, in alphabetical order.
fn plays(own: &[usize], opponent: &[usize], dice: &str) -> String {
    let texts = [Player::Max, Player::Min].map(|mover| {
        let (game, state) = open(&setup(mover, own, opponent, dice), "").unwrap();
        let mut texts = move_texts(&game, &state);
        texts.sort();
        texts.join(" ")
    });
    assert_eq!(texts[0], texts[1], "both players have the same plays");
    texts[0].clone()
}

#[test]
fn every_position_of_random_games_is_that_of_the_plain_rules() {
    let mut most = 0;
    for options in ["", "Opening=any"] {
        random_games(&start(options), 30, |game, state, _| {
            let text = game.format_state(state);
            let plain = Plain::read(&text, options.is_empty());
            assert_eq!(game.outcome(state), plain.outcome(), "{text}");
            let moves = legal(game, state);
            let read = |mv: &Move| Plain::read(&game.format_state(&after(game, state, *mv)), options.is_empty());
            let children: BTreeSet<Plain> = moves.iter().map(read).collect();
            assert_eq!(children.len(), moves.len(), "{text} has two plays with one end");
            let expected: BTreeSet<Plain> = plain.children().into_iter().collect();
            if plain.outcome() == Outcome::Ongoing {
                assert_eq!(children, expected, "{text}");
            } else {
                assert!(moves.is_empty());
            }
            most = most.max(moves.len());
        });
    }
    assert!(most > 100, "the most plays were {most}");
}

#[test]
fn rolls_have_their_weights() {
    let rolls = |setup: &str, options: &str| {
        let (game, state) = open(setup, options).unwrap();
        assert_eq!(game.turn(&state), Turn::Chance);
        let moves = legal(&game, &state);
        let mut weights = vec![0; moves.len()];
        game.weights(&state, &moves, &mut weights);
        let texts = move_texts(&game, &state);
        texts.into_iter().zip(weights).map(|(text, weight)| format!("{text}:{weight}")).collect::<Vec<_>>().join(" ")
    };
    let opening = "21:2 31:2 32:2 41:2 42:2 43:2 51:2 52:2 53:2 54:2 61:2 62:2 63:2 64:2 65:2";
    assert_eq!(rolls("", ""), opening);
    assert_eq!(rolls("4HPwATDgc/ABMA b", ""), opening, "also if Black begins");
    let all =
        "11:1 21:2 22:1 31:2 32:2 33:1 41:2 42:2 43:2 44:1 51:2 52:2 53:2 54:2 55:1 61:2 62:2 63:2 64:2 65:2 66:1";
    assert_eq!(rolls("", "Opening=any"), all);
    assert_eq!(rolls("sGfwATDgc/ABMA b", ""), all, "after the opening every roll is possible");
}

#[test]
fn both_dice_have_to_be_used() {
    // A 6 is only possible after the 5.
    assert_eq!(plays(&[24, 13], &[18, 18, 7, 7], "65"), "13/2 24/13");
    // Only one of the dice can be used, which has to be the higher one if possible.
    assert_eq!(plays(&[20], &[14, 14], "63"), "20/14");
    assert_eq!(plays(&[20], &[14, 14, 11, 11], "63"), "20/17");
    assert_eq!(plays(&[20], &[14, 14, 11, 11, 8, 8], "63"), "none");
}

#[test]
fn plays_that_end_alike_count_once() {
    // 13/7/2 and 13/8/2 are the same play unless a man is hit on the way.
    assert_eq!(plays(&[13], &[24, 24], "65"), "13/2");
    assert_eq!(plays(&[13], &[18, 24], "65"), "13/2 13/7*/2");
    assert_eq!(plays(&[13], &[17, 24], "65"), "13/2 13/8*/2");
    assert_eq!(plays(&[13], &[17, 18], "65"), "13/7*/2 13/8*/2");
}

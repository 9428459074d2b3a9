//! Tests of the invariants that searches rely on, in random games.

use crate::boards::{open, setup, start};
use crate::plain::Plain;
use backgammon::Backgammon;
use plyd_plugin::testing::{Keys, after, check_keys_differ, legal, random_games};
use plyd_plugin::{Facts, Game, Player, Plugin, Turn};

const OPTIONS: [&str; 4] = ["", "Scoring=wins", "Evaluate=pips", "Scoring=wins Evaluate=pips Opening=any"];

#[test]
fn values_are_within_the_declared_bounds() {
    let endings = [setup(Player::Max, &[6, 5, 3, 3], &[24, 24, 6], "-"), setup(Player::Min, &[1], &[25; 15], "-")];
    for options in OPTIONS {
        for setup in ["", &endings[0], &endings[1]] {
            random_games(&open(setup, options).unwrap(), 10, |game, state, mv| {
                if mv.is_some() {
                    let (value, facts) = (game.evaluate(state), game.facts());
                    let chance = facts.chance.unwrap();
                    assert!(value.abs() < facts.win && (chance.low..=chance.high).contains(&value), "{options}");
                }
            });
        }
    }
}

#[test]
fn the_value_in_pips_is_that_of_the_plain_rules() {
    random_games(&start("Evaluate=pips"), 10, |game, state, mv| {
        if mv.is_some() {
            let text = game.format_state(state);
            assert_eq!(game.evaluate(state), Plain::read(&text, true).lead(), "{text}");
        }
    });
    let (game, state) = open(&setup(Player::Max, &[1], &[25; 15], "-"), "Evaluate=pips").unwrap();
    assert_eq!(game.evaluate(&state), 374, "it has no cap");
}

/// The position with exchanged players.
fn turned(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    format!("{} {} {}", fields[0], if fields[1] == "w" { 'b' } else { 'w' }, fields[2])
}

#[test]
fn both_players_are_judged_alike() {
    for options in OPTIONS {
        random_games(&start(options), 5, |game, state, mv| {
            if mv.is_some() {
                let (other, same) = open(&turned(&game.format_state(state)), options).unwrap();
                assert_eq!(game.evaluate(state), -other.evaluate(&same));
                assert_eq!(legal(game, state), legal(&other, &same));
            }
        });
    }
}

#[test]
fn keys_are_equal_exactly_for_equal_positions_with_equal_options() {
    let mut keys = Keys::default();
    for options in OPTIONS {
        random_games(&start(options), 30, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, options).unwrap();
            assert_eq!(game.key(state), reopened.key(&same));
            keys.add(game.key(state), &format!("{text} {options}"));
        });
    }
    assert!(keys.count() > 10_000);
    check_keys_differ::<Backgammon>(&[
        "4HPwATDgc/ABMA w",
        "4HPwATDgc/ABMA b",
        "4HPwATDgc/ABMA w 31",
        "4HPwATDgc/ABMA w 32",
        "4HPwATDgc/ABMA w 33",
        "4HPwATDgc/ABMA b 31",
        "sGfwATDgc/ABMA w",
        "sGfwATDgc/ABMA b",
    ]);
}

#[test]
fn better_plays_are_rated_higher() {
    random_games(&start(""), 5, |game, state, mv| {
        if mv.is_none() || game.turn(state) == Turn::Chance {
            return;
        }
        let moves = legal(game, state);
        let mut scores = vec![0; moves.len()];
        game.order(state, &moves, &mut scores);
        let sign = if game.turn(state) == Player::Max { 1 } else { -1 };
        for (mv, score) in moves.iter().zip(scores) {
            let child = after(game, state, *mv);
            let is_over = legal(game, &child).is_empty();
            assert_eq!(score, if is_over { 3_001 } else { sign * game.evaluate(&child) });
        }
    });
}

#[test]
fn the_declared_facts() {
    let bounds = |setup: &str, options: &str| {
        let Facts { max_moves, max_plies, win, chance, .. } = open(setup, options).unwrap().0.facts();
        assert_eq!((max_moves, max_plies), (3_060, Facts::UNBOUNDED));
        let chance = chance.unwrap();
        assert_eq!(chance.max_outcomes, 21);
        (chance.low, chance.high, win)
    };
    assert_eq!(bounds("", ""), (-3_000, 3_000, 3_001));
    assert_eq!(bounds("", "Scoring=wins"), (-1_000, 1_000, 1_000));
    // A player who has borne off a man loses at most one point.
    let all = [6; 15];
    assert_eq!(bounds(&setup(Player::Max, &all, &[6], "-"), ""), (-3_000, 1_000, 3_001));
    assert_eq!(bounds(&setup(Player::Min, &all, &[6], "-"), ""), (-1_000, 3_000, 3_001));
    assert_eq!(bounds(&setup(Player::Max, &[6], &[6], "31"), ""), (-1_000, 1_000, 3_001));
}

#[test]
fn only_a_man_that_is_borne_off_never_comes_back() {
    // White has one man on the bar, Black's home board is closed, and Black waits. The position does not change until
    // the dice help.
    let (game, shut_out) = open("/j4HAAD9OQCAWA w 22", "").unwrap();
    let none = legal(&game, &shut_out)[0];
    assert!(!game.is_irreversible(&shut_out, none), "two plays of nothing lead back");
    let (game, last) = open(&setup(Player::Max, &[6, 1], &[6, 5, 4], "61"), "").unwrap();
    let off: Vec<_> = legal(&game, &last).into_iter().map(|mv| game.is_irreversible(&last, mv)).collect();
    assert_eq!(off, vec![true; off.len()]);
    let (game, start) = open("4HPwATDgc/ABMA w 31", "").unwrap();
    assert!(legal(&game, &start).into_iter().all(|mv| !game.is_irreversible(&start, mv)));
}

//! Tests of known expectations: MAX begins from the start position, and the value of a position is the pip difference.
//! Sources: OpenSpiel for the 15 rolls that are not doubles, a separate program for all rolls.

use crate::boards::{open, start};
use crate::plain::{Plain, expectation};
use plyd_plugin::testing::random_games;
use plyd_plugin::{Game, Player, Plugin};
use plyd_search::{Algorithm, Control, Root, SearcherLimits, SearcherSettings, TranspositionTable};
use plyd_trials::search;

const OPTIONS: &str = "Opening=any Evaluate=pips";

/// The expectation of a setup from MAX's point of view, according to an algorithm at a depth.
pub(crate) fn found(algorithm: Algorithm, setup: &str, options: &str, depth: u32) -> f64 {
    let (game, state) = open(setup, options).unwrap();
    let table = TranspositionTable::new(16).unwrap();
    let settings = SearcherSettings { table: (algorithm == Algorithm::Pvs).then_some(&table), ..algorithm.into() };
    let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
    let root = Root::new(&game, &state);
    let answer = search(&root, settings, &limits, &Control::new(), &mut |_| {});
    assert!(answer.fault.is_none(), "{} of {setup}", algorithm.name());
    let expectation = answer.expectation.unwrap();
    if game.turn(&state) == Player::Min { -expectation } else { expectation }
}

/// Checks that all algorithms find the expectation, which is given as a fraction.
pub(crate) fn check(setup: &str, options: &str, depth: u32, (top, bottom): (i32, i32)) {
    for algorithm in Algorithm::BY_DEPTH {
        let (found, expected) = (found(algorithm, setup, options, depth), f64::from(top) / f64::from(bottom));
        assert!((found - expected).abs() < 1e-9, "{} of {setup}: {found}, not {expected}", algorithm.name());
    }
}

#[test]
fn a_roll_and_a_play() {
    check("", OPTIONS, 2, (294, 36));
}

#[test]
fn two_rolls_and_two_plays() {
    check("", OPTIONS, 4, (-1_098, 1_296));
}

#[test]
fn a_play_a_roll_and_a_play() {
    for (dice, value) in [
        ("21", -257),
        ("31", -150),
        ("41", -114),
        ("51", -149),
        ("32", -114),
        ("42", -78),
        ("62", -150),
        ("53", -6),
        ("54", -66),
        ("65", 80),
        ("11", -150),
        ("22", -6),
        ("44", 282),
    ] {
        check(&format!("4HPwATDgc/ABMA w {dice}"), OPTIONS, 3, (value, 36));
    }
}

#[test]
fn three_plays_with_two_rolls_between() {
    check("4HPwATDgc/ABMA w 31", OPTIONS, 5, (6_356, 1_296));
}

#[test]
fn expectations_of_random_positions_are_those_of_the_plain_rules() {
    let mut compared = 0;
    random_games(&start(OPTIONS), 2, |game, state, mv| {
        if mv.is_none() || compared >= 120 {
            return;
        }
        let (text, depth) = (game.format_state(state), 2);
        let expected = expectation(&Plain::read(&text, false), depth);
        for algorithm in Algorithm::BY_DEPTH {
            let found = found(algorithm, &text, OPTIONS, depth);
            assert!((found - expected).abs() < 1e-9, "{} of {text}: {found}, not {expected}", algorithm.name());
        }
        compared += 1;
    });
    assert!(compared > 60, "{compared}");
}

//! Tests of the last rolls of a game, whose probabilities are known. Sources: a separate program, and for one roll a
//! calculation by hand; GNU Backgammon agrees as far as its tables go.

use crate::boards::setup;
use crate::values::found;
use plyd_plugin::Player;
use plyd_search::Algorithm;

/// The probability that the player who rolls first wins, according to the algorithm at this depth in plies.
fn win(algorithm: Algorithm, own: &[usize], opponent: &[usize], depth: u32) -> f64 {
    let of = |mover| found(algorithm, &setup(mover, own, opponent, "-"), "Scoring=wins", depth);
    let (white, black) = (of(Player::Max), of(Player::Min));
    assert!((white + black).abs() < 1e-9, "the players are alike: {white}, {black}");
    (white / 1_000.0 + 1.0) / 2.0
}

fn check(algorithm: Algorithm, own: &[usize], opponent: &[usize], depth: u32, expected: f64, precision: f64) {
    let found = win(algorithm, own, opponent, depth);
    let name = algorithm.name();
    assert!((found - expected).abs() < precision, "{name}, {own:?} and {opponent:?}: {found}, not {expected}");
}

/// The opponent bears off the last men with any roll.
#[test]
fn one_or_two_men_are_off_with_one_roll() {
    for (men, rolls) in [
        (vec![1], 36),
        (vec![2], 36),
        (vec![3], 36),
        (vec![4], 34),
        (vec![5], 31),
        (vec![6], 27),
        (vec![1, 1], 36),
        (vec![2, 1], 36),
        (vec![2, 2], 26),
        (vec![3, 1], 34),
        (vec![3, 2], 25),
        (vec![3, 3], 17),
        (vec![4, 1], 29),
        (vec![4, 2], 23),
        (vec![4, 3], 17),
        (vec![4, 4], 11),
        (vec![5, 1], 23),
        (vec![5, 2], 19),
        (vec![5, 3], 14),
        (vec![5, 4], 10),
        (vec![5, 5], 6),
        (vec![6, 1], 15),
        (vec![6, 2], 13),
        (vec![6, 3], 10),
        (vec![6, 4], 8),
        (vec![6, 5], 6),
        (vec![6, 6], 4),
    ] {
        for algorithm in Algorithm::BY_DEPTH {
            check(algorithm, &men, &[1], 4, f64::from(rolls) / 36.0, 1e-9);
        }
    }
}

#[test]
fn short_endings_have_their_exact_probabilities() {
    for (own, opponent, depth, expected) in
        [(vec![6], vec![6], 8, 1_053.0 / 1_296.0), (vec![6], vec![1], 4, 0.75), (vec![5, 2], vec![1], 4, 19.0 / 36.0)]
    {
        for algorithm in Algorithm::BY_DEPTH {
            check(algorithm, &own, &opponent, depth, expected, 1e-9);
        }
    }
}

#[test]
fn longer_endings_have_their_exact_probabilities() {
    for (own, depth, expected) in [
        (vec![5, 2], 12, 0.749_323_654_931),
        (vec![3, 2, 1], 12, 1_141.0 / 1_296.0),
        (vec![2, 2, 1, 1], 12, 1_141.0 / 1_296.0),
    ] {
        check(Algorithm::Pvs, &own, &own, depth, expected, 1e-6);
    }
}

#[cfg(feature = "long-tests")]
#[test]
fn the_longest_endings_have_their_exact_probabilities() {
    for (own, depth, expected) in [(vec![6, 6], 16, 0.754_494_349_223), (vec![6, 6, 6], 24, 0.712_808_143_475)] {
        check(Algorithm::Pvs, &own, &own, depth, expected, 1e-6);
    }
}

/// One man against fifteen of which none is off. 27 of 36 rolls win a gammon at once; after the others, the game counts
/// a single point if the opponent bears off a man.
#[test]
fn gammons_count_twice() {
    for (point, depth, expected) in [(1, 8, 1.75), (6, 12, 271.0 / 144.0)] {
        let setup = setup(Player::Max, &[6], &[point; 15], "-");
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
            let found = found(algorithm, &setup, "", depth) / 1_000.0;
            assert!((found - expected).abs() < 1e-6, "{}, {point}: {found}", algorithm.name());
        }
    }
}

//! Backgammon without the cube: how many nodes the searches of games with chance visit, on a real game.
//!
//! The plays of each roll, their counts and all values were computed by a program of its own, and compared with gnubg
//! (plays of all 21 rolls) and OpenSpiel (counts, and values after one reply).

mod rules;

use plyd_rules::{Game, Move, Turn};
use plyd_search::{
    Algorithm, Control, EnteredNode, LeafKind, NoObserver, Observer, PerftResult, Root, SearchResult, SearcherLimits,
    SearcherSettings, Techniques, perft,
};
use plyd_trials::observed::search;
use rules::{Backgammon, BackgammonPosition};

/// Counts the leaves of the iteration at work.
#[derive(Default)]
struct Leaves(u64);

impl Observer for Leaves {
    fn enter(&mut self, node: EnteredNode) {
        if node.ply == 0 {
            self.0 = 0;
        }
    }

    fn leaf(&mut self, _: usize, _: f64, _: LeafKind) {
        self.0 += 1;
    }
}

/// Without any order of moves.
const IN_ORDER: Techniques = Techniques { game_order: false, learnt_order: false, ..Techniques::EXACT };

/// Searches `depth` plies without a table; a roll is a ply.
fn look(game: &Backgammon, root: &BackgammonPosition, algorithm: Algorithm, depth: u32) -> (SearchResult, u64) {
    let settings = SearcherSettings { algorithm, techniques: IN_ORDER, ..SearcherSettings::default() };
    let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
    let mut leaves = Leaves::default();
    let answer = search(&Root::new(game, root), settings, &limits, &Control::new(), &mut leaves, &mut |_| {});
    (answer, leaves.0)
}

fn rolled(game: &Backgammon, roll: u32) -> BackgammonPosition {
    let mut position = BackgammonPosition::start();
    game.play(&mut position, Move(roll));
    position
}

fn counts(game: &Backgammon, depths: std::ops::RangeInclusive<u32>) -> Vec<u64> {
    let start = BackgammonPosition::start();
    depths
        .map(|depth| match perft(&Root::new(game, &start), depth, &Control::new(), &mut |_, _| {}) {
            PerftResult::Total(count) => count,
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn outcomes_are_plies_that_count_once_each() {
    assert_eq!(counts(&Backgammon { opening: true }, 1..=4), [15, 190, 3_990, 89_153]);
    assert_eq!(counts(&Backgammon { opening: false }, 1..=4), [21, 447, 9_387, 202_782]);
}

#[test]
fn every_roll_has_the_plays_of_the_rules() {
    let game = Backgammon { opening: false };
    for (roll, plays) in [
        (21, 15),
        (31, 16),
        (41, 14),
        (51, 8),
        (61, 10),
        (32, 17),
        (42, 18),
        (52, 8),
        (62, 14),
        (43, 17),
        (53, 9),
        (63, 14),
        (54, 9),
        (64, 14),
        (65, 7),
        (11, 42),
        (22, 75),
        (33, 73),
        (44, 52),
        (55, 4),
        (66, 11),
    ] {
        assert_eq!(rules::plays(&rolled(&game, roll)).len(), plays, "{roll}");
    }
}

/// The expectation times 1,296, which all algorithms agree on.
fn value(game: &Backgammon, root: &BackgammonPosition, depth: u32) -> f64 {
    let values =
        Algorithm::BY_DEPTH.map(|algorithm| look(game, root, algorithm, depth).0.expectation.unwrap() * 1_296.0);
    assert!(values.iter().all(|value| (value - values[0]).abs() < 1e-6), "{values:?}");
    values[0]
}

#[test]
fn one_and_two_plays_have_their_expectations() {
    let game = Backgammon { opening: false };
    let start = BackgammonPosition::start();
    assert_eq!(game.turn(&start), Turn::Chance);
    assert!((value(&game, &start, 2) - 294.0 * 36.0).abs() < 1e-6);
    assert!((value(&game, &start, 4) + 1_098.0).abs() < 1e-6);
    for (roll, expected) in [
        (21, -257),
        (31, -150),
        (41, -114),
        (51, -149),
        (32, -114),
        (42, -78),
        (62, -150),
        (53, -6),
        (54, -66),
        (65, 80),
        (11, -150),
        (22, -6),
        (44, 282),
    ] {
        let value = value(&game, &rolled(&game, roll), 3);
        assert!((value - f64::from(expected) * 36.0).abs() < 1e-6, "{roll}: {value}");
    }
}

#[test]
fn probes_save_nine_leaves_of_ten_in_three_plays() {
    let game = Backgammon { opening: true };
    let root = rolled(&game, 31);
    let (all, leaves) = look(&game, &root, Algorithm::Minimax, 5);
    assert_eq!(leaves, 4_179_897);
    let (star1, fewer) = look(&game, &root, Algorithm::AlphaBeta, 5);
    assert!(star1.nodes < all.nodes && fewer < leaves, "{fewer} leaves");
    let (star2, fewest) = look(&game, &root, Algorithm::Pvs, 5);
    assert!(fewest < 420_000, "{fewest} leaves");
    for answer in [all, star1, star2] {
        assert!((answer.expectation.unwrap() - 6_356.0 / 1_296.0).abs() < 1e-9, "{answer:?}");
    }
}

#[test]
fn a_roll_is_not_chosen() {
    let game = Backgammon { opening: true };
    for algorithm in Algorithm::BY_DEPTH {
        let limits = SearcherLimits { depth: Some(2), ..SearcherLimits::default() };
        let start = BackgammonPosition::start();
        let control = Control::new();
        let found = search(&Root::new(&game, &start), algorithm, &limits, &control, &mut NoObserver, &mut |_| {});
        assert_eq!((found.best, found.ponder), (None, None), "{algorithm:?}");
        assert!(found.expectation.is_some_and(|value| value > 0.0), "{algorithm:?}: who plays first leads");
    }
}

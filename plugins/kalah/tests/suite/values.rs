//! Tests of games on small boards whose values are known.

use crate::boards::start;
use crate::oracle::Oracle;
use crate::plain::Plain;
use plyd_plugin::Plugin;
use plyd_search::{Algorithm, Control, Root, SearchScore, SearcherLimits, SearcherSettings, TranspositionTable};
use plyd_trials::search;

/// The value of the start position according to the simple rules.
fn by_the_rules(houses: u32, seeds: u32, empty_capture: bool) -> i32 {
    let (game, root) = start((houses, seeds, empty_capture));
    Oracle::default().value(&Plain::read(&game.format_state(&root), empty_capture))
}

#[test]
fn the_rules_give_the_known_values() {
    for (houses, seeds, without, with) in [(2, 4, -10, -12), (3, 3, 2, 2), (3, 4, 2, 2), (4, 3, 6, 8)] {
        assert_eq!(by_the_rules(houses, seeds, false), without, "({houses}, {seeds}) without empty capture");
        assert_eq!(by_the_rules(houses, seeds, true), with, "({houses}, {seeds}) with empty capture");
    }
}

#[test]
fn four_houses_of_four_seeds_without_empty_capture() {
    assert_eq!(by_the_rules(4, 4, false), 2);
}

#[test]
fn four_houses_of_four_seeds_with_empty_capture() {
    assert_eq!(by_the_rules(4, 4, true), 2);
}

#[test]
fn searches_find_the_known_values() {
    let solved = |algorithm, houses, seeds, empty_capture| {
        let (game, root) = start((houses, seeds, empty_capture));
        let root = Root::new(&game, &root);
        let limits = SearcherLimits::default();
        let answer = search(&root, algorithm, &limits, &Control::new(), &mut |_| {});
        assert!(answer.solved && answer.fault.is_none());
        answer.score
    };
    for algorithm in Algorithm::BY_DEPTH {
        assert_eq!(solved(algorithm, 2, 4, false), Some(SearchScore::Value(-10)), "{}", algorithm.name());
        assert_eq!(solved(algorithm, 2, 4, true), Some(SearchScore::Value(-12)), "{}", algorithm.name());
    }
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
        for empty_capture in [false, true] {
            assert_eq!(solved(algorithm, 3, 3, empty_capture), Some(SearchScore::Value(2)), "{}", algorithm.name());
        }
    }
}

#[test]
fn with_a_table_larger_games_are_solved() {
    for (houses, seeds, without, with) in [(3, 4, 2, 2), (4, 3, 6, 8), (4, 4, 2, 2)] {
        for (empty_capture, value) in [(false, without), (true, with)] {
            let (game, root) = start((houses, seeds, empty_capture));
            let table = TranspositionTable::new(16).unwrap();
            let settings = SearcherSettings { table: Some(&table), ..Algorithm::Pvs.into() };
            let root = Root::new(&game, &root);
            let limits = SearcherLimits::default();
            let answer = search(&root, settings, &limits, &Control::new(), &mut |_| {});
            let expected = (Some(SearchScore::Value(value)), true);
            assert_eq!((answer.score, answer.solved), expected, "({houses}, {seeds}), empty capture {empty_capture}");
        }
    }
}

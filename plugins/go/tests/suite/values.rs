//! Solved small boards (B. Drange, "Go on small boards"; E. van der Werf, "Solving go for rectangular boards").

use go::{Go, PASS};
use plyd_plugin::Plugin;
use plyd_plugin::testing::open;
use plyd_search::{Algorithm, Control, Root, SearchScore, SearcherLimits, SearcherSettings, TranspositionTable};
use plyd_trials::search;

/// The combinations of superko and suicide rules.
#[cfg(feature = "long-tests")]
const RULES: [&str; 4] = ["", "Suicide=false", "Ko=situational", "Ko=situational Suicide=false"];

/// The area of Black minus the area of White with best play, in points, ordered from the smallest tree to the largest.
const VALUES: [(&str, i32); 6] =
    [("1 b - 0 0", 0), ("2 b - 0 0", 0), ("3 b - 0 0", 3), ("4 b - 0 0", 4), ("1/1/1 b - 0 0", 3), ("2/2 b - 0 0", 1)];

fn solved(
    setup: &str,
    options: &str,
    algorithm: Algorithm,
    table: Option<&TranspositionTable>,
) -> (SearchScore, String) {
    let (game, state) = open::<Go>(setup, options);
    let settings = SearcherSettings { table, ..algorithm.into() };
    let root = Root::new(&game, &state);
    let answer = search(&root, settings, &SearcherLimits::default(), &Control::new(), &mut |_| {});
    assert!(answer.solved, "{setup} {options} {algorithm:?}");
    (answer.score.unwrap(), game.format_move(&state, answer.best.unwrap_or(PASS)))
}

fn check(rules: &str, values: &[(&str, i32)], algorithms: &[Algorithm]) {
    let table = TranspositionTable::new(64).unwrap();
    for &(setup, points) in values {
        for &algorithm in algorithms {
            let table = [Algorithm::Pvs, Algorithm::Mcts].contains(&algorithm).then_some(&table);
            let (score, _) = solved(setup, &format!("Scoring=points {rules}"), algorithm, table);
            assert_eq!(score, SearchScore::Value(2 * points), "{setup} {rules} {algorithm:?}");
        }
    }
}

#[test]
fn the_smallest_boards_have_the_published_values() {
    for rules in ["", "Suicide=false"] {
        check(rules, &VALUES, &[Algorithm::Pvs]);
        check(rules, &VALUES[..3], &[Algorithm::AlphaBeta, Algorithm::Minimax]);
        check(rules, &VALUES[..5], &[Algorithm::Mcts]);
    }
    check("Suicide=false", &VALUES[5..], &[Algorithm::Mcts]);
    check("Ko=situational Suicide=false", &VALUES[..3], &[Algorithm::AlphaBeta, Algorithm::Pvs]);
}

fn check_three_by_three(rules: &str) {
    for algorithm in [Algorithm::Pvs, Algorithm::Mcts] {
        let table = TranspositionTable::new(16).unwrap();
        let (score, best) = solved("3/3/3 b - 0 8.5", rules, algorithm, Some(&table));
        assert!(matches!(score, SearchScore::Win(_)), "{rules} {algorithm:?}: {score:?}");
        assert_eq!(best, "B2", "{rules} {algorithm:?}");
    }
}

#[test]
fn three_by_three_is_won_by_all_of_it() {
    check_three_by_three("Suicide=false");
}

// This test takes several seconds, so it has a separate command: `cargo test --release -p go --features long-tests`.
#[cfg(feature = "long-tests")]
#[test]
fn three_by_three_is_won_by_all_of_it_by_every_rule() {
    RULES.into_iter().for_each(check_three_by_three);
}

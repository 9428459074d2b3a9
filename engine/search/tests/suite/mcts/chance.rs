//! Games with chance: trees, layers in which lines meet, and graphs in which positions come again.

use super::reported::{reported, settings, visits};
use crate::places::PositionGraph;
use plyd_rules::{Game, Repetition, Turn, Verdict};
use plyd_search::{Root, SearchResult, SearcherLimits, SearcherSettings, TranspositionTable};

fn answer(game: &PositionGraph, settings: SearcherSettings<'_>, limits: &SearcherLimits) -> SearchResult {
    reported(&Root::new(game, &0), settings, limits).0
}

/// Makes sure that what an answer says is true of the root.
fn check(game: &PositionGraph, answer: &SearchResult, context: &str) {
    let mut ignored = 0;
    let sign = if game.turn(&0) == Turn::Min { -1.0 } else { 1.0 };
    let truth = sign * game.oracle(&mut vec![0], u32::MAX, &mut ignored);
    let told = answer.expectation.expect("an expectation");
    assert!((told - truth).abs() < 1e-9, "{context}: {told}, truly {truth}");
    let children = game.children(&mut vec![0], u32::MAX, &mut ignored);
    match answer.best {
        None => assert_eq!(game.turn(&0), Turn::Chance, "{context}"),
        Some(best) => {
            let &(_, chosen) = children.iter().find(|&&(next, _)| next == best.0).expect("a permitted move");
            assert!((sign * chosen - truth).abs() < 1e-9, "{context}: {best:?} is worth {chosen}");
        }
    }
}

#[test]
fn trees_are_solved_with_the_expectation_of_the_oracle() {
    let table = TranspositionTable::new(1).unwrap();
    for seed in 0..2_000 {
        let game = PositionGraph::tree(seed, 2 + (seed % 5) as u32);
        for threads in [1, 2] {
            let answer = answer(&game, SearcherSettings { threads, ..settings(&table) }, &SearcherLimits::default());
            assert!(answer.solved, "seed {seed}, {threads} threads: {answer:?}");
            check(&game, &answer, &format!("seed {seed}, {threads} threads"));
        }
    }
}

#[test]
fn an_expectation_that_is_not_solved_comes_near_to_the_true_one() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut off, mut games) = (0.0, 0);
    for seed in 0..400 {
        let game = PositionGraph::layers(seed, 9, 4);
        let mut ignored = 0;
        let sign = if game.turn(&0) == Turn::Min { -1.0 } else { 1.0 };
        let truth = sign * game.oracle(&mut vec![0], u32::MAX, &mut ignored);
        let answer = answer(&game, settings(&table), &visits(150));
        if answer.solved {
            check(&game, &answer, &format!("seed {seed}"));
        } else {
            off += (answer.expectation.expect("an expectation") - truth).abs();
            games += 1;
        }
    }
    // All values lie between -23 and 23.
    assert!(games > 10 && off / f64::from(games) < 2.0, "{off} in {games} games");
}

#[test]
fn what_is_solved_where_positions_come_again_is_true() {
    let table = TranspositionTable::new(1).unwrap();
    let mut solved = 0;
    for seed in 0..1_200 {
        let game = PositionGraph::graph(seed, 3);
        // Under other rules chance need not end the game, or the oracle would take too long.
        let is_short =
            |rule: Repetition| rule.exempt.is_none() && rule.times == 2 && matches!(rule.verdict, Verdict::Worth(_));
        if !game.rule.is_some_and(is_short) {
            continue;
        }
        let mut ignored = 0;
        if game.children(&mut vec![0], 1, &mut ignored).is_empty() {
            continue;
        }
        let answer = answer(&game, settings(&table), &visits(3_000));
        if answer.solved {
            check(&game, &answer, &format!("seed {seed}"));
            solved += 1;
        }
    }
    assert!(solved > 30, "{solved}");
}

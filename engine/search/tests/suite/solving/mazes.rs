//! Random webs of places, which many paths reach: with and without a table, each switch, and more threads.

use super::values::{PROVING, reported};
use crate::maze::{Maze, WIN};
use plyd_search::{Algorithm, Root, SearchScore, SearcherLimits, SearcherSettings, Techniques, TranspositionTable};

/// What the oracle of mazes, which knows the distance of a win, means without one.
fn without_distance(score: SearchScore) -> SearchScore {
    match score {
        SearchScore::Win(_) => SearchScore::Value(WIN),
        SearchScore::Loss(_) => SearchScore::Value(-WIN),
        value => value,
    }
}

#[test]
fn a_table_and_each_switch_change_no_value() {
    let table = TranspositionTable::new(1).unwrap();
    for (seed, algorithm) in (0..600).flat_map(|seed| PROVING.map(|algorithm| (seed, algorithm))) {
        let maze = Maze::layers(seed);
        let truth = maze.truth();
        let root = Root::new(&maze, &Maze::ROOT);
        for (number, table) in [None, Some(&table), Some(&table)].into_iter().enumerate() {
            for switch in Techniques::SWITCHES {
                let mut techniques = Techniques::default();
                (switch.set)(&mut techniques, number != 1);
                let (answer, _) = reported(
                    &root,
                    SearcherSettings { techniques, table, ..algorithm.into() },
                    &SearcherLimits::default(),
                );
                let context = format!("{algorithm:?}, seed {seed}, {}, {number}", switch.name);
                assert_eq!((answer.score, answer.solved), (Some(without_distance(truth)), true), "{context}");
                if seed % 8 > 0 {
                    break;
                }
            }
            for plies in [3, 6, 10] {
                let limits = SearcherLimits { mate_plies: Some(plies), ..SearcherLimits::default() };
                let (answer, _) = reported(&root, SearcherSettings { table, ..algorithm.into() }, &limits);
                let win = matches!(truth, SearchScore::Win(truth) if truth <= plies);
                assert_eq!(
                    answer.score == Some(truth) && answer.solved,
                    win,
                    "{algorithm:?}, seed {seed}: {truth:?} in {plies}"
                );
            }
        }
    }
}

#[test]
fn the_distance_of_a_win_or_loss_is_found_if_it_is_wanted() {
    let (mut wins, mut losses) = (0, 0);
    let table = TranspositionTable::new(1).unwrap();
    for seed in 0..2_000 {
        let maze = Maze::layers(seed);
        let truth = maze.truth();
        for (table, threads) in [(None, 1), (Some(&table), 1), (Some(&table), 3)] {
            let settings = SearcherSettings { table, threads, distance: true, ..Algorithm::Solve.into() };
            let (answer, lines) = reported(&Root::new(&maze, &Maze::ROOT), settings, &SearcherLimits::default());
            let context = format!("seed {seed}, {threads} threads, {}", table.is_some());
            assert_eq!((answer.score, answer.bound, answer.solved), (Some(truth), None, true), "{context}");
            // The best move leads to it: with a win it is one ply nearer, a loss no sooner.
            let best = answer.best.expect("a move");
            assert_eq!(maze.truth_of(best), truth, "{context}");
            if let SearchScore::Win(plies) | SearchScore::Loss(plies) = truth {
                assert!(lines.last().unwrap().pv.len() <= plies as usize, "{context}: {lines:?}");
            }
        }
        wins += u32::from(matches!(truth, SearchScore::Win(2..)));
        losses += u32::from(matches!(truth, SearchScore::Loss(2..)));
    }
    assert!(wins > 100 && losses > 100, "{wins} wins, {losses} losses");
}

#[test]
fn the_threads_agree() {
    let table = TranspositionTable::new(1).unwrap();
    for (seed, algorithm) in (0..200).flat_map(|seed| PROVING.map(|algorithm| (seed, algorithm))) {
        let maze = Maze::layers(seed);
        for threads in [1, 2, 4] {
            let settings = SearcherSettings { table: Some(&table), threads, lines: 2, ..algorithm.into() };
            let (answer, _) = reported(&Root::new(&maze, &Maze::ROOT), settings, &SearcherLimits::default());
            assert_eq!(answer.score, Some(without_distance(maze.truth())), "seed {seed}, {threads} threads");
        }
    }
}

//! A search that ends early: by nodes, by time, by a stop.

use super::values::{PROVING, is_true, reported};
use crate::maze::Maze;
use plyd_plugin::testing::open;
use plyd_search::{
    Algorithm, Budget, Control, NoObserver, Root, SearchEvent, SearchScore, SearcherLimits, SearcherSettings,
    TranspositionTable,
};
use plyd_trials::observed::search;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn whenever_it_ends_the_bounds_are_true_and_no_node_is_too_many() {
    let (mut solved, mut bounds) = (0, 0);
    for (seed, algorithm) in (0..20).flat_map(|seed| PROVING.map(|algorithm| (seed, algorithm))) {
        let maze = Maze::layers(seed);
        let truth = match maze.truth() {
            SearchScore::Win(_) => super::values::WON,
            SearchScore::Loss(_) => -super::values::WON,
            SearchScore::Value(value) => value,
        };
        for nodes in 1..2_000 {
            let table = TranspositionTable::new(1).unwrap();
            let limits = SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() };
            let (answer, lines) = reported(
                &Root::new(&maze, &Maze::ROOT),
                SearcherSettings { table: Some(&table), ..algorithm.into() },
                &limits,
            );
            assert!(answer.nodes <= nodes && answer.best.is_some(), "seed {seed}: {answer:?}");
            assert!(lines.iter().all(|line| is_true(line, truth, crate::maze::WIN)), "seed {seed}, {nodes}: {lines:?}");
            bounds += u32::from(answer.bound.is_some());
            if answer.solved {
                solved += 1;
                break;
            }
        }
    }
    assert!(solved == 40 && bounds > 20, "{solved} solved, {bounds} bounds");
}

#[test]
fn it_stops_when_it_is_told_to_and_when_its_time_is_over() {
    let (game, root) = open::<cfour::ConnectFour>("", "");
    let table = TranspositionTable::new(16).unwrap();
    for (threads, algorithm) in [(1, Algorithm::Solve), (2, Algorithm::Solve), (1, Algorithm::Dfpn)] {
        let settings = SearcherSettings { table: Some(&table), threads, ..algorithm.into() };
        for stops in [true, false] {
            let control = Control::new();
            if !stops {
                control.start_clock(Budget::fixed(Duration::from_millis(300)));
            }
            let mut reports = 0;
            let (answer, late) = thread::scope(|scope| {
                let stopper = scope.spawn(|| {
                    thread::sleep(Duration::from_millis(300));
                    if stops {
                        control.stop();
                    }
                    Instant::now()
                });
                let mut report = |_: SearchEvent<'_>| reports += 1;
                let root = Root::new(&game, &root);
                let answer =
                    search(&root, settings, &SearcherLimits::default(), &control, &mut NoObserver, &mut report);
                let ended = Instant::now();
                (answer, ended.saturating_duration_since(stopper.join().unwrap()))
            });
            assert!(answer.best.is_some() && !answer.solved && answer.nodes > 1_000, "{answer:?}");
            // Generous: other tests run beside this one.
            assert!(late < Duration::from_secs(5) && reports > 0, "{late:?}");
        }
    }
}

#[test]
fn games_that_are_too_long_and_games_with_chance_are_refused_with_a_reason() {
    let (game, root) = open::<chess::Chess>("", "");
    let limits = SearcherLimits::default();
    let answer =
        search(&Root::new(&game, &root), Algorithm::Solve, &limits, &Control::new(), &mut NoObserver, &mut |_| {});
    let fault = answer.fault.expect("it is refused");
    assert!(fault.contains("`solve` follows every line to its end") && fault.contains("dfpn"), "{fault}");
    assert!(answer.best.is_some() && answer.nodes == 0);
    // Within plies there is room.
    let (game, root) = open::<chess::Chess>("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "");
    let limits = SearcherLimits { mate_plies: Some(1), ..SearcherLimits::default() };
    for algorithm in PROVING {
        let (answer, _) = reported(&Root::new(&game, &root), algorithm.into(), &limits);
        assert_eq!(answer.score, Some(SearchScore::Win(1)), "{algorithm:?}");
    }
}

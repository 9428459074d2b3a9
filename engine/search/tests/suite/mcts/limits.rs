//! The limits of a search: visits, depth, time, a stop.

use super::reported::{reported, settings, visits};
use plyd_plugin::testing::open;
use plyd_search::{
    Budget, Control, NoObserver, PlayingStrength, Root, SearchEvent, SearchScore, SearcherLimits, SearcherSettings,
    TranspositionTable,
};
use plyd_trials::observed::search;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_limit_of_visits_is_kept_exactly() {
    let (game, state) = open::<cfour::ConnectFour>("", "");
    let root = Root::new(&game, &state);
    for count in [1, 2, 3, 63, 64, 65, 1_000, 12_345] {
        let table = TranspositionTable::new(4).unwrap();
        let (answer, lines) = reported(&root, settings(&table), &visits(count));
        assert_eq!(answer.nodes, count);
        assert!(answer.best.is_some() && !answer.solved, "{answer:?}");
        assert_eq!(lines[0].depth > 0, count > 1, "{lines:?}");
    }
    for threads in [2, 4] {
        let table = TranspositionTable::new(16).unwrap();
        let (answer, _) = reported(&root, SearcherSettings { threads, ..settings(&table) }, &visits(50_000));
        assert!(answer.nodes <= 50_000 && answer.nodes + 1_000 >= 50_000, "{threads} threads: {}", answer.nodes);
    }
}

#[test]
fn the_same_search_comes_to_the_same_end() {
    let (game, state) = open::<breakthrough::Breakthrough>("", "");
    let root = Root::new(&game, &state);
    let ends = [(); 2].map(|()| {
        let table = TranspositionTable::new(1).unwrap();
        let (answer, lines) = reported(&root, settings(&table), &visits(30_000));
        (answer.best, answer.score, lines[0].pv.clone(), lines[0].seldepth)
    });
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn a_depth_is_reached_when_every_position_of_the_line_was_visited_a_hundred_times() {
    let (game, state) = open::<cfour::ConnectFour>("", "");
    let root = Root::new(&game, &state);
    let mut before = 0;
    for depth in 1..6 {
        let table = TranspositionTable::new(16).unwrap();
        let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
        let (answer, lines) = reported(&root, settings(&table), &limits);
        assert!(lines[0].depth >= depth && answer.nodes >= 100 && answer.nodes >= before, "{lines:?}");
        before = answer.nodes;
    }
    assert!(before > 500, "{before}");
}

#[test]
fn it_stops_when_it_is_told_to_and_when_its_time_is_over() {
    let (game, root) = open::<breakthrough::Breakthrough>("", "");
    for (threads, megabytes) in [(1, 1), (2, 1), (4, 64)] {
        let table = TranspositionTable::new(megabytes).unwrap();
        let settings = SearcherSettings { threads, ..settings(&table) };
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
                let limits = SearcherLimits { deepen: true, ..SearcherLimits::default() };
                let answer = search(&root, settings, &limits, &control, &mut NoObserver, &mut report);
                let ended = Instant::now();
                (answer, ended.saturating_duration_since(stopper.join().unwrap()))
            });
            assert!(answer.best.is_some() && answer.fault.is_none() && answer.nodes > 1_000, "{answer:?}");
            // Generous: other tests run beside this one.
            assert!(late < Duration::from_secs(5) && reports > 0, "{late:?}");
        }
    }
}

#[test]
fn a_search_without_limits_ends_when_its_memory_is_full() {
    let (game, state) = open::<breakthrough::Breakthrough>("", "");
    let table = TranspositionTable::new(1).unwrap();
    let (answer, lines) = reported(&Root::new(&game, &state), settings(&table), &SearcherLimits::default());
    assert!(!answer.solved && answer.nodes > 1_000 && lines[0].depth > 0, "{answer:?}");
}

#[test]
fn a_search_below_full_strength_visits_as_much_as_its_rating_allows() {
    let (game, state) = open::<cfour::ConnectFour>("", "");
    let root = Root::new(&game, &state);
    let mut moves: Vec<_> = (0..40)
        .map(|seed| {
            let table = TranspositionTable::new(1).unwrap();
            let strength = Some(PlayingStrength::new(500, seed));
            let (answer, lines) =
                reported(&root, SearcherSettings { strength, ..settings(&table) }, &SearcherLimits::default());
            assert!(answer.nodes <= 200 && lines.len() == 1, "{answer:?}");
            answer.best
        })
        .collect();
    moves.sort_unstable();
    moves.dedup();
    assert!(moves.len() > 1, "it never makes a mistake");
}

#[test]
fn a_won_position_ends_a_search_at_once() {
    let (game, state) = open::<tictactoe::TicTacToe>("PP1/pp1/3 w", "");
    let table = TranspositionTable::new(1).unwrap();
    let (answer, lines) = reported(&Root::new(&game, &state), settings(&table), &SearcherLimits::default());
    assert_eq!((answer.score, answer.solved), (Some(SearchScore::Win(1)), true));
    assert!(answer.nodes < 200 && lines[0].pv.len() == 1, "{lines:?}");
}

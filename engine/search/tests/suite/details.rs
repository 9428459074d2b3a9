//! What a search of more than a second reports beside its results.

use crate::restless::RestlessGame;
use plyd_search::{
    Algorithm, BoundSide, Control, Iteration, NoObserver, Root, SearchEvent, SearchScore, SearcherLimits,
};
use plyd_trials::observed::search;
use std::sync::atomic::Ordering::Relaxed;

/// The reports of a search, in short.
#[derive(Debug, PartialEq)]
enum ReportSummary {
    Result(Iteration),
    Bound(Iteration),
    RootMove(u32, u32, u32),
}

fn told(root: u64, hesitates: bool, algorithm: Algorithm) -> Vec<ReportSummary> {
    let game = RestlessGame::new(3);
    game.hesitates.store(hesitates, Relaxed);
    let mut told = Vec::new();
    let mut report = |event: SearchEvent<'_>| match event {
        SearchEvent::Iteration(iteration) => told.push(ReportSummary::Result(iteration.clone())),
        SearchEvent::Bound(iteration) => told.push(ReportSummary::Bound(iteration.clone())),
        SearchEvent::RootMove { depth, mv, number } => told.push(ReportSummary::RootMove(depth, mv.0, number)),
        _ => {}
    };
    let limits = SearcherLimits { depth: Some(9), deepen: true, ..SearcherLimits::default() };
    search(&Root::new(&game, &root), algorithm, &limits, &Control::new(), &mut NoObserver, &mut report);
    told
}

fn value(iteration: &Iteration) -> i32 {
    match iteration.score {
        SearchScore::Value(value) => value,
        other => panic!("nobody wins this game: {other:?}"),
    }
}

#[test]
fn bounds_are_true_of_the_score_that_follows() {
    let (mut lower, mut upper) = (0, 0);
    // One of each player.
    for root in [1_u64, 5 << 58] {
        let told = told(root, true, Algorithm::Pvs);
        for (place, event) in told.iter().enumerate() {
            let ReportSummary::Bound(bound) = event else { continue };
            let result = told[place..].iter().find_map(|event| match event {
                ReportSummary::Result(result) => Some(result),
                _ => None,
            });
            let result = result.expect("an exact score follows every bound");
            assert_eq!((result.depth, result.bound), (bound.depth, None));
            assert_eq!(bound.pv.len(), 1);
            let side = bound.bound.expect("a bound has a side");
            match side {
                BoundSide::Lower => assert!(value(result) >= value(bound), "{bound:?}, then {result:?}"),
                BoundSide::Upper => assert!(value(result) <= value(bound), "{bound:?}, then {result:?}"),
            }
            lower += u32::from(side == BoundSide::Lower);
            upper += u32::from(side == BoundSide::Upper);
        }
    }
    assert!(lower > 0 && upper > 0, "{lower} lower bounds, {upper} upper");
}

#[test]
fn root_moves_are_told_as_they_are_searched() {
    for algorithm in Algorithm::BY_DEPTH {
        let told = told(1, true, algorithm);
        let last: Vec<(u32, u32)> = told
            .iter()
            .filter_map(|event| match event {
                ReportSummary::RootMove(9, mv, number) => Some((*mv, *number)),
                _ => None,
            })
            .collect();
        assert!(last.len() >= 3, "{}: {last:?}", algorithm.name());
        let mut moves: Vec<u32> = last[last.len() - 3..].iter().map(|(mv, _)| *mv).collect();
        assert!(last[last.len() - 3..].iter().map(|(_, number)| *number).eq(1..=3), "{last:?}");
        moves.sort_unstable();
        assert_eq!(moves, [1, 2, 3], "{}", algorithm.name());
    }
}

#[test]
fn a_search_that_is_over_soon_tells_results_only() {
    for algorithm in Algorithm::BY_DEPTH {
        let told = told(1, false, algorithm);
        assert!(told.iter().all(|event| matches!(event, ReportSummary::Result(_))), "{}: {told:?}", algorithm.name());
    }
}

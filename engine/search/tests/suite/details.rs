//! What a search of more than a second tells beside its results.

use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player};
use plyd_search::{Algorithm, Control, Event, Iteration, Limits, NoObserver, Root, Score, Side, search};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Duration;

/// A game without an end whose values jump about; asked for the first one, it may think for more than a second.
struct Restless {
    hesitates: AtomicBool,
}

impl Game for Restless {
    type State = u64;

    fn facts(&self) -> Facts {
        Facts { max_moves: 3, win: 10_000, ..Facts::DEFAULT }
    }
    fn turn(&self, state: &u64) -> Player {
        if state >> 60 & 1 == 0 { Player::Max } else { Player::Min }
    }
    fn play(&self, state: &mut u64, mv: Move) {
        *state = (*state ^ u64::from(mv.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }
    fn outcome(&self, _state: &u64) -> Outcome {
        Outcome::Ongoing
    }
    fn moves(&self, _state: &u64, out: &mut Moves<'_>) {
        (1..=3).for_each(|number| out.push(Move(number)));
    }
    fn evaluate(&self, state: &u64) -> i32 {
        if self.hesitates.swap(false, Relaxed) {
            sleep(Duration::from_millis(1_050));
        }
        (state >> 7 & 0x1FF) as i32 - 256
    }
}

/// What a search tells, in short.
#[derive(Debug, PartialEq)]
enum Told {
    Result(Iteration),
    Bound(Iteration),
    RootMove(u32, u32, u32),
}

fn told(root: u64, hesitates: bool, algorithm: Algorithm) -> Vec<Told> {
    let game = Restless { hesitates: AtomicBool::new(hesitates) };
    let mut told = Vec::new();
    let mut report = |event: Event<'_>| match event {
        Event::Iteration(iteration) => told.push(Told::Result(iteration.clone())),
        Event::Bound(iteration) => told.push(Told::Bound(iteration.clone())),
        Event::RootMove { depth, mv, number } => told.push(Told::RootMove(depth, mv.0, number)),
        _ => {}
    };
    let limits = Limits { depth: Some(9), deepen: true, ..Limits::default() };
    search(&Root::new(&game, &root), algorithm, &limits, &Control::new(), &mut NoObserver, &mut report);
    told
}

fn value(iteration: &Iteration) -> i32 {
    match iteration.score {
        Score::Value(value) => value,
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
            let Told::Bound(bound) = event else { continue };
            let result = told[place..].iter().find_map(|event| match event {
                Told::Result(result) => Some(result),
                _ => None,
            });
            let result = result.expect("an exact score follows every bound");
            assert_eq!((result.depth, result.bound), (bound.depth, None));
            assert_eq!(bound.pv.len(), 1);
            let side = bound.bound.expect("a bound has a side");
            match side {
                Side::Lower => assert!(value(result) >= value(bound), "{bound:?}, then {result:?}"),
                Side::Upper => assert!(value(result) <= value(bound), "{bound:?}, then {result:?}"),
            }
            lower += u32::from(side == Side::Lower);
            upper += u32::from(side == Side::Upper);
        }
    }
    assert!(lower > 0 && upper > 0, "{lower} lower bounds, {upper} upper");
}

#[test]
fn root_moves_are_told_as_they_are_searched() {
    for algorithm in Algorithm::ALL {
        let told = told(1, true, algorithm);
        let last: Vec<(u32, u32)> = told
            .iter()
            .filter_map(|event| match event {
                Told::RootMove(9, mv, number) => Some((*mv, *number)),
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
    for algorithm in Algorithm::ALL {
        let told = told(1, false, algorithm);
        assert!(told.iter().all(|event| matches!(event, Told::Result(_))), "{}: {told:?}", algorithm.name());
    }
}

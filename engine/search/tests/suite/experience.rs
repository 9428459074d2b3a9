//! Searches with what others before them have learnt: the same values, and threads that stay.

use cfour::ConnectFour;
use kalah::Kalah;
use leaftree::LeafTree;
use plyd_plugin::testing::open;
use plyd_plugin::{Facts, Game, Move, Moves, Outcome, Plugin, Turn};
use plyd_search::{
    Algorithm, Control, Experience, NoObserver, Root, SearchResult, SearchScore, SearcherLimits, SearcherSettings,
    Techniques, TranspositionTable,
};
use plyd_trials::covering_techniques;
use plyd_trials::observed::search;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use tictactoe::TicTacToe;

fn run<G: Game<State: 'static>>(
    game: &G,
    root: &G::State,
    settings: SearcherSettings<'_>,
    limits: &SearcherLimits,
) -> SearchResult {
    search(&Root::new(game, root), settings, limits, &Control::new(), &mut NoObserver, &mut |_| {})
}

/// Solved with this experience by 1, 2 and 4 threads.
fn is_always<P: Plugin>(experience: &Experience, setup: &str, options: &str, score: SearchScore) {
    let (game, root) = open::<P>(setup, options);
    for techniques in covering_techniques() {
        for threads in [1, 2, 4] {
            let table = TranspositionTable::new(1).unwrap();
            let (table, experience) = (Some(&table), Some(experience));
            let settings = SearcherSettings { table, experience, techniques, threads, ..SearcherSettings::default() };
            let answer = run(&game, &root, settings, &SearcherLimits::default());
            let context = format!("{setup} {options}: {threads} threads, {techniques:?}");
            assert_eq!((answer.score, answer.solved, answer.fault), (Some(score), true, None), "{context}");
        }
    }
}

#[test]
fn what_was_learnt_of_this_position_and_of_others_changes_no_value() {
    // From game to game, as nobody should keep it: even then it is an order of moves and nothing else.
    let experience = Experience::new();
    is_always::<TicTacToe>(&experience, "", "", SearchScore::Value(0));
    is_always::<TicTacToe>(&experience, "2p/3/P2 w", "", SearchScore::Win(5));
    is_always::<Kalah>(&experience, "", "Houses=3\nSeeds=3\n", SearchScore::Value(2));
    for seed in 0..4 {
        for setup in [format!("random b=2 depth=11 seed={seed}"), format!("random b=4 depth=5 seed={seed} min")] {
            let (game, root) = open::<LeafTree>(&setup, "");
            let score = run(&game, &root, Algorithm::Minimax.into(), &SearcherLimits::default()).score.unwrap();
            is_always::<LeafTree>(&experience, &setup, "", score);
        }
    }
    is_always::<Kalah>(&experience, "", "Houses=2\nSeeds=4\n", SearchScore::Value(-10));
}

/// The nodes of a search of connect four to this depth.
fn nodes(setup: &str, depth: u32, settings: SearcherSettings<'_>) -> u64 {
    let (game, root) = open::<ConnectFour>(setup, "");
    run(&game, &root, settings, &SearcherLimits { depth: Some(depth), ..SearcherLimits::default() }).nodes
}

#[test]
fn the_first_search_visits_the_nodes_of_a_search_without_experience_and_the_second_others() {
    let experience = Experience::new();
    let with = SearcherSettings { experience: Some(&experience), ..SearcherSettings::default() };
    let after = "7/7/7/3P3/3p3/2pPP2 b";
    let without = [("", 8), (after, 8)].map(|(setup, depth)| nodes(setup, depth, SearcherSettings::default()));
    assert_eq!(nodes("", 8, with), without[0]);
    assert_ne!(nodes(after, 8, with), without[1], "nothing is learnt from the first search");
    // Another client begins with nothing.
    let other = Experience::new();
    assert_eq!(
        nodes(after, 8, SearcherSettings { experience: Some(&other), ..SearcherSettings::default() }),
        without[1]
    );
    let off = Techniques { learnt_order: false, ..Techniques::default() };
    let without = nodes(after, 8, SearcherSettings { techniques: off, ..SearcherSettings::default() });
    assert_eq!(
        nodes(after, 8, SearcherSettings { techniques: off, ..with }),
        without,
        "it is used although it is switched off"
    );
}

#[test]
fn searches_at_the_same_time_are_right_with_one_experience() {
    let (experience, table) = (Experience::new(), TranspositionTable::new(1).unwrap());
    let settings = SearcherSettings {
        table: Some(&table),
        experience: Some(&experience),
        threads: 2,
        ..SearcherSettings::default()
    };
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..5 {
                    let (game, root) = open::<TicTacToe>("2p/3/P2 w", "");
                    let answer = run(&game, &root, settings, &SearcherLimits::default());
                    assert_eq!((answer.score, answer.solved), (Some(SearchScore::Win(5)), true));
                }
            });
        }
    });
}

#[test]
fn threads_wait_for_the_next_search_of_any_algorithm_until_they_are_ended() {
    let (experience, table) = (Experience::new(), TranspositionTable::new(1).unwrap());
    let (game, root) = open::<ConnectFour>("4/4/4/4 w", "");
    let solve = |threads, algorithm| {
        let (table, experience) = (Some(&table), Some(&experience));
        let settings = SearcherSettings { table, experience, threads, algorithm, ..SearcherSettings::default() };
        assert_eq!(run(&game, &root, settings, &SearcherLimits::default()).score, Some(SearchScore::Value(0)));
        experience.map_or(0, Experience::parked_threads)
    };
    assert_eq!(solve(1, Algorithm::Pvs), 0);
    assert_eq!(solve(3, Algorithm::Pvs), 2);
    assert_eq!(solve(3, Algorithm::Solve), 2);
    assert_eq!(solve(2, Algorithm::Pvs), 2, "two are there, although one is enough");
    assert_eq!(solve(5, Algorithm::Solve), 4);
    experience.end_threads();
    assert_eq!(experience.parked_threads(), 0);
    assert_eq!(solve(1, Algorithm::Solve), 0);
}

/// A game without an end that panics in a helping thread.
struct PanickingGame {
    panics: AtomicUsize,
    most: usize,
}

impl Game for PanickingGame {
    type State = u64;

    fn facts(&self) -> Facts {
        Facts { max_moves: 3, win: 10, has_key: true, ..Facts::DEFAULT }
    }
    fn turn(&self, state: &u64) -> Turn {
        if state.is_multiple_of(2) { Turn::Max } else { Turn::Min }
    }
    fn play(&self, state: &mut u64, mv: Move) {
        *state = state.wrapping_add(u64::from(mv.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ *state >> 29;
        let helps = thread::current().name().is_some_and(|name| name.starts_with("search "));
        assert!(!helps || self.panics.fetch_add(1, Relaxed) >= self.most, "the panic of a test");
    }
    fn outcome(&self, _state: &u64) -> Outcome {
        Outcome::Ongoing
    }
    fn moves(&self, _state: &u64, out: &mut Moves<'_>) {
        (1..=3).for_each(|number| out.push(Move(number)));
    }
    fn key(&self, state: &u64) -> u64 {
        *state
    }
}

#[test]
fn a_helping_thread_survives_a_panic_of_the_game_and_the_search_tells_of_it() {
    let (experience, table) = (Experience::new(), TranspositionTable::new(1).unwrap());
    let settings = SearcherSettings {
        table: Some(&table),
        experience: Some(&experience),
        threads: 3,
        ..SearcherSettings::default()
    };
    let limits = SearcherLimits { nodes: Some(100_000), ..SearcherLimits::default() };
    let game = PanickingGame { panics: AtomicUsize::new(0), most: 2 };
    let answer = run(&game, &2, settings, &limits);
    assert_eq!(answer.fault.as_deref(), Some("a thread of the search panicked"));
    assert_eq!((answer.best.is_some(), experience.parked_threads()), (true, 2));
    let answer = run(&game, &2, settings, &limits);
    assert_eq!((answer.fault, game.panics.into_inner() > 2, experience.parked_threads()), (None, true, 2));
}

//! The strong search with several threads, which share a table too small for what they search.

use cfour::ConnectFour;
use kalah::Kalah;
use leaftree::LeafTree;
use plyd_plugin::testing::try_open as open;
use plyd_plugin::{Facts, Game, Move, Moves, Outcome, Plugin, Turn};
use plyd_search::{
    Algorithm, Control, NoObserver, Root, SearchResult, SearchScore, SearcherLimits, SearcherSettings, Techniques,
    TranspositionTable,
};
use plyd_trials::covering_techniques;
use plyd_trials::observed::search;
use tictactoe::TicTacToe;

fn run<G: Game<State: 'static>>(
    game: &G,
    root: &G::State,
    settings: SearcherSettings<'_>,
    limits: &SearcherLimits,
) -> SearchResult {
    search(&Root::new(game, root), settings, limits, &Control::new(), &mut NoObserver, &mut |_| {})
}

/// The same game solved by 1, 2 and 4 threads with every pair of switches against each other.
fn is_always<P: Plugin>(setup: &str, options: &str, score: SearchScore) {
    let (game, root) = open::<P>(setup, options).unwrap();
    // One for all, with 65,536 entries: what is left of other searches must not matter.
    let table = TranspositionTable::new(1).unwrap();
    for techniques in covering_techniques() {
        for threads in [1, 2, 4] {
            let settings = SearcherSettings { table: Some(&table), techniques, threads, ..SearcherSettings::default() };
            let answer = run(&game, &root, settings, &SearcherLimits::default());
            let context = format!("{setup} {options}: {threads} threads, {techniques:?}");
            assert_eq!((answer.score, answer.solved, answer.fault), (Some(score), true, None), "{context}");
        }
    }
}

/// What textbook minimax finds.
fn minimax<P: Plugin>(setup: &str) -> SearchScore {
    let (game, root) = open::<P>(setup, "").unwrap();
    run(&game, &root, Algorithm::Minimax.into(), &SearcherLimits::default()).score.unwrap()
}

#[test]
fn random_trees_are_solved_alike_whatever_helps() {
    for seed in 0..6 {
        for setup in [format!("random b=2 depth=11 seed={seed}"), format!("random b=4 depth=5 seed={seed} min")] {
            is_always::<LeafTree>(&setup, "", minimax::<LeafTree>(&setup));
        }
    }
}

#[test]
fn tic_tac_toe_is_drawn_whatever_helps() {
    is_always::<TicTacToe>("", "", minimax::<TicTacToe>(""));
    // The distance of a win: by the corner, then two threats.
    is_always::<TicTacToe>("3/1p1/P2 w", "", SearchScore::Value(0));
    is_always::<TicTacToe>("2p/3/P2 w", "", SearchScore::Win(5));
}

#[test]
fn small_boards_of_connect_four_are_drawn_whatever_helps() {
    is_always::<ConnectFour>("4/4/4/4 w", "", SearchScore::Value(0));
}

#[test]
fn a_larger_board_overflows_the_table_of_several_threads() {
    let (game, root) = open::<ConnectFour>("4/4/4/4/4 w", "").unwrap();
    for threads in [2, 4] {
        let table = TranspositionTable::new(1).unwrap();
        let settings = SearcherSettings { table: Some(&table), threads, ..Algorithm::Pvs.into() };
        let answer = run(&game, &root, settings, &SearcherLimits::default());
        assert_eq!((answer.score, answer.solved), (Some(SearchScore::Value(0)), true), "{threads} threads");
        assert!(answer.nodes > 150_000, "{} nodes do not fill 65,536 entries often", answer.nodes);
    }
}

#[test]
fn small_kalah_has_its_value_whatever_helps() {
    is_always::<Kalah>("", "Houses=2\nSeeds=4\n", SearchScore::Value(-10));
    is_always::<Kalah>("", "Houses=3\nSeeds=3\n", SearchScore::Value(2));
}

#[test]
fn one_thread_visits_the_same_nodes_each_time_and_more_visit_others() {
    let (game, root) = open::<ConnectFour>("", "").unwrap();
    let nodes = |threads| {
        let table = TranspositionTable::new(1).unwrap();
        let settings = SearcherSettings { table: Some(&table), threads, ..SearcherSettings::default() };
        let limits = SearcherLimits { depth: Some(9), ..SearcherLimits::default() };
        run(&game, &root, settings, &limits).nodes
    };
    let alone = nodes(1);
    assert_eq!(nodes(1), alone);
    assert!((0..20).any(|_| nodes(4) > alone), "no other thread has searched anything");
}

#[test]
fn threads_together_stay_below_a_node_limit_and_come_near_it() {
    let (game, root) = open::<ConnectFour>("", "").unwrap();
    let table = TranspositionTable::new(1).unwrap();
    for threads in [1, 3, 16] {
        for limit in [1, 999, 30_000] {
            let settings = SearcherSettings { table: Some(&table), threads, ..SearcherSettings::default() };
            let limits = SearcherLimits { nodes: Some(limit), ..SearcherLimits::default() };
            let nodes = run(&game, &root, settings, &limits).nodes;
            assert!(nodes <= limit && nodes + 1_000 > limit, "{threads} threads: {nodes} of {limit}");
            assert!(threads > 1 || nodes == limit, "one thread: {nodes} of {limit}");
        }
    }
}

#[test]
fn a_stop_ends_all_threads() {
    let (game, root) = open::<ConnectFour>("", "").unwrap();
    let (table, control) = (TranspositionTable::new(1).unwrap(), Control::new());
    let settings = SearcherSettings { table: Some(&table), threads: 4, ..SearcherSettings::default() };
    let mut report = |event: plyd_search::SearchEvent<'_>| {
        if matches!(event, plyd_search::SearchEvent::Iteration(iteration) if iteration.depth == 5) {
            control.stop();
        }
    };
    let root = Root::new(&game, &root);
    // It would go on for hours, and comes back only when all threads have ended.
    let answer = search(&root, settings, &SearcherLimits::default(), &control, &mut NoObserver, &mut report);
    assert!(answer.best.is_some() && !answer.solved);
}

/// A game without an end whose positions have an error one time in a thousand.
struct FaultyGame;

impl Game for FaultyGame {
    type State = u64;

    fn facts(&self) -> Facts {
        Facts { max_moves: 3, win: 10, has_key: true, ..Facts::DEFAULT }
    }
    fn turn(&self, state: &u64) -> Turn {
        if state.is_multiple_of(2) { Turn::Max } else { Turn::Min }
    }
    fn play(&self, state: &mut u64, mv: Move) {
        *state = state.wrapping_add(u64::from(mv.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ *state >> 29;
    }
    fn outcome(&self, state: &u64) -> Outcome {
        if state % 1_000 == 7 { Outcome::Unknown } else { Outcome::Ongoing }
    }
    fn moves(&self, _state: &u64, out: &mut Moves<'_>) {
        (1..=3).for_each(|number| out.push(Move(number)));
    }
    fn key(&self, state: &u64) -> u64 {
        *state
    }
    fn last_error(&self, _state: &u64) -> String {
        "the seventh".into()
    }
}

#[test]
fn an_error_that_any_thread_meets_ends_the_search() {
    let table = TranspositionTable::new(1).unwrap();
    for threads in [1, 2, 4] {
        let settings = SearcherSettings { table: Some(&table), threads, ..SearcherSettings::default() };
        let answer = run(&FaultyGame, &2, settings, &SearcherLimits::default());
        assert_eq!(answer.fault.as_deref(), Some("the seventh"), "{threads} threads");
        assert!(answer.best.is_some());
    }
}

#[test]
fn without_a_table_there_is_nothing_to_share() {
    let (game, root) = open::<ConnectFour>("", "").unwrap();
    let limits = SearcherLimits { depth: Some(6), ..SearcherLimits::default() };
    let nodes = |threads| run(&game, &root, SearcherSettings { threads, ..SearcherSettings::default() }, &limits).nodes;
    assert_eq!(nodes(8), nodes(1));
    let exact = SearcherSettings { techniques: Techniques::EXACT, ..SearcherSettings::default() };
    assert_eq!(run(&game, &root, exact, &limits).fault, None);
}

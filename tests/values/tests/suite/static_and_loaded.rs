//! The same search on statically linked rules and on the library: nothing may differ.

use crate::board::ALL;
use crate::libraries::library;
use crate::tree::Tree;
use leaftree::LeafTree;
use plyd_host::LoadedGame;
use plyd_linked::each_game;
use plyd_plugin::testing::{Random as SplitMix, try_open as open};
use plyd_plugin::{Game, Move, Plugin};
use plyd_search::{
    Algorithm, Control, PerftResult, Root, SearchEvent, SearchResult, SearchScore, SearcherLimits, perft,
};
use plyd_trials::Shipped;
use tictactoe::TicTacToe;

/// All that a search reports, except the time it took.
#[derive(Debug, PartialEq)]
struct Told {
    /// Depth, seldepth, score, nodes and principal variation of every iteration.
    iterations: Vec<(u32, u32, SearchScore, u64, Vec<Move>)>,
    answer: SearchResult,
}

/// What a search reports. `search` runs it with a listener.
fn told(search: impl FnOnce(&mut dyn FnMut(SearchEvent<'_>)) -> SearchResult) -> Told {
    let mut iterations = Vec::new();
    let mut note = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(it) = event {
            iterations.push((it.depth, it.seldepth, it.score, it.nodes, it.pv.clone()));
        }
    };
    let answer = search(&mut note);
    Told { iterations, answer }
}

fn told_of_loaded(game: &LoadedGame, algorithm: Algorithm, limits: &SearcherLimits) -> Told {
    let (root, control) = (game.root(), Control::new());
    told(|note| plyd_player::search(&Root::new(game, &root), algorithm, limits, &control, &mut |event| note(event)))
}

fn various_limits() -> Vec<SearcherLimits> {
    let mut all = vec![
        SearcherLimits::default(),
        SearcherLimits { deepen: true, ..SearcherLimits::default() },
        SearcherLimits { nodes: Some(0), ..SearcherLimits::default() },
        SearcherLimits { nodes: Some(100), ..SearcherLimits::default() },
        SearcherLimits { mate_plies: Some(3), ..SearcherLimits::default() },
    ];
    all.extend([1, 2, 3, 5].map(|depth| SearcherLimits { depth: Some(depth), ..SearcherLimits::default() }));
    all
}

/// Limits that end a search of a long game soon.
fn shallow_limits() -> Vec<SearcherLimits> {
    let of_nodes = [0, 2_000].map(|nodes| SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() });
    let of_depth = [1, 2, 3, 5].map(|depth| SearcherLimits {
        depth: Some(depth),
        nodes: Some(20_000),
        ..SearcherLimits::default()
    });
    [&of_nodes[..], &of_depth].concat()
}

fn compare<P: Plugin>(setup: &str, limits: &[SearcherLimits]) {
    let (game, root) = open::<P>(setup, "").unwrap_or_else(|error| panic!("{setup}: {error}"));
    let loaded = library(P::ID).open(setup, &[]).unwrap_or_else(|error| panic!("{setup}: {error}"));
    assert_eq!(loaded.facts(), game.facts(), "{setup}");
    for algorithm in Algorithm::ALL {
        for limits in limits {
            let control = Control::new();
            let root = Root::new(&game, &root);
            let linked = told(|note| plyd_trials::search(&root, algorithm, limits, &control, &mut |event| note(event)));
            let through_library = told_of_loaded(&loaded, algorithm, limits);
            assert_eq!(through_library, linked, "{} of {setup} within {limits:?}", algorithm.name());
        }
    }
}

#[test]
fn tic_tac_toe_is_searched_alike() {
    let step = if cfg!(feature = "long-tests") { 1 } else { 3 };
    for judged in ALL.iter().step_by(step) {
        compare::<TicTacToe>(
            &judged.board.fen(),
            &[SearcherLimits::default(), SearcherLimits { depth: Some(2), ..SearcherLimits::default() }],
        );
    }
}

#[test]
fn tic_tac_toe_is_searched_alike_within_all_limits() {
    for judged in ALL.iter().step_by(41) {
        compare::<TicTacToe>(&judged.board.fen(), &various_limits());
    }
}

#[test]
fn leaf_trees_are_searched_alike_within_all_limits() {
    let trees = if cfg!(feature = "long-tests") { 400 } else { 120 };
    for seed in 0..trees {
        let mut random = SplitMix(seed);
        let height = 1 + random.below(6);
        let tree = Tree::of_any_shape(&mut random, height);
        compare::<LeafTree>(&tree.to_string(), &various_limits());
        compare::<LeafTree>(&format!("{tree} min"), &various_limits());
        let branching = 2 + random.below(3);
        compare::<LeafTree>(&format!("random b={branching} depth={height} seed={seed}"), &various_limits());
    }
}

/// The setups of a game that are compared.
fn alike<P: Plugin>() -> &'static [String] {
    let setups = &Shipped::of(P::ID).alike;
    assert!(!setups.is_empty(), "game.toml of {} has no setups `alike`", P::ID);
    setups
}

/// Tests of every game, in the positions that it names.
macro_rules! tests {
    ($($name:ident $game:ty),*) => {
        mod searched_alike {
            $(#[test]
            fn $name() {
                for setup in super::alike::<$game>() {
                    super::compare::<$game>(setup, &super::shallow_limits());
                }
            })*
        }

        mod counted_alike {
            $(#[test]
            fn $name() {
                for setup in super::alike::<$game>() {
                    super::compare_counts::<$game>(setup);
                }
            })*
        }
    };
}

each_game!(tests);

#[test]
fn an_unknown_leaf_ends_a_search_alike() {
    for setup in ["[[3,5,10],[2,?,?],[2,7,3]]", "[?,[1,2]]", "[[1,?],[?,2]] min", "[5,?]"] {
        compare::<LeafTree>(setup, &various_limits());
    }
    let loaded = library("leaftree").open("[[3,5,10],[2,?,?],[2,7,3]]", &[]).unwrap();
    let told = told_of_loaded(&loaded, Algorithm::Minimax, &SearcherLimits::default());
    assert_eq!(told.answer.fault.as_deref(), Some("the leaf at path 1 1 is unknown, `?`"));
}

fn counted<G: Game>(game: &G, root: &G::State, depth: u32) -> (Vec<(Move, u64)>, PerftResult) {
    let mut moves = Vec::new();
    let total = perft(&Root::new(game, root), depth, &Control::new(), &mut |mv, count| moves.push((mv, count)));
    (moves, total)
}

/// Compares the leaves at depths that have few of them.
fn compare_counts<P: Plugin>(setup: &str) {
    const ENOUGH: u64 = 5_000;
    let (game, root) = open::<P>(setup, "").unwrap();
    let loaded = library(P::ID).open(setup, &[]).unwrap();
    for depth in 0..=10 {
        let linked = counted(&game, &root, depth);
        assert_eq!(counted(&loaded, &loaded.root(), depth), linked, "{setup}, {depth}");
        if linked.0.iter().map(|(_, count)| count).sum::<u64>() > ENOUGH {
            return;
        }
    }
}

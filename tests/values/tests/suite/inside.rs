//! The textbook search inside a library beside the same search that asks the library about every node: nothing may
//! differ.

use crate::libraries::library;
use crate::other_build::library_by_step;
use crate::tree::Tree as Written;
use plyd_host::{Library, LoadedGame};
use plyd_player::search;
use plyd_plugin::testing::Random;
use plyd_rules::inside::{Errand, Leave, Nodes};
use plyd_rules::{Game, Move, Moves, Outcome, Want};
use plyd_search::{
    Algorithm, Control, Iteration, NoObserver, PerftResult, Root, SearchEvent, SearchResult, SearcherLimits,
    SearcherSettings, perft,
};
use plyd_textbook::{AlphaBeta, Method, Minimax, TreeWalk, WalkInterrupted, WalkSupervisor};
use std::sync::Arc;
use std::time::Duration;

const TEXTBOOK: [Algorithm; 2] = [Algorithm::Minimax, Algorithm::AlphaBeta];

/// Games without a rule of repetition, with setups, and the depth to which each is searched.
const GAMES: [(&str, &str, u32); 8] = [
    ("breakthrough", "", 4),
    ("cfour", "", 7),
    ("flipello", "", 5),
    ("kalah", "", 6),
    ("leaftree", "random b=3 depth=8 seed=5", 1_024),
    ("leaftree", "random b=300 depth=2 seed=5 min", 1_024),
    ("leaftree", "[[3,5,10],[2,-4,8],[2,[7,1],3]]", 3),
    ("tictactoe", "", 1_024),
];

/// A game by its library, which searches by itself, and by the library of another build, which is asked about each
/// node. Both are the same type, so that no search is compiled for this test alone.
struct Both {
    inside: LoadedGame,
    by_step: LoadedGame,
}

impl Both {
    fn opened(id: &'static str, setup: &str) -> Self {
        let open = |library: &Arc<Library>| library.open(setup, &[]).unwrap_or_else(|error| panic!("{setup}: {error}"));
        Self { inside: open(library(id)), by_step: open(&library_by_step(id)) }
    }

    /// The results of both, which must be the same.
    fn alike<T: PartialEq + std::fmt::Debug>(&self, what: &str, search: impl Fn(&LoadedGame) -> T) -> T {
        let found = search(&self.inside);
        assert_eq!(found, search(&self.by_step), "{what}");
        found
    }
}

/// Allows nothing, and counts nothing.
struct NoLeave;

impl Leave for NoLeave {
    fn grant(&mut self, _visited: u64) -> u64 {
        0
    }

    fn root_move(&mut self, _number: u32) {}
}

#[test]
fn one_library_searches_by_itself_and_the_other_does_not() {
    for (id, setup, _) in GAMES {
        let Both { inside, by_step } = Both::opened(id, setup);
        let mut room = vec![Move(0); inside.facts().max_moves as usize];
        let mut moves = Moves::new(&mut room);
        inside.moves(&inside.root(), &mut moves);
        let nodes = Nodes { visited: 1, left: 0 };
        let turn = inside.turn(&inside.root()).player().expect("no chance");
        let errand = Errand { method: 0, turn, depth: 1, moves: moves.as_slice(), nodes };
        let does = |game: &LoadedGame| {
            let counted = game.count_inside(&game.root(), errand.moves[0], 1, nodes, &mut NoLeave);
            [game.search_inside(&game.root(), &errand, &mut NoLeave).is_some(), counted.is_some()]
        };
        assert_eq!((does(&inside), does(&by_step)), ([true; 2], [false; 2]), "{id} {setup}");
    }
}

/// All that a search reports, except the times.
fn told(
    game: &LoadedGame,
    algorithm: Algorithm,
    lines: usize,
    limits: &SearcherLimits,
) -> (Vec<Iteration>, SearchResult) {
    let mut iterations = Vec::new();
    let mut note = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            iterations.push(Iteration { time: Duration::ZERO, ..iteration.clone() });
        }
    };
    let settings = SearcherSettings { algorithm, lines, ..SearcherSettings::default() };
    let root = game.root();
    let answer = search(&Root::new(game, &root), settings, limits, &Control::new(), &mut note);
    (iterations, answer)
}

fn compare(game: &Both, name: &str, lines: usize, limits: &SearcherLimits) {
    for algorithm in TEXTBOOK {
        let what = format!("{} of {name}, {lines} lines, within {limits:?}", algorithm.name());
        game.alike(&what, |game| told(game, algorithm, lines, limits));
    }
}

fn of_depth(depth: u32) -> SearcherLimits {
    SearcherLimits { depth: Some(depth), ..SearcherLimits::default() }
}

fn of_nodes(nodes: u64) -> SearcherLimits {
    SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() }
}

/// A tree with this seed as a setup, and its height.
fn tree(seed: u64) -> (String, u32) {
    let mut random = Random(seed);
    let height = 1 + random.below(5);
    let first = if random.below(2) == 0 { "" } else { " min" };
    let setup = match random.below(3) {
        0 => format!("random b={} depth={height} seed={seed} low=-3 high=3{first}", 2 + random.below(3)),
        1 => {
            let leaves = Written::uniform(&mut random, 2, height).leaves();
            leaves.iter().map(i32::to_string).collect::<Vec<_>>().join(" ") + first
        }
        _ => format!("{}{first}", Written::of_any_shape(&mut random, height)),
    };
    (setup, height as u32)
}

#[test]
fn random_trees_are_searched_alike_within_all_limits() {
    for seed in 0..3_000 {
        let (setup, height) = tree(seed);
        let game = Both::opened("leaftree", &setup);
        // A finished tree has nothing to search.
        if game.inside.outcome(&game.inside.root()) != Outcome::Ongoing {
            continue;
        }
        compare(&game, &setup, 1, &SearcherLimits::default());
        compare(&game, &setup, 3, &SearcherLimits { deepen: true, ..SearcherLimits::default() });
        for depth in 1..=height + 1 {
            compare(&game, &setup, 1, &of_depth(depth));
        }
        // The first node is the root, which is counted before the library has anything to do.
        for nodes in 2..=24 {
            compare(&game, &setup, 1 + nodes as usize % 2, &of_nodes(nodes));
        }
    }
}

#[test]
fn games_are_searched_alike_within_all_limits() {
    for (id, setup, deepest) in GAMES {
        let game = Both::opened(id, setup);
        let name = format!("{id} {setup}");
        for depth in 1..=deepest.min(4) {
            compare(&game, &name, 1, &of_depth(depth));
            compare(&game, &name, 3, &of_depth(depth));
        }
        for nodes in [2, 3, 100, 257, 1_000, 3_001] {
            compare(&game, &name, 2, &of_nodes(nodes));
        }
        let Both { inside, .. } = &game;
        let mut room = vec![Move(0); inside.facts().max_moves as usize];
        let mut moves = Moves::new(&mut room);
        inside.moves(&inside.root(), &mut moves);
        let some: Vec<Move> = moves.as_slice().iter().copied().skip(1).step_by(2).collect();
        if !some.is_empty() {
            let limits = SearcherLimits { root_moves: Some(some), ..of_depth(3) };
            compare(&game, &name, 1, &limits);
        }
        compare(&game, &name, 1, &SearcherLimits { mate_plies: Some(3), ..SearcherLimits::default() });
    }
}

/// Allows this many nodes, a few at a time, and records what it hears.
struct Portions<'a> {
    left: u64,
    at_once: u64,
    asked: &'a mut Vec<u64>,
    root_moves: &'a mut Vec<(u32, Move, u32)>,
}

impl WalkSupervisor for Portions<'_> {
    fn grant(&mut self, visited: u64) -> u64 {
        self.asked.push(visited);
        let given = self.at_once.min(self.left);
        self.left -= given;
        given
    }

    fn root_move(&mut self, depth: u32, mv: Move, number: u32) {
        self.root_moves.push((depth, mv, number));
    }
}

/// One walk as it is seen from outside.
#[derive(Debug, PartialEq)]
struct Walk {
    value: Result<i32, WalkInterrupted>,
    root_value: Option<i32>,
    line: Vec<Move>,
    visited: u64,
    seldepth: usize,
    horizon: bool,
    fault: Option<String>,
    asked: Vec<u64>,
    root_moves: Vec<(u32, Move, u32)>,
}

fn walk<M: Method>(game: &LoadedGame, depth: u32, left: u64, at_once: u64) -> Walk {
    let (mut asked, mut root_moves, mut observer) = (Vec::new(), Vec::new(), NoObserver);
    let root = game.root();
    let portions = Portions { left, at_once, asked: &mut asked, root_moves: &mut root_moves };
    let mut tree = TreeWalk::new(&Root::new(game, &root), depth, &mut observer, portions);
    let step = tree.examine_root(Want::MOVES);
    let value = tree.search_root::<M>(step.player(), depth, step.count());
    let root_value = tree.root_value;
    let line = root_value.map_or(Vec::new(), |value| tree.whole_line(value));
    let (visited, seldepth, horizon, fault) = (tree.visited(), tree.seldepth, tree.horizon, tree.fault.take());
    drop(tree);
    Walk { value, root_value, line, visited, seldepth, horizon, fault, asked, root_moves }
}

#[test]
fn a_search_that_is_stopped_after_any_number_of_nodes_has_found_the_same() {
    // All numbers in the long tests.
    let step = if cfg!(feature = "long-tests") { 1 } else { 7 };
    for (id, setup, depth) in GAMES {
        let game = Both::opened(id, setup);
        for nodes in (2..=2_000).step_by(step) {
            let what = format!("{id} {setup} stopped after {nodes} nodes");
            let at_once = 1 + nodes % 300;
            let stopped = game.alike(&what, |game| walk::<Minimax>(game, depth, nodes, at_once));
            game.alike(&what, |game| walk::<AlphaBeta>(game, depth, nodes, at_once));
            assert!(stopped.visited == nodes || stopped.value.is_ok(), "{what}");
        }
    }
}

#[test]
fn a_leaf_without_a_value_ends_both_with_the_same_reason() {
    for setup in ["[[3,5,10],[2,?,?],[2,7,3]]", "[?,[1,2]]", "[[1,?],[?,2]] min", "3 ? 4 5", "1 2 3 4 5 6 7 ?"] {
        let game = Both::opened("leaftree", setup);
        for depth in [1, 2, 3, 9] {
            let walks = |game: &LoadedGame| {
                [walk::<Minimax>(game, depth, u64::MAX, 3), walk::<AlphaBeta>(game, depth, u64::MAX, 3)]
            };
            game.alike(setup, walks);
        }
    }
    let game = Both::opened("leaftree", "[[3,5,10],[2,?,?],[2,7,3]]");
    let failed = walk::<Minimax>(&game.inside, 9, u64::MAX, 1_000);
    assert_eq!(failed.fault.as_deref(), Some("the leaf at path 1 1 is unknown, `?`"));
    assert_eq!((failed.root_value, failed.visited), (Some(3), 8));
}

#[test]
fn leaves_are_counted_alike() {
    for (id, setup, depth) in GAMES {
        let game = Both::opened(id, setup);
        for depth in 1..=depth.min(4) {
            game.alike(&format!("{id} {setup}, depth {depth}"), |game| {
                let (mut moves, root) = (Vec::new(), game.root());
                let total = perft(&Root::new(game, &root), depth, &Control::new(), &mut |mv, count| {
                    moves.push((mv, count));
                });
                assert!(matches!(total, PerftResult::Total(_)), "{total:?}");
                (moves, total)
            });
        }
    }
}

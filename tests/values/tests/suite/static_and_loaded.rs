//! The same search on statically linked rules and on the library: nothing may differ.

use crate::board::ALL;
use crate::libraries::library;
use crate::tree::Tree;
use amazons::Amazons;
use ataxx::Ataxx;
use backgammon::Backgammon;
use breakthrough::Breakthrough;
use checkers::Checkers;
use dotsandboxes::DotsAndBoxes;
use flipello::Flipello;
use go::Go;
use gomoku::Gomoku;
use hex::Hex;
use isola::Isola;
use kalah::Kalah;
use leaftree::LeafTree;
use morris::Morris;
use plyd_host::LoadedGame;
use plyd_plugin::testing::{Random as SplitMix, try_open as open};
use plyd_plugin::{Game, Move, Plugin};
use plyd_search::{Algorithm, Answer, Control, Event, Limits, Perft, Root, Score, perft};
use tictactoe::TicTacToe;

/// All a search tells, but for the time it took.
#[derive(Debug, PartialEq)]
struct Told {
    /// Depth, seldepth, score, nodes and principal variation of every iteration.
    iterations: Vec<(u32, u32, Score, u64, Vec<Move>)>,
    answer: Answer,
}

/// What a search tells. `search` runs it with a listener.
fn told(search: impl FnOnce(&mut dyn FnMut(Event<'_>)) -> Answer) -> Told {
    let mut iterations = Vec::new();
    let mut note = |event: Event<'_>| {
        if let Event::Iteration(it) = event {
            iterations.push((it.depth, it.seldepth, it.score, it.nodes, it.pv.clone()));
        }
    };
    let answer = search(&mut note);
    Told { iterations, answer }
}

fn told_of_loaded(game: &LoadedGame, algorithm: Algorithm, limits: &Limits) -> Told {
    let (root, control) = (game.root(), Control::new());
    told(|note| plyd_player::search(&Root::new(game, &root), algorithm, limits, &control, &mut |event| note(event)))
}

fn various_limits() -> Vec<Limits> {
    let mut all = vec![
        Limits::default(),
        Limits { deepen: true, ..Limits::default() },
        Limits { nodes: Some(0), ..Limits::default() },
        Limits { nodes: Some(100), ..Limits::default() },
        Limits { mate_plies: Some(3), ..Limits::default() },
    ];
    all.extend([1, 2, 3, 5].map(|depth| Limits { depth: Some(depth), ..Limits::default() }));
    all
}

/// Limits that end a search of a long game soon.
fn shallow_limits() -> Vec<Limits> {
    let mut all =
        vec![Limits { nodes: Some(0), ..Limits::default() }, Limits { nodes: Some(2_000), ..Limits::default() }];
    all.extend([1, 2, 3, 5].map(|depth| Limits { depth: Some(depth), ..Limits::default() }));
    all
}

fn compare<P: Plugin>(setup: &str, limits: &[Limits]) {
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
        compare::<TicTacToe>(&judged.board.fen(), &[Limits::default(), Limits { depth: Some(2), ..Limits::default() }]);
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

#[test]
fn othello_is_searched_alike() {
    let depths = [1, 2, 3, 4].map(|depth| Limits { depth: Some(depth), ..Limits::default() });
    compare::<Flipello>("", &depths);
    compare::<Flipello>("1P3ppp/p1P2P2/p1pPpP2/pPPPPp2/pppppPp1/ppppPPP1/ppp1pPp1/pppp1P1p b", &depths[..3]);
    // To the end of the game, with passes on the way; and a finished one.
    for setup in ["pppP/ppPP/pPPP/4 w", "PPPPPPPP/PPPppppp/PPPPpppp/PPPPPPPp/PPPpPPPp/PPppPPpp/ppPPppp1/pPPPppp1 b"] {
        compare::<Flipello>(setup, &various_limits());
    }
    compare::<Flipello>("PPPP/PPPP/PPPP/p1p1 b", &depths);
}

#[test]
fn ataxx_is_searched_alike() {
    let depths = [1, 2, 3].map(|depth| Limits { depth: Some(depth), ..Limits::default() });
    for setup in ["", "7/7/7/7/ppppppp/ppppppp/PPPPPPP w", "P5p/7/2*1*2/3*3/2*1*2/7/p5P b", "7/7/7/3P3/7/7/7 b"] {
        compare::<Ataxx>(setup, &depths);
    }
    // To the end of the game.
    compare::<Ataxx>("7/7/7/7/*******/*******/P5p b", &shallow_limits());
}

#[test]
fn breakthrough_is_searched_alike_within_all_limits() {
    for setup in ["", "8/1P4P1/3p4/p6P/P6p/3P4/1p4p1/8 b", "ppp/3/3/1p1/PPP w", "1P6/8/3p4/8/8/8/8/8 b"] {
        compare::<Breakthrough>(setup, &shallow_limits());
    }
}

#[test]
fn checkers_is_searched_alike_within_all_limits() {
    for setup in ["", "W:WK18,24,27,28,K10,32:B12,16,20,K22,K25,K29", "B:WK10:BK1,K3", "W:W5:B1"] {
        compare::<Checkers>(setup, &shallow_limits());
    }
}

#[test]
fn go_is_searched_alike() {
    let depths = [1, 2, 3].map(|depth| Limits { depth: Some(depth), ..Limits::default() });
    for setup in ["1XO2/XO1O1/1XO2/5/5 b C4 0 7.5", "2/2 b", "3 w - 1 0"] {
        compare::<Go>(setup, &depths);
    }
}

#[test]
fn gomoku_and_hex_are_searched_alike() {
    let depths = [1, 2, 3].map(|depth| Limits { depth: Some(depth), ..Limits::default() });
    for setup in ["XXXX1/OOOO1/5/5/5 b", "5/5/1XO2/5/5 b"] {
        compare::<Gomoku>(setup, &depths);
    }
    for setup in ["3/1X1/3 b", "3/3/3 r", "1X1/XXO/X2 b"] {
        compare::<Hex>(setup, &depths);
    }
}

#[test]
fn amazons_is_searched_alike() {
    let depths = [1, 2].map(|depth| Limits { depth: Some(depth), ..Limits::default() });
    for setup in ["1q1/3/1Q1 w", "2q1/1*2/*Q2 b", "qQ w"] {
        compare::<Amazons>(setup, &depths);
    }
}

#[test]
fn dots_and_boxes_is_searched_alike() {
    for setup in ["11/11 000 .. b", "10/01/01 100/001 ../.. r", "11/11 111 RB r"] {
        compare::<DotsAndBoxes>(setup, &shallow_limits());
    }
}

#[test]
fn nine_mens_morris_is_searched_alike() {
    let depths = [1, 2, 3].map(|depth| Limits { depth: Some(depth), ..Limits::default() });
    for setup in ["W6W/1B1WBBBW/5B1W w", "BBBW1W1B/1W5W/8 w", "WB6/WBB5/8 b"] {
        compare::<Morris>(setup, &depths);
    }
}

#[test]
fn isola_is_searched_alike() {
    for setup in ["1p1/3/1P1 w", "2p1/4/1*2/P3 b", "p*/*P w"] {
        compare::<Isola>(setup, &shallow_limits());
    }
    compare::<Isola>("", &[1, 2].map(|depth| Limits { depth: Some(depth), ..Limits::default() }));
}

#[test]
fn backgammon_is_searched_alike() {
    let depths = [1, 2].map(|depth| Limits { depth: Some(depth), nodes: Some(20_000), ..Limits::default() });
    // A play to make, a roll to come, and a double, which has the most plays.
    for setup in ["4HPwATDgc/ABMA w 31", "", "sGfwATDgc/ABMA b 66"] {
        compare::<Backgammon>(setup, &depths);
    }
}

#[test]
fn kalah_is_searched_alike_within_all_limits() {
    for setup in ["", "0,3,0,1/2,0,1,4 b 2 1", "1,2,7/3,0,1 w", "0,0/1,2 w 3 4"] {
        compare::<Kalah>(setup, &shallow_limits());
    }
}

#[test]
fn an_unknown_leaf_ends_a_search_alike() {
    for setup in ["[[3,5,10],[2,?,?],[2,7,3]]", "[?,[1,2]]", "[[1,?],[?,2]] min", "[5,?]"] {
        compare::<LeafTree>(setup, &various_limits());
    }
    let loaded = library("leaftree").open("[[3,5,10],[2,?,?],[2,7,3]]", &[]).unwrap();
    let told = told_of_loaded(&loaded, Algorithm::Minimax, &Limits::default());
    assert_eq!(told.answer.fault.as_deref(), Some("the leaf at path 1 1 is unknown, `?`"));
}

#[test]
fn leaves_are_counted_alike() {
    fn counted<G: Game>(game: &G, root: &G::State, depth: u32) -> (Vec<(Move, u64)>, Perft) {
        let mut moves = Vec::new();
        let total = perft(&Root::new(game, root), depth, &Control::new(), &mut |mv, count| moves.push((mv, count)));
        (moves, total)
    }
    fn compare<P: Plugin>(setup: &str, deepest: u32) {
        let (game, root) = open::<P>(setup, "").unwrap();
        let loaded = library(P::ID).open(setup, &[]).unwrap();
        for depth in 0..=deepest {
            assert_eq!(counted(&loaded, &loaded.root(), depth), counted(&game, &root, depth), "{setup}, {depth}");
        }
    }
    compare::<TicTacToe>("", 10);
    compare::<TicTacToe>("PpP/1p1/P2 b", 10);
    compare::<Flipello>("4/1pP1/1Pp1/4 w", 10);
    compare::<LeafTree>("[[3,5,10],[2,?,?],[2,[7],3]]", 10);
    compare::<LeafTree>("random b=3 depth=8", 10);
    compare::<Ataxx>("", 3);
    compare::<Ataxx>("7/7/7/7/*******/*******/P5p w", 6);
    compare::<Breakthrough>("", 4);
    compare::<Breakthrough>("ppp/3/3/1p1/PPP w", 6);
    compare::<Kalah>("", 6);
    compare::<Kalah>("0,3,0,1/2,0,1,4 b 2 1", 10);
}

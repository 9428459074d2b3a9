//! All positions of tic-tac-toe, with every algorithm.

use crate::board::{ALL, Board, Judged};
use crate::libraries::library;
use plyd_player::search;
use plyd_plugin::{Options, Plugin};
use plyd_search::{
    Algorithm, Control, NoObserver, Root, SearchResult, SearchScore, SearcherLimits, SearcherSettings,
    TranspositionTable,
};
use plyd_tests::{Engine, info_field};
use tictactoe::TicTacToe;

const COUNT: usize = 5_478;

/// Whether wins are told by their distance: always by `pvs`, which `auto` is here, and by all where the game is over.
fn tells_distance(judged: &Judged, algorithm: Algorithm) -> bool {
    is_pvs(algorithm) || judged.is_over()
}

fn is_pvs(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Pvs | Algorithm::Auto)
}

/// Whether a score of `mcts` is right: a win or loss that comes no sooner than it has to, within the plies that it says.
fn is_within(judged: &Judged, score: SearchScore) -> bool {
    match (judged.distance, score) {
        (Some(plies), SearchScore::Win(most)) => judged.side > 0 && plies <= most,
        (Some(plies), SearchScore::Loss(most)) => judged.side < 0 && plies <= most,
        (None, score) => score == SearchScore::Value(10 * judged.side),
        _ => false,
    }
}

/// Whether value and move are right; a move is the number of its cell.
fn check(judged: &Judged, algorithm: Algorithm, answer: &SearchResult) {
    let expected = match judged.distance {
        Some(plies) if tells_distance(judged, algorithm) => {
            if judged.side > 0 {
                SearchScore::Win(plies)
            } else {
                SearchScore::Loss(plies)
            }
        }
        _ => SearchScore::Value(10 * judged.side),
    };
    let context = format!("{} of {}", algorithm.name(), judged.board.fen());
    match algorithm {
        Algorithm::Mcts => assert!(answer.score.is_some_and(|score| is_within(judged, score)), "{context}"),
        _ => assert_eq!(answer.score, Some(expected), "{context}"),
    }
    let best = answer.best.map(|mv| mv.0 as usize);
    if is_pvs(algorithm) && !judged.is_over() {
        assert!(best.is_some_and(|best| judged.perfect.contains(&best)), "{context}: {best:?}");
    } else if !Algorithm::BY_DEPTH.contains(&algorithm) && !judged.is_over() {
        assert!(best.is_some_and(|best| judged.right.contains(&best)), "{context}: {best:?}");
    } else {
        assert_eq!(best, judged.right.first().copied(), "{context}: the first of the best moves");
    }
    assert!(answer.solved && answer.fault.is_none(), "{context}");
}

#[test]
fn linked_statically_every_position_has_the_right_value_and_a_right_move() {
    assert_eq!(ALL.len(), COUNT);
    for judged in ALL.iter() {
        let (game, root) = TicTacToe::open(&judged.board.fen(), &Options::new(&[], "")).unwrap();
        for algorithm in Algorithm::ALL {
            let (root, limits, control) = (Root::new(&game, &root), SearcherLimits::default(), Control::new());
            // Compiled for these rules alone, without a library and without any other indirection.
            let answer = plyd_search::search(&root, algorithm, &limits, &control, &mut NoObserver, &mut |_| {});
            check(judged, algorithm, &answer);
        }
    }
}

#[test]
fn loaded_as_a_library_every_position_has_the_right_value_and_a_right_move() {
    assert_eq!(ALL.len(), COUNT);
    for judged in ALL.iter() {
        let game = library("tictactoe").open(&judged.board.fen(), &[]).unwrap();
        for algorithm in Algorithm::ALL {
            let (root, limits, control) = (game.root(), SearcherLimits::default(), Control::new());
            check(judged, algorithm, &search(&Root::new(&game, &root), algorithm, &limits, &control, &mut |_| {}));
        }
    }
}

#[test]
fn with_one_table_for_all_and_two_threads_every_position_has_the_right_value_and_a_right_move() {
    let table = TranspositionTable::new(1).unwrap();
    for judged in ALL.iter() {
        let game = library("tictactoe").open(&judged.board.fen(), &[]).unwrap();
        for threads in [1, 2] {
            let settings = SearcherSettings { table: Some(&table), threads, ..SearcherSettings::default() };
            let (root, control) = (game.root(), Control::new());
            let root = Root::new(&game, &root);
            let answer = search(&root, settings, &SearcherLimits::default(), &control, &mut |_| {});
            check(judged, Algorithm::Pvs, &answer);
        }
    }
}

/// The score as text.
fn score_text(judged: &Judged, algorithm: Algorithm) -> String {
    match judged.distance.map(|plies| plies.div_ceil(2)) {
        Some(moves) if tells_distance(judged, algorithm) && judged.side > 0 => format!("mate {moves}"),
        Some(0) if tells_distance(judged, algorithm) => "mate 0".into(),
        Some(moves) if tells_distance(judged, algorithm) => format!("mate -{moves}"),
        _ => format!("cp {}", 10 * judged.side),
    }
}

#[test]
fn through_the_protocol_a_sample_of_positions_is_answered_rightly() {
    const STEP: usize = 17;
    let mut engine = Engine::start(&["--game", "tictactoe"]);
    for algorithm in Algorithm::ALL {
        engine.send(&format!("setoption name Algorithm value {}", algorithm.name()));
        for judged in ALL.iter().step_by(STEP) {
            engine.send(&format!("position fen {}", judged.board.fen()));
            let lines = engine.go("go");
            let context = format!("{} of {}: {lines:?}", algorithm.name(), judged.board.fen());
            let [.., info, best] = lines.as_slice() else { panic!("{context}") };
            let score = info_field(info, "score").unwrap_or_default();
            match algorithm {
                // Its wins need not be the soonest.
                Algorithm::Mcts if judged.distance.is_some() && !judged.is_over() => {
                    let sign = if judged.side > 0 { "mate " } else { "mate -" };
                    assert!(score.starts_with(sign), "{context}");
                }
                _ => assert_eq!(score, score_text(judged, algorithm), "{context}"),
            }
            let right = if is_pvs(algorithm) { &judged.perfect } else { &judged.right };
            let right: Vec<_> = right.iter().map(|&cell| Board::move_text(cell)).collect();
            let best = best.split(' ').nth(1).unwrap();
            match algorithm {
                _ if judged.is_over() => assert_eq!(best, "(none)", "{context}"),
                Algorithm::Minimax | Algorithm::AlphaBeta => {
                    assert_eq!(best, right[0], "{context}: right are {right:?}");
                }
                _ => assert!(right.iter().any(|mv| mv == best), "{context}: right are {right:?}"),
            }
        }
    }
}

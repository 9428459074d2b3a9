//! Values that are known, or that others have found, with the sources in the documents of the games.

use super::values::{PROVING, reported, solve};
use plyd_plugin::Plugin;
use plyd_plugin::testing::{open, played};
use plyd_search::{Algorithm, Root, SearchScore, SearcherLimits, SearcherSettings, TranspositionTable};

/// The value for the player to move of a setup with options.
fn value<P: Plugin>(algorithm: Algorithm, setup: &str, options: &str) -> Option<SearchScore> {
    let (game, state) = open::<P>(setup, options);
    let table = TranspositionTable::new(16).unwrap();
    let answer = solve(&Root::new(&game, &state), SearcherSettings { table: Some(&table), ..algorithm.into() });
    assert!(answer.solved, "{setup} {options}: {answer:?}");
    answer.score
}

#[test]
fn tic_tac_toe_and_small_boards_of_connect_four() {
    for algorithm in PROVING {
        assert_eq!(value::<tictactoe::TicTacToe>(algorithm, "", ""), Some(SearchScore::Value(0)), "{algorithm:?}");
        assert_eq!(
            value::<cfour::ConnectFour>(algorithm, "", "Files=4 Ranks=4"),
            Some(SearchScore::Value(0)),
            "{algorithm:?}"
        );
    }
    for (options, sign) in
        [("Files=4 Ranks=4", 0), ("Files=5 Ranks=4", 0), ("Files=4 Ranks=5", 0), ("Files=6 Ranks=4", -1)]
    {
        let Some(SearchScore::Value(found)) = value::<cfour::ConnectFour>(Algorithm::Solve, "", options) else {
            panic!("{options}: no value")
        };
        assert_eq!(found.signum(), sign, "{options}");
    }
}

#[test]
fn kalah_by_both_rules() {
    for (houses, seeds, plain, empty_capture) in [(2, 4, -10, -12), (3, 3, 2, 2), (4, 3, 6, 8), (3, 4, 2, 2)] {
        for (rule, expected) in [(false, plain), (true, empty_capture)] {
            let options = format!("Houses={houses} Seeds={seeds} EmptyCapture={rule}");
            for algorithm in PROVING {
                let found = value::<kalah::Kalah>(algorithm, "", &options);
                assert_eq!(found, Some(SearchScore::Value(expected)), "{algorithm:?}, {options}");
            }
        }
    }
}

/// Mates in one and in two moves, one of these by a sacrifice.
#[test]
fn mates_of_chess() {
    for (setup, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", 1),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("7k/8/5K2/6R1/8/8/8/8 w - - 0 1", 2),
    ] {
        let (game, state) = open::<chess::Chess>(setup, "");
        for algorithm in PROVING {
            let table = TranspositionTable::new(16).unwrap();
            let limits = SearcherLimits { mate_plies: Some(2 * moves + 1), ..SearcherLimits::default() };
            let settings = SearcherSettings { table: Some(&table), ..algorithm.into() };
            let (answer, _) = reported(&Root::new(&game, &state), settings, &limits);
            assert_eq!(answer.score, Some(SearchScore::Win(2 * moves - 1)), "{algorithm:?}, {setup}");
        }
        // Without a limit of the distance there is a win, too.
        let table = TranspositionTable::new(16).unwrap();
        let answer =
            solve(&Root::new(&game, &state), SearcherSettings { table: Some(&table), ..Algorithm::Dfpn.into() });
        assert!(answer.solved && matches!(answer.score, Some(SearchScore::Value(1..))), "{setup}: {answer:?}");
    }
}

#[test]
fn who_wins_small_games_of_breakthrough_is_what_the_strong_search_says() {
    for options in ["Files=3 Ranks=4", "Files=3 Ranks=5", "Files=4 Ranks=4"] {
        let sign = |algorithm| match value::<breakthrough::Breakthrough>(algorithm, "", options) {
            Some(SearchScore::Win(_) | SearchScore::Value(1..)) => 1,
            Some(SearchScore::Loss(_) | SearchScore::Value(..=-1)) => -1,
            other => panic!("{options}: {other:?}"),
        };
        for algorithm in PROVING {
            assert_eq!(sign(algorithm), sign(Algorithm::Pvs), "{algorithm:?}, {options}");
        }
    }
}

#[test]
fn the_line_of_a_solved_game_is_played_to_its_end() {
    let (game, state) = open::<tictactoe::TicTacToe>("", "");
    let table = TranspositionTable::new(1).unwrap();
    let (_, lines) = reported(
        &Root::new(&game, &state),
        SearcherSettings { table: Some(&table), ..Algorithm::Solve.into() },
        &SearcherLimits::default(),
    );
    assert_eq!(lines.last().unwrap().pv.len(), 9, "{lines:?}");
}

#[test]
fn it_visits_a_fraction_of_the_nodes_of_the_strong_search() {
    let (game, state) = open::<cfour::ConnectFour>("", "Files=5 Ranks=4");
    let nodes = [Algorithm::Pvs, Algorithm::Solve].map(|algorithm| {
        let table = TranspositionTable::new(16).unwrap();
        solve(&Root::new(&game, &state), SearcherSettings { table: Some(&table), ..algorithm.into() }).nodes
    });
    assert!(nodes[0] > 4 * nodes[1], "{nodes:?}");
}

#[test]
fn a_search_without_a_limit_says_what_the_strong_search_says_with_fewer_nodes() {
    let mut all = [0, 0];
    for setup in ["4/4/4/4 w", "P6/P6/p4p1/P4p1/p2PpP1/ppPpPP1 w", "7/pP5/PP4p/pp2PpP/PPp1pPp/ppP1pPP w"] {
        let (game, state) = open::<cfour::ConnectFour>(setup, "");
        let root = Root::new(&game, &state);
        let answers = [Algorithm::Pvs, Algorithm::Auto].map(|algorithm| {
            let table = TranspositionTable::new(16).unwrap();
            let settings = SearcherSettings { table: Some(&table), ..algorithm.into() };
            let (answer, lines) = reported(&root, settings, &SearcherLimits::default());
            assert!(lines.is_sorted_by_key(|line| line.nodes), "{setup}: {lines:?}");
            answer
        });
        for (all, answer) in all.iter_mut().zip(&answers) {
            assert!(answer.solved, "{setup}: {answer:?}");
            *all += answer.nodes;
        }
        assert!(answers[0].nodes > 10_000, "{setup}: {answers:?}");
        assert_eq!(answers[0].score, answers[1].score, "{setup}");
    }
    assert!(all[0] > all[1], "{all:?}");
}

/// Middle games of connect four, as the columns of their stones, and what the solver of P. Pons says of them.
const MIDDLE_GAMES: [(&str, SearchScore); 8] = [
    ("1 7 1 2 1 1 6 3 5 7 3 7 3 4 1 1", SearchScore::Win(17)),
    ("4 2 7 2 2 5 6 7 5 4 2 7 7 5 1 4 1", SearchScore::Win(17)),
    ("2 1 3 4 5 6 5 4 6 1 4 1 7 6 1 4 3 1", SearchScore::Win(19)),
    ("3 7 4 5 7 4 4 1 5 6 1 6 3 3 1 7", SearchScore::Win(19)),
    ("4 4 7 6 5 5 4 3 1 7 1 3 2 1 6 6 6 6 6 7", SearchScore::Loss(20)),
    ("2 3 1 7 2 6 6 6 1 6 3 2 3 7 5 3 3 3 2 7", SearchScore::Loss(20)),
    ("4 6 7 7 4 1 7 5 3 3 4 3 7 1 5 1 1", SearchScore::Loss(22)),
    ("2 4 3 3 6 1 4 4 4 6 5 2 1 1 6 3 5 1 7 4", SearchScore::Loss(22)),
];

#[test]
fn the_distance_is_that_of_another_solver_and_takes_few_times_the_nodes_of_who_wins() {
    let (game, start) = open::<cfour::ConnectFour>("", "");
    let mut all = [0, 0];
    for (columns, score) in MIDDLE_GAMES {
        let state = played(&game, &start, columns);
        for (distance, all) in [false, true].into_iter().zip(&mut all) {
            let table = TranspositionTable::new(16).unwrap();
            let settings = SearcherSettings { table: Some(&table), distance, ..Algorithm::Solve.into() };
            let answer = solve(&Root::new(&game, &state), settings);
            *all += answer.nodes;
            assert!(!distance || answer.score == Some(score), "{columns}: {:?}", answer.score);
        }
    }
    // It takes 3.0 times the nodes. Questions from below, which shared no entries with the others, took 5.6.
    assert!(all[1] < 4 * all[0], "{all:?}");
}

#[test]
fn an_analysis_that_is_ended_by_hand_is_one_without_a_limit() {
    let (game, state) = open::<cfour::ConnectFour>("P6/P6/p4p1/P4p1/p2PpP1/ppPpPP1 w", "");
    let nodes = |algorithm: Algorithm, limits: &SearcherLimits| {
        let table = TranspositionTable::new(16).unwrap();
        let settings = SearcherSettings { table: Some(&table), ..algorithm.into() };
        reported(&Root::new(&game, &state), settings, limits).0.nodes
    };
    let of =
        |algorithm, deepen, ponders| nodes(algorithm, &SearcherLimits { deepen, ponders, ..SearcherLimits::default() });
    let alone = of(Algorithm::Pvs, false, false);
    assert_eq!(of(Algorithm::Auto, true, false), of(Algorithm::Auto, false, false));
    assert_ne!(of(Algorithm::Auto, true, false), alone);
    assert_eq!(of(Algorithm::Auto, true, true), alone, "the clock of the move may begin");
}

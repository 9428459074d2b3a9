//! Values that are known, or that others have found, with the sources in the documents of the games.

use crate::values::{reported, solve, solver};
use plyd_plugin::Plugin;
use plyd_plugin::testing::open;
use plyd_search::{Algorithm, Limits, Root, Score, Settings, Table};

/// The value for the player to move of a setup with options.
fn value<P: Plugin>(algorithm: Algorithm, setup: &str, options: &str) -> Option<Score> {
    let (game, state) = open::<P>(setup, options);
    let table = Table::new(16).unwrap();
    let answer = solve(&Root::new(&game, &state), Settings { table: Some(&table), ..algorithm.into() });
    assert!(answer.solved, "{setup} {options}: {answer:?}");
    answer.score
}

#[test]
fn tic_tac_toe_and_small_boards_of_connect_four() {
    assert_eq!(value::<tictactoe::TicTacToe>(Algorithm::Solve, "", ""), Some(Score::Value(0)));
    for (options, sign) in
        [("Files=4 Ranks=4", 0), ("Files=5 Ranks=4", 0), ("Files=4 Ranks=5", 0), ("Files=6 Ranks=4", -1)]
    {
        let Some(Score::Value(found)) = value::<cfour::ConnectFour>(Algorithm::Solve, "", options) else {
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
            let found = value::<kalah::Kalah>(Algorithm::Solve, "", &options);
            assert_eq!(found, Some(Score::Value(expected)), "{options}");
        }
    }
}

#[test]
fn the_line_of_a_solved_game_is_played_to_its_end() {
    let (game, state) = open::<tictactoe::TicTacToe>("", "");
    let table = Table::new(1).unwrap();
    let (_, lines) =
        reported(&Root::new(&game, &state), Settings { table: Some(&table), ..solver() }, &Limits::default());
    assert_eq!(lines.last().unwrap().pv.len(), 9, "{lines:?}");
}

#[test]
fn it_visits_a_fraction_of_the_nodes_of_the_strong_search() {
    let (game, state) = open::<cfour::ConnectFour>("", "Files=5 Ranks=4");
    let nodes = [Algorithm::Pvs, Algorithm::Solve].map(|algorithm| {
        let table = Table::new(16).unwrap();
        solve(&Root::new(&game, &state), Settings { table: Some(&table), ..algorithm.into() }).nodes
    });
    assert!(nodes[0] > 4 * nodes[1], "{nodes:?}");
}

//! The laws that every game keeps; two games as files.

use plyd_plugin::testing::{check_playthrough, laws};
use tictactoe::TicTacToe;

#[test]
fn the_laws_hold() {
    laws::<TicTacToe>(&[("", ""), ("PpP/1p1/P2 w", ""), ("3/1P1/3 b - - 7 12", "")]);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<TicTacToe>("tests/playthroughs/random.txt");
    check_playthrough::<TicTacToe>("tests/playthroughs/win.txt");
}

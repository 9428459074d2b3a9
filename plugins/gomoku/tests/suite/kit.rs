//! The laws that every game keeps, the published counts, and two games as files.

use gomoku::Gomoku;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<Gomoku>(&[
        ("", "Size=5"),
        ("", "Size=7"),
        ("", "Size=7 Rule=freestyle"),
        ("XXXX3/OOOO3/7/7/7/7/7 b", ""),
        ("XXX1XX1/OO1OO2/7/7/3O3/7/7 w", ""),
        ("XXXXX/O1O1O/5/5/OO3 w", ""),
    ]);
}

#[test]
fn the_laws_hold_on_the_usual_board() {
    laws::<Gomoku>(&[("", "")]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Gomoku>(400_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Gomoku>("tests/playthroughs/five.txt");
    check_playthrough::<Gomoku>("tests/playthroughs/random.txt");
}

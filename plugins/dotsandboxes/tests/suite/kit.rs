//! The laws that every game keeps, the known counts, and two games as files.

use dotsandboxes::DotsAndBoxes;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<DotsAndBoxes>(&[
        ("", "Rows=3 Columns=3"),
        ("", "Rows=2 Columns=3 BoxDifference=false"),
        ("", "Rows=1 Columns=4"),
        ("", "Rows=5 Columns=1 BoxDifference=false"),
        ("", "Rows=1 Columns=1"),
        ("111/100/101/111 1101/1001/1011 R../.../..B b", ""),
        ("110/011/111 1100/1111 .../.BR r", "BoxDifference=false"),
    ]);
}

#[test]
fn the_laws_hold_on_the_usual_board() {
    laws::<DotsAndBoxes>(&[("", "")]);
}

#[test]
fn the_known_counts_are_right() {
    assert!(known_perft::<DotsAndBoxes>(3_000_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<DotsAndBoxes>("tests/playthroughs/chains.txt");
    check_playthrough::<DotsAndBoxes>("tests/playthroughs/random.txt");
}

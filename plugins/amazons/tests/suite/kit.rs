//! The laws that every game keeps, the published counts, and two games as files.

use amazons::Amazons;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<Amazons>(&[
        ("", "Size=5"),
        ("q2q/1*2/Q2Q b", ""),
        ("***q**2**/**1***Q1**/1*6*1 w", ""),
        ("q2*1Q3q w", ""),
        ("qQ w", ""),
    ]);
}

#[test]
fn the_laws_hold_on_the_usual_boards() {
    laws::<Amazons>(&[("", "Size=6"), ("", "")]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Amazons>(300_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Amazons>("tests/playthroughs/random.txt");
    check_playthrough::<Amazons>("tests/playthroughs/six.txt");
}

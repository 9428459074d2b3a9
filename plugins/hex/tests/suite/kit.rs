//! The laws that every game keeps, the published counts, and two games as files.

use hex::Hex;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<Hex>(&[
        ("", "Size=5"),
        ("", "Size=4 Swap=false"),
        ("", "Size=2"),
        ("", "Size=1"),
        ("XO2X/O1X2/1XO2/2XO1/5 b", ""),
        ("3/1X1/3 b", ""),
    ]);
}

#[test]
fn the_laws_hold_on_the_usual_board() {
    laws::<Hex>(&[("", "")]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Hex>(2_000_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Hex>("tests/playthroughs/swap.txt");
    check_playthrough::<Hex>("tests/playthroughs/random.txt");
}

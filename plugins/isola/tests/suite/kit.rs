//! The laws that every game keeps, the published counts, and two games as files.

use isola::Isola;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<Isola>(&[
        ("", "Files=5 Ranks=5"),
        ("", "Files=4 Ranks=4 Pads=false"),
        ("", "Files=2 Ranks=3"),
        ("***1p*/***1**/******/1*1***/1P*1**/1*2**/**1***/**1*** w", ""),
        ("*1p1*/*1*1*/2*2/1P3/***** b", "Pads=false"),
    ]);
}

#[test]
fn the_laws_hold_on_the_usual_board() {
    laws::<Isola>(&[("", "")]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Isola>(300_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Isola>("tests/playthroughs/random.txt");
    check_playthrough::<Isola>("tests/playthroughs/pads.txt");
}

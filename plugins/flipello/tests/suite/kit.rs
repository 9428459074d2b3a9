//! The laws that every game keeps, the published counts, and two games as files.

use flipello::Flipello;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<Flipello>(&[("", ""), ("", "Size=4"), ("", "Size=6 DiscDifference=true"), ("pppP/ppPP/pPPP/4 w", "")]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Flipello>(300_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Flipello>("tests/playthroughs/passes.txt");
    check_playthrough::<Flipello>("tests/playthroughs/quickest.txt");
}

//! The laws that every game keeps, the published counts, and two games as files.

use breakthrough::Breakthrough;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<Breakthrough>(&[
        ("", ""),
        ("", "Files=2 Ranks=3"),
        ("", "Files=5 Ranks=6"),
        ("8/8/2p5/p5pp/P5pp/6pp/8/8 w", ""),
    ]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Breakthrough>(300_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Breakthrough>("tests/playthroughs/random.txt");
    check_playthrough::<Breakthrough>("tests/playthroughs/start.txt");
}

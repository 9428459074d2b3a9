//! The laws that every game keeps, the published counts, and two games as files.

use kalah::Kalah;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<Kalah>(&[
        ("", ""),
        ("", "EmptyCapture=true"),
        ("", "Houses=1 Seeds=127 EmptyCapture=true"),
        ("", "Houses=12 Seeds=10"),
        ("", "Houses=3 Seeds=3"),
        ("1,0,2/3,0,0 b", ""),
    ]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Kalah>(300_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Kalah>("tests/playthroughs/random.txt");
    check_playthrough::<Kalah>("tests/playthroughs/second-turns.txt");
}

//! The laws that every game keeps, the published counts, and two games as files.

use crate::rules::SETUPS;
use go::Go;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    // The largest boards take too long.
    let small: Vec<_> =
        SETUPS.into_iter().filter(|(_, options)| !options.contains("Size=1") && !options.is_empty()).collect();
    laws::<Go>(&small);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Go>(300_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Go>("tests/playthroughs/ko.txt");
    check_playthrough::<Go>("tests/playthroughs/suicide.txt");
}

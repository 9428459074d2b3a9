//! The laws that every game keeps, the published counts, and two games as files.

use crate::rules::SETUPS;
use morris::Morris;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<Morris>(&SETUPS.map(|setup| (setup, "")));
    laws::<Morris>(&[("", "QuietMoves=1 Flying=false"), (SETUPS[4], "QuietMoves=0 Repetition=0 Flying=false")]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Morris>(10_000_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Morris>("tests/playthroughs/start.txt");
    check_playthrough::<Morris>("tests/playthroughs/flying.txt");
}

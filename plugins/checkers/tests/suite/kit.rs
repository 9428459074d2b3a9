//! The laws that every game keeps, the published counts, and two games as files.

use crate::rules::SETUPS;
use checkers::Checkers;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<Checkers>(&SETUPS.map(|setup| (setup, "")));
    laws::<Checkers>(&[("", "QuietMoves=1"), ("W:WK32:BK1", "QuietMoves=0 Repetition=0")]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Checkers>(1_000_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Checkers>("tests/playthroughs/start.txt");
    check_playthrough::<Checkers>("tests/playthroughs/kings.txt");
}

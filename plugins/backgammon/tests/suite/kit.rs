//! The laws that every game keeps, the published counts, and two games as files.

use crate::boards::setup;
use backgammon::Backgammon;
use plyd_plugin::Player;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<Backgammon>(&[
        ("", ""),
        ("", "Scoring=wins\nOpening=any\nEvaluate=pips"),
        ("4HPwATDgc/ABMA b 66", "Scoring=wins"),
        // Both are shut out, so that two plays of nothing lead back.
        ("/j4HAAD9OQCAWA w -", ""),
        (&setup(Player::Min, &[25, 25, 24, 13, 6, 6], &[6, 6, 5, 5, 4, 3, 3, 20], "-"), ""),
        (&setup(Player::Max, &[6, 5, 4, 3, 2, 1], &[6, 6, 6], "-"), "Scoring=wins"),
    ]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<Backgammon>(300_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<Backgammon>("tests/playthroughs/opening.txt");
    check_playthrough::<Backgammon>("tests/playthroughs/random.txt");
}

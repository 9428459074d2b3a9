//! The laws that every game keeps, the published counts, and two games as files.

use cfour::ConnectFour;
use plyd_plugin::testing::{check_playthrough, known_perft, laws};

#[test]
fn the_laws_hold() {
    laws::<ConnectFour>(&[
        ("", ""),
        ("", "Files=4 Ranks=4"),
        ("", "Files=12 Ranks=4"),
        ("", "Files=6 Ranks=9"),
        ("7/7/3p3/2pP3/1PPpP2/1pPPpp1 b", ""),
    ]);
}

#[test]
fn the_published_counts_are_right() {
    assert!(known_perft::<ConnectFour>(300_000) > 0);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<ConnectFour>("tests/playthroughs/random.txt");
    check_playthrough::<ConnectFour>("tests/playthroughs/win.txt");
}

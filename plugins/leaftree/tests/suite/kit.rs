//! The laws that every game keeps; two games as files.

use leaftree::LeafTree;
use plyd_plugin::testing::{check_playthrough, laws};

#[test]
fn the_laws_hold() {
    laws::<LeafTree>(&[
        ("", ""),
        ("[1,[2,[3]],4,[[5,6]]] min", ""),
        ("[[3,5,10],[2,?,?],[2,7,3]]", ""),
        ("b=3 1 2 3 4 5 6 7 8 9", ""),
        ("random b=3 depth=4 seed=1", ""),
    ]);
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    check_playthrough::<LeafTree>("tests/playthroughs/tutorial.txt");
    check_playthrough::<LeafTree>("tests/playthroughs/unknown.txt");
}

//! The games that tests of sessions link statically.

use crate::libraries::library;
use plyd_tests::GAMES;

#[test]
fn every_game_but_the_one_in_c_is_linked_and_is_what_its_library_is() {
    let catalog = plyd_linked::catalog();
    let linked: Vec<_> = catalog.games().iter().map(|game| game.id()).collect();
    let wanted: Vec<_> = GAMES.into_iter().filter(|&id| id != "nim").collect();
    assert_eq!(linked, wanted);
    for game in catalog.games() {
        assert_eq!(game.facts(), library(game.id()).facts());
    }
}

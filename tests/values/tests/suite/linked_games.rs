//! The games that tests of sessions link statically.

use crate::libraries::library;
use plyd_linked::each_game;
use plyd_plugin::Plugin;
use plyd_tests::GAMES;
use plyd_trials::Shipped;

#[test]
fn every_game_but_the_one_in_c_is_linked_and_is_what_its_library_is() {
    let catalog = plyd_linked::catalog();
    let linked: Vec<_> = catalog.games().iter().map(|game| game.id()).collect();
    let wanted: Vec<_> = GAMES.iter().copied().filter(|&id| id != "nim").collect();
    assert_eq!(linked, wanted);
    for game in catalog.games() {
        assert_eq!(game.facts(), library(game.id()).facts());
    }
}

macro_rules! options {
    ($($name:ident $game:ty),*) => {
        [$((<$game as Plugin>::ID, <$game as Plugin>::OPTIONS, <$game as Plugin>::PARAMETERS)),*]
    };
}

#[test]
fn every_game_names_its_options() {
    for (id, options, parameters) in each_game!(options) {
        let of_protocol = |name: &str| if name.starts_with("UCI_") { name.to_owned() } else { format!("{id}.{name}") };
        let names = options.iter().map(|option| option.name).chain(parameters.iter().map(|number| number.name));
        let declared: Vec<_> = names.map(of_protocol).collect();
        assert_eq!(Shipped::of(id).options, declared, "{id}: game.toml has to name the options in their order");
    }
}

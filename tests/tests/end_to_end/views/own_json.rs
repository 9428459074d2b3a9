//! What the libraries themselves write, before the host has touched it.

use super::schemas::{VIEW, validate};
use plyd_host::{Cache, Catalog, Position};
use plyd_plugin::view::{Step, View};
use plyd_tests::{GAMES, built_folder};

const PLIES: usize = 200;

#[test]
fn the_json_of_every_game_fits_its_schema() {
    let folder = built_folder();
    let cache = Cache::new(Some(folder.join("test-library-cache")));
    let catalog = Catalog::load(&[folder], cache);
    let mut rng = fastrand::Rng::with_seed(16);
    for game in GAMES.iter().copied() {
        let library = catalog.get(game).unwrap_or_else(|| panic!("no library for {game} was built"));
        let mut position = Position::open(library, &[], "").expect("the start position opens");
        for _ in 0..PLIES {
            let (loaded, state) = (position.game(), position.state());
            let text = loaded.view_text(state).expect("it is written").expect("the game has a view");
            validate(&VIEW, &serde_json::from_str(&text).expect("it is JSON"));
            let view = View::read(&text).expect("it is a view");
            let spots = view.check().unwrap_or_else(|error| panic!("{game}: {error}: {text}"));
            let legal = position.legal_moves().expect("the library tells them");
            for &mv in &legal {
                let gesture = loaded.gesture_text(state, mv).expect("it is written").expect("the game has views");
                let steps: Vec<_> = gesture.split(' ').map(Step::read).collect();
                spots.check(&steps).unwrap_or_else(|error| panic!("{game}: {error}: {gesture}"));
            }
            let Some(mv) = rng.choice(legal) else { break };
            position.play(mv).expect("the move is legal");
        }
    }
}

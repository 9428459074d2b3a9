//! Views of positions: Black's houses above White's from White's point of view, with the stores at the sides.

use crate::{Kalah, State};
use plyd_board::file_name;
use plyd_plugin::view::{Label, Reason, Shape, Spot, Token, View};
use plyd_plugin::{Game, Outcome, Player};

/// The size of a store, which has the height of both rows.
const STORE: [f64; 2] = [0.9, 1.9];

pub(crate) fn view(game: &Kalah, state: &State) -> View {
    let mut view = View::default();
    for player in [Player::Min, Player::Max] {
        add_row(&mut view, game.rules.houses, state, player);
    }
    let is_over = game.outcome(state) != Outcome::Ongoing;
    // At the end, the seeds in houses belong to the owner of the house.
    let score = |player| {
        let row = state.row(player);
        f64::from(if is_over { row.total() } else { row.at(game.rules.houses) })
    };
    view.points = Some([Player::Max, Player::Min].map(score));
    view.ended(is_over.then_some(Reason::Count));
    view
}

/// The id of a house: upper case for White, lower case for Black.
pub(crate) fn house_id(player: Player, house: u32) -> String {
    let letter = file_name(house);
    match player {
        Player::Max => letter.to_ascii_uppercase().to_string(),
        Player::Min => letter.to_string(),
    }
}

fn add_row(view: &mut View, houses: u32, state: &State, player: Player) {
    let row = state.row(player);
    // White sows to the right, Black to the left.
    let (x_of, y, label_y, store_x): (&dyn Fn(u32) -> f64, _, _, _) = match player {
        Player::Max => (&|house| f64::from(house) + 1.5, 1.5, 2.4, f64::from(houses) + 1.5),
        Player::Min => (&|house| f64::from(houses - house) + 0.5, 0.5, -0.4, 0.5),
    };
    let whose = if player == Player::Max { "White" } else { "Black" };
    for house in 0..houses {
        let (id, letter) = (house_id(player, house), file_name(house));
        let name = Some(format!("{whose}'s house {letter}"));
        view.spots.push(Spot { owner: player.into(), name, ..Spot::new(&id, [x_of(house), y], Shape::Pit) });
        view.labels.push(Label::new([x_of(house), label_y], letter));
        add_seeds(view, id, row.at(house));
    }
    let id = format!("{}-store", whose.to_ascii_lowercase());
    let store = Spot::new(&id, [store_x, 1.0], Shape::Pit);
    let name = Some(format!("{whose}'s store"));
    view.spots.push(Spot { size: Some(STORE), owner: player.into(), name, inert: true, ..store });
    add_seeds(view, id, row.at(houses));
}

fn add_seeds(view: &mut View, on: String, count: u32) {
    if count > 0 {
        view.put(on, Token::seeds(count));
    }
}

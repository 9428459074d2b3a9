//! A position drawn for people.

use crate::Flipello;
use crate::grid::Grid;
use crate::state::State;
use plyd_plugin::{Game, Outcome, Player};

/// The board, X for MAX and O for MIN; the discs of each; and who is to move or has to pass.
pub(crate) fn picture(game: &Flipello, state: &State) -> String {
    let (max, min) = (state.held_by(Player::Max), state.held_by(Player::Min));
    let size = game.grid.size;
    let mut text = String::new();
    for rank in (0..size).rev() {
        text.push_str(&format!("{:2} ", rank + 1));
        for file in 0..size {
            let square = Grid::square(file, rank);
            text.push_str(match (max & square != 0, min & square != 0) {
                (true, _) => " X",
                (_, true) => " O",
                _ => " .",
            });
        }
        text.push('\n');
    }
    text.push_str("   ");
    for file in 0..size {
        text.push(' ');
        text.push_str(&Grid::name(file)[..1]);
    }
    text.push_str(&format!("\nX has {}, O has {}", max.count_ones(), min.count_ones()));
    if game.outcome(state) == Outcome::Ongoing {
        let player = if state.turn() == Player::Max { 'X' } else { 'O' };
        text.push_str(&format!("\n{player} {}", if state.placements() == 0 { "has to pass" } else { "to move" }));
    }
    text
}

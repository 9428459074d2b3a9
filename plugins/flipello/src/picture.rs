//! Pictures of positions as text.

use crate::Flipello;
use crate::fen::LETTERS;
use crate::state::State;
use plyd_board::Signs;
use plyd_plugin::{Game, Outcome, Player};

/// Draws the board with X for MAX and O for MIN, the number of discs of each player, and the player who has to move or
/// to pass.
pub(crate) fn picture(game: &Flipello, state: &State) -> String {
    let (max, min) = (state.held_by(Player::Max), state.held_by(Player::Min));
    let mut text = game.grid.cells.picture(Signs(&[('P', 'X'), ('p', 'O')]), 2, LETTERS, state.sets());
    text.push_str(&format!("\nX has {}, O has {}", max.count_ones(), min.count_ones()));
    if game.outcome(state) == Outcome::Ongoing {
        let player = if state.turn() == Player::Max { 'X' } else { 'O' };
        text.push_str(&format!("\n{player} {}", if state.placements() == 0 { "has to pass" } else { "to move" }));
    }
    text
}

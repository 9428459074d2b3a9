//! Helpers that open positions.

use crate::plain::id;
use backgammon::{Backgammon, State};
use plyd_plugin::Player;

/// Opens a setup with options in the form `Scoring=wins Evaluate=pips`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(Backgammon, State), String> {
    plyd_plugin::testing::try_open(setup, options)
}

/// The start position.
pub(crate) fn start(options: &str) -> (Backgammon, State) {
    open("", options).unwrap()
}

/// The setup in which the mover and the opponent have a man on each of these points, in their own numbering. 25 is the
/// bar. The other men are off.
pub(crate) fn setup(mover: Player, own: &[usize], opponent: &[usize], dice: &str) -> String {
    format!("{} {} {dice}", id(opponent, own), if mover == Player::Max { 'w' } else { 'b' })
}

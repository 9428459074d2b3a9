//! The inputs of a network: the seeds in each house and store, as thermometers.

use crate::state::{Rules, State};
use plyd_board::Inputs;
use plyd_plugin::Features;

/// The seeds of a house are told up to this number at least.
const LEAST: u32 = 13;

/// The houses of the player to move, the own store, and those of the opponent, each side as its owner counts.
pub(crate) fn of(rules: &Rules) -> Features {
    Features { inputs: 2 * (rules.houses * most(rules) + rules.seeds), symmetries: 0, sides_differ: false }
}

/// Writes them.
#[inline]
pub(crate) fn write(rules: &Rules, state: &State, words: &mut [u64]) {
    let mut inputs = Inputs::of(words);
    for row in [state.own(), state.row(state.turn().other())] {
        for house in 0..rules.houses {
            inputs.above(row.at(house), most(rules));
        }
        inputs.above(row.at(rules.houses), rules.seeds);
    }
}

/// So many seeds of a house are told apart: as many as go once round the board, and the last one home again.
#[inline]
fn most(rules: &Rules) -> u32 {
    (2 * rules.houses + 1).max(LEAST)
}

//! The inputs of a network: the seeds in each house and store as thermometer codes.

use crate::state::{Rules, State};
use plyd_board::Inputs;
use plyd_plugin::Features;

/// The minimum number of seeds in a house that the inputs distinguish, even on small boards.
const LEAST: u32 = 13;

/// The number and properties of the inputs: the houses and the store of the player to move, then those for the
/// opponent, each side in its own numbering.
pub(crate) fn of(rules: &Rules) -> Features {
    Features { inputs: 2 * (rules.houses * most(rules) + rules.seeds), symmetries: 0, sides_differ: false }
}

/// Writes the inputs of a position.
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

/// The number of seeds in a house that the inputs distinguish: enough to sow once round the board, back to the starting
/// house.
#[inline]
fn most(rules: &Rules) -> u32 {
    (2 * rules.houses + 1).max(LEAST)
}

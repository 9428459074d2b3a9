//! The inputs of a network: the men on each point, off and on the bar, and the dice. They are much like those of TD-Gammon
//! (G. Tesauro, "Temporal difference learning and TD-Gammon", 1995).

use crate::side::{BAR, MEN, OFF};
use crate::state::State;
use plyd_board::Inputs;
use plyd_plugin::Features;

/// The men on a point or on the bar are told up to this number. More of them are rare, and hardly worth more.
const MOST: u32 = 6;
const FACES: u32 = 6;

/// For the mover, then for the opponent, each as its owner counts: thermometers of the men on the 24 points, on the bar,
/// and off. Then the faces that were rolled, whether both are the same, and whether the dice are not rolled yet.
pub(crate) const FEATURES: Features =
    Features { inputs: 2 * (BAR as u32 * MOST + MEN as u32) + FACES + 2, symmetries: 0, sides_differ: false };

/// Writes them.
#[inline]
pub(crate) fn write(state: &State, words: &mut [u64]) {
    let mut inputs = Inputs::of(words);
    for side in state.sides() {
        for men in &side[1..=usize::from(BAR)] {
            inputs.above((*men).into(), MOST);
        }
        inputs.above(side[usize::from(OFF)].into(), MEN.into());
    }
    let dice = state.dice();
    // Dice that are not rolled have the face 0.
    inputs.bits((1_u64 << dice.high() | 1 << dice.low()) >> 1, FACES);
    inputs.flag(dice.is_rolled() && dice.is_double());
    inputs.flag(!dice.is_rolled());
}

//! The inputs of a network: the men on each point, off and on the bar, and the dice. They resemble the inputs of
//! TD-Gammon (G. Tesauro, "Temporal difference learning and TD-Gammon", 1995).

use crate::side::{BAR, MEN, OFF};
use crate::state::State;
use plyd_board::Inputs;
use plyd_plugin::Features;

/// The maximum number of men on a point or on the bar that the inputs distinguish. Larger numbers are rare and hardly
/// change the value.
const MOST: u32 = 6;
const FACES: u32 = 6;

/// The number and properties of the inputs. First come the mover and then the opponent, each in its own numbering:
/// thermometer codes for the men on the 24 points, on the bar, and off. Then come the rolled faces, whether the dice
/// are a double, and whether they are not rolled yet.
pub(crate) const FEATURES: Features =
    Features { inputs: 2 * (BAR as u32 * MOST + MEN as u32) + FACES + 2, symmetries: 0, sides_differ: false };

/// Writes the inputs of a position.
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
    // The face of dice that are not rolled is 0.
    inputs.bits((1_u64 << dice.high() | 1 << dice.low()) >> 1, FACES);
    inputs.flag(dice.is_rolled() && dice.is_double());
    inputs.flag(!dice.is_rolled());
}

//! The inputs of a network: the men on the points, and how many there are on the board and in the hand.

use crate::points::{BOARD, IMAGES, images};
use crate::state::{MEN, State};
use plyd_board::{Cells, Inputs};
use plyd_plugin::Features;

/// The points of both players, the player to move first, then thermometers of the men of each, on the board and in the
/// hand: who has three on the board and none in the hand may fly.
pub(crate) const FEATURES: Features =
    Features { inputs: 2 * BOARD.span() + 4 * MEN, symmetries: IMAGES - 1, sides_differ: false };

/// Writes them.
#[inline]
pub(crate) fn write(state: &State, words: &mut [u64]) {
    let players = [state.turn(), state.turn().other()];
    let mut inputs = Inputs::of(words);
    for player in players {
        inputs.cells(&BOARD, state.of(player));
    }
    for player in players {
        inputs.above(state.of(player).len(), MEN);
        inputs.above(state.hand[player as usize], MEN);
    }
}

/// The image of an input.
pub(crate) fn image(symmetry: u32, input: u32) -> u32 {
    let (player, point) = (input / BOARD.span(), input % BOARD.span());
    if player > 1 {
        return input;
    }
    // The first image is the board itself.
    let image = images([Cells::of(point)]).nth(symmetry as usize + 1);
    image.and_then(|[image]| image.first()).map_or(input, |image| player * BOARD.span() + image)
}

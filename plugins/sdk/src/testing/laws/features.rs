//! Laws of the inputs of a network.

use super::super::features::inputs_of;
use super::{Told, Way};
use crate::{Features, Outcome, Plugin};

/// The declared numbers are within their bounds, and each symmetry is a permutation of the inputs.
#[track_caller]
pub(super) fn declared<P: Plugin>(game: &P, way: &Way<'_>) {
    let Features { inputs, symmetries, .. } = game.facts().features;
    let is_bounded = inputs <= Features::MOST_INPUTS && symmetries <= Features::MOST_SYMMETRIES;
    way.require(is_bounded && (inputs > 0 || symmetries == 0), || {
        let (most, most_symmetries) = (Features::MOST_INPUTS, Features::MOST_SYMMETRIES);
        format!(
            "{inputs} inputs and {symmetries} symmetries should be at most {most} and {most_symmetries}, and without \
             inputs there are no symmetries"
        )
    });
    for symmetry in 0..symmetries {
        let mut images: Vec<u32> = (0..inputs).map(|input| game.feature_image(symmetry, input)).collect();
        images.sort_unstable();
        way.require(images.into_iter().eq(0..inputs), || {
            format!("the images of the {inputs} inputs under symmetry {symmetry} should be all inputs, each once")
        });
    }
}

#[track_caller]
pub(super) fn visit<P: Plugin>(game: &P, state: &P::State, told: &Told, way: &Way<'_>) {
    let features = game.facts().features;
    if features.inputs == 0 || told.outcome != Outcome::Ongoing {
        return;
    }
    let (player, words) = inputs_of(game, state);
    way.require(words.last().is_none_or(|last| last & !features.last_word() == 0), || {
        format!("an input from {} on is on, but there are only {} inputs", features.inputs, features.inputs)
    });
    way.require((player, &words) == (inputs_of(game, state).0, &inputs_of(game, state).1), || {
        "the inputs of a position should be the same at every call".into()
    });
    way.require(told.turn.player().is_none_or(|mover| mover == player), || {
        format!("the inputs are those that {player:?} sees, but it is the turn of {:?}", told.turn)
    });
}

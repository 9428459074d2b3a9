//! The numbers of a network, and their bounds.

use crate::{Invalid, NetworkFacts};

/// What 1 is in the first layer, and of the clipped sum of a hidden unit.
pub const INPUT_SCALE: i16 = 255;

/// What 1 is in the output layer.
pub const OUTPUT_SCALE: i16 = 64;

/// The first layer of one player, or of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstLayer {
    /// The bias of each hidden unit, in parts of [`INPUT_SCALE`].
    pub biases: Vec<i16>,
    /// The weights, in the same parts: first the ones from the first input to all hidden units, then the second
    /// input's, and so on.
    pub weights: Vec<i16>,
}

/// The numbers of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// One first layer, or if the sides differ one for the first player and one for the second.
    pub first: Vec<FirstLayer>,
    /// The weight of each hidden unit, in parts of [`OUTPUT_SCALE`].
    pub output: Vec<i8>,
    /// The bias of the output, in parts of [`INPUT_SCALE`] squared times [`OUTPUT_SCALE`].
    pub output_bias: i32,
}

impl Weights {
    /// The largest weight or bias of a first layer with which no sum of this many inputs leaves 16 bits. The sum of the
    /// largest weights of each unit would be less strict. But a trainer can obey one number.
    #[must_use]
    pub fn largest(most_on: usize) -> i16 {
        (i16::MAX as usize / most_on.saturating_add(1)) as i16
    }

    /// Whether they fit such a network.
    pub(crate) fn check(&self, about: &NetworkFacts) -> Result<(), Invalid> {
        let NetworkFacts { subject, hidden, most_on, .. } = about;
        let is_whole =
            |layer: &FirstLayer| layer.biases.len() == *hidden && layer.weights.len() == hidden * subject.inputs;
        if self.first.len() != subject.sides() || self.output.len() != *hidden || !self.first.iter().all(is_whole) {
            return Err(Invalid::Count);
        }
        let largest = Self::largest(*most_on).unsigned_abs();
        let mut all = self.first.iter().flat_map(|layer| layer.biases.iter().chain(&layer.weights));
        if all.any(|weight| weight.unsigned_abs() > largest) { Err(Invalid::Overflow) } else { Ok(()) }
    }
}

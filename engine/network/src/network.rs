//! A network of any size.

use crate::layers::Layers;
use crate::{Instructions, Invalid, Misfit, NetworkFacts, NetworkPurpose, Weights};

/// A network: inputs, a hidden layer with squared clipped rectified units, one output.
///
/// Sums of the first layer are numbers of 16 bits that wrap around. They cannot, unless more inputs are on than in the
/// training, because the weights are checked; see [`NetworkFacts::most_on`].
#[derive(Clone, Debug)]
pub struct Network {
    about: NetworkFacts,
    layers: SizedLayers,
    instructions: Instructions,
}

#[derive(Clone, Debug)]
enum SizedLayers {
    H32(Box<Layers<32>>),
    H64(Box<Layers<64>>),
    H128(Box<Layers<128>>),
    H256(Box<Layers<256>>),
}

/// Does the same with the layers of any size.
macro_rules! each_size {
    ($layers:expr, $it:ident => $work:expr) => {
        match $layers {
            SizedLayers::H32($it) => $work,
            SizedLayers::H64($it) => $work,
            SizedLayers::H128($it) => $work,
            SizedLayers::H256($it) => $work,
        }
    };
}

impl Network {
    /// One with these weights.
    ///
    /// # Errors
    /// There is no such network.
    pub fn new(about: NetworkFacts, weights: &Weights) -> Result<Self, Invalid> {
        about.check()?;
        weights.check(&about)?;
        let points = about.points_per_logit;
        let layers = match about.hidden {
            32 => Layers::of(weights, points).map(Box::new).map(SizedLayers::H32),
            64 => Layers::of(weights, points).map(Box::new).map(SizedLayers::H64),
            128 => Layers::of(weights, points).map(Box::new).map(SizedLayers::H128),
            256 => Layers::of(weights, points).map(Box::new).map(SizedLayers::H256),
            _ => return Err(Invalid::Hidden),
        };
        Ok(Self { about, layers: layers.ok_or(Invalid::Count)?, instructions: Instructions::detect() })
    }

    /// The same, with these instructions: every value stays as it is.
    #[must_use]
    pub fn with_instructions(self, instructions: Instructions) -> Self {
        Self { instructions, ..self }
    }

    /// What it is for, and how it was made.
    #[must_use]
    pub fn about(&self) -> &NetworkFacts {
        &self.about
    }

    /// Its weights.
    #[must_use]
    pub fn weights(&self) -> Weights {
        each_size!(&self.layers, layers => layers.weights())
    }

    /// Whether it is for this game.
    ///
    /// # Errors
    /// The first difference.
    pub fn fits(&self, game: &NetworkPurpose) -> Result<(), Misfit> {
        self.about.subject.fits(game)
    }

    /// What a position is worth for the player who sees these inputs, in points; `second` says that it is the second
    /// player. Input `i` is bit `i % 64` of word `i / 64`. Bits and words beyond the inputs are ignored, and words that
    /// are missing have no bits. It may be larger than a win: the caller sets bounds.
    #[must_use]
    pub fn value(&self, words: &[u64], second: bool) -> i32 {
        each_size!(&self.layers, layers => self.instructions.run(
            #[inline(always)]
            || layers.value(words, second),
        ))
    }
}

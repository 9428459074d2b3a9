//! The inputs that a network reads of a position.

/// The facts about the inputs of a network that values positions.
///
/// An input is a statement that is true or false of a position, such as "the player to move has a stone on d4".
/// [`Game::features`](crate::Game::features) says which are true. What they are worth, a network learns: so they say what
/// there is, and not how good it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// The number of inputs, at most [`Features::MOST_INPUTS`]; 0 for a game without them.
    pub inputs: u32,
    /// The number of symmetries of the board beside the identity, at most [`Features::MOST_SYMMETRIES`]: seven for a
    /// square board that may be mirrored and rotated. Each is a symmetry of the rules: a position and its image have the
    /// same value. Training shows a network the images of its positions too. See
    /// [`Game::feature_image`](crate::Game::feature_image).
    pub symmetries: u32,
    /// Whether the same inputs mean something else to the second player, so that a network needs weights of its own for
    /// each: in connect four the first player profits from threats in odd ranks, the second from those in even ones.
    pub sides_differ: bool,
}

impl Features {
    /// The largest number of inputs.
    pub const MOST_INPUTS: u32 = 4_096;
    /// The largest number of symmetries beside the identity.
    pub const MOST_SYMMETRIES: u32 = 64;
    /// No inputs.
    pub const NONE: Self = Self { inputs: 0, symmetries: 0, sides_differ: false };

    /// The number of words of 64 bits that have a bit for each input.
    #[inline]
    #[must_use]
    pub const fn words(&self) -> usize {
        self.inputs.div_ceil(64) as usize
    }

    /// The bits of the last word that belong to inputs. All of them if there are no inputs.
    #[inline]
    #[must_use]
    pub const fn last_word(&self) -> u64 {
        u64::MAX >> (self.inputs.wrapping_neg() % 64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_a_bit_for_each_input() {
        let of = |inputs| Features { inputs, ..Features::NONE };
        let found = [0, 1, 63, 64, 65, 4_096].map(|inputs| (of(inputs).words(), of(inputs).last_word()));
        let all = u64::MAX;
        assert_eq!(found, [(0, all), (1, 1), (1, all >> 1), (1, all), (2, 1), (64, all)]);
    }
}

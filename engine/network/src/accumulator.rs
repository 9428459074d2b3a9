//! Values of positions that differ in few inputs.

use crate::{MOST_INPUTS, Network};
use std::sync::Arc;

/// The units of the largest hidden layer.
const MOST_HIDDEN: usize = 256;

/// A network that remembers the sums of the last position of each player. It adds and subtracts only what has changed,
/// and begins anew where that would be more. In a search positions of the same player differ in a few pieces, whatever
/// order they come in, so it needs no stack of plies.
#[derive(Clone, Debug)]
pub struct Accumulator {
    network: Arc<Network>,
    /// As the first player and as the second player sees it.
    seen: [Seen; 2],
}

/// The last position of a player.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Seen {
    sums: [i16; MOST_HIDDEN],
    words: [u64; MOST_INPUTS / 64],
}

impl Accumulator {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        let seen = [false, true].map(|second| {
            let mut sums = [0; MOST_HIDDEN];
            sums.iter_mut().zip(network.biases(second)).for_each(|(sum, bias)| *sum = *bias);
            Seen { sums, words: [0; MOST_INPUTS / 64] }
        });
        Self { network, seen }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The same as [`Network::value`].
    #[must_use]
    pub fn value(&mut self, words: &[u64], second: bool) -> i32 {
        let Seen { sums, words: known } = &mut self.seen[usize::from(second)];
        self.network.updated(sums, known, words, second)
    }
}

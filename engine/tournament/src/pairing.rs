use serde::{Deserialize, Serialize};

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The number of the game, from 0.
    pub number: u64,
    /// Its round, from 0, which decides the opening.
    pub round: u64,
    /// The number of its encounter, from 0: the same for the two games of a pair.
    pub encounter: u64,
    /// The engines of the first player, MAX, and of the second.
    pub players: [usize; 2],
}

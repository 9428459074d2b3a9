//! The rolls of a match: the outcomes of chance, which the referee draws.
//!
//! A roll is a pure function of the seed of the match, the number of the encounter, and the ply of the game, from 0 and
//! with its opening: the first number of the [SplitMix64](Random) sequence of these three. So both games of a pair get
//! the same dice at the same ply, and a match that is resumed, or computed anew elsewhere, gets the dice it had.

use crate::MatchError;
use plyd_host::Position;
use plyd_rules::Move;
use plyd_tournament::Random;

/// The purpose of the seed: it parts the rolls from the openings, whose parts are rounds of the seed itself.
const ROLLS: u64 = 0x726f_6c6c_7300_0000;

/// The dice of an encounter.
#[derive(Clone, Copy, Debug)]
pub struct Dice {
    seed: u64,
}

impl Dice {
    /// The dice of the encounter with this number.
    #[must_use]
    pub fn new(seed: u64, encounter: u64) -> Self {
        Self { seed: Random::for_part(seed ^ ROLLS, encounter).next_u64() }
    }

    /// The outcome at this ply; it is the turn of chance.
    ///
    /// # Errors
    /// The library failed.
    pub fn roll(self, position: &Position, ply: usize) -> Result<Move, MatchError> {
        roll(position, &mut Random::for_part(self.seed, ply as u64))
    }
}

/// Draws an outcome by its weight; it is the turn of chance.
///
/// # Errors
/// The library failed.
pub(crate) fn roll(position: &Position, random: &mut Random) -> Result<Move, MatchError> {
    let outcomes = position.legal_moves()?;
    let weights = position.weights(&outcomes)?;
    let chosen = random.weighted(&weights);
    let outcome = outcomes.get(chosen).copied();
    outcome.ok_or_else(|| MatchError::Game("it is the turn of chance, but there is no outcome".into()))
}

//! How members of a farm conduct themselves, which tests replace.

use plyd_tournament::PlayedGame;
use std::fmt::Debug;

/// How a worker or a coordinator conducts itself between what it does and what others learn of it. plyd is [`Honest`].
/// The tests have members that lie, repeat themselves, are slow, or end, which a farm has to find out or to survive.
pub trait Conduct: Debug + Send + Sync {
    /// What a worker sends of games that it has played.
    fn games(&self, played: Vec<PlayedGame>) -> Vec<PlayedGame> {
        played
    }

    /// How often a worker sends a result once more that the broker has, under another name: as if the time had passed
    /// in which the broker knows it again.
    fn repeats(&self) -> u32 {
        0
    }

    /// A coordinator has stored results, and acknowledges them next.
    fn committed(&self) {}

    /// What a worker takes for the speed of its machine, of which this was measured.
    fn speed(&self, measured: f64) -> f64 {
        measured
    }
}

/// The conduct of plyd.
#[derive(Clone, Copy, Debug)]
pub struct Honest;

impl Conduct for Honest {}

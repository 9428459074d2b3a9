//! Hooks for the behaviour of farm members, which tests replace.

use plyd_tournament::PlayedGame;
use std::fmt::Debug;

/// The behaviour of a worker or a coordinator where tests can alter it. plyd uses [`Honest`]. The tests use members
/// that lie, repeat themselves, are slow, or crash, which a farm has to detect or to survive.
pub trait Conduct: Debug + Send + Sync {
    /// Returns the games that a worker sends, given those that it has played.
    fn games(&self, played: Vec<PlayedGame>) -> Vec<PlayedGame> {
        played
    }

    /// Returns the number of times that a worker repeats a delivered result under another name, as if the broker's
    /// deduplication window had passed.
    fn repeats(&self) -> u32 {
        0
    }

    /// Called after a coordinator has stored results and before it acknowledges them.
    fn committed(&self) {}

    /// Returns the speed that a worker assumes for its machine, given the measured one.
    fn speed(&self, measured: f64) -> f64 {
        measured
    }
}

/// The behaviour of plyd.
#[derive(Clone, Copy, Debug)]
pub struct Honest;

impl Conduct for Honest {}

//! The events that a coordinator handles, and its actions.

use super::residuals::EncounterScore;
use crate::encounters::Encounters;
use crate::unit::{Unit, UnitId};
use std::ops::Range;
use std::time::Duration;

/// An event for the coordinator.
#[derive(Clone, Debug, PartialEq)]
pub enum CoordinatorEvent {
    /// The planned encounters that are incomplete in the record.
    Missing {
        /// All incomplete encounters.
        encounters: Encounters,
        /// Whether the players of no further encounter can become known.
        settled: bool,
    },
    /// Newly known encounters, whose players depended on other games.
    Opened {
        /// The new encounters.
        encounters: Encounters,
        /// Whether the players of no further encounter can become known.
        settled: bool,
    },
    /// Games of a worker were recorded.
    Stored(StoredGames),
    /// A sign of life of a worker.
    Alive(LifeSign),
    /// A worker is leaving, and has returned its units.
    Left {
        /// The name of the worker.
        worker: String,
    },
    /// A worker could not play a unit.
    Failed {
        /// The name of the worker.
        worker: String,
        /// The unit.
        unit: UnitId,
        /// The reason.
        reason: String,
    },
    /// The queue was lost, with everything published.
    QueueLost,
    /// The games of a worker were withdrawn from the record, which made these encounters incomplete.
    Withdrawn(Encounters),
    /// The match is decided, and needs no more games.
    Decided,
    /// Request to begin no more units, and to end when the units in the hands of workers are played.
    Drain,
    /// The passage of time alone.
    Tick,
}

/// Games of a worker that have been recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGames {
    /// The worker that played them.
    pub worker: String,
    /// The unit for which they were played.
    pub unit: UnitId,
    /// The encounters of the unit, or some of them.
    pub encounters: Range<u64>,
    /// Whether none of the games was recorded before.
    pub is_new: bool,
    /// The time of one core for these games.
    pub time: Duration,
    /// The games that conflict with recorded ones.
    pub conflicts: Vec<Claim>,
    /// The results of the newly recorded encounters, if clocks make them depend on the worker.
    pub scores: Vec<EncounterScore>,
}

/// A game whose course differs from the recorded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The number of the game.
    pub number: u64,
    /// The worker that played the recorded game.
    pub keeper: String,
    /// The digest of the recorded game.
    pub kept: [u8; 32],
    /// The digest of the differing game.
    pub digest: [u8; 32],
}

/// A sign of life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeSign {
    /// The name of the worker.
    pub worker: String,
    /// The start time of its process in milliseconds since 1970, which distinguishes processes with the same name.
    pub since: u64,
    /// The number of games that it plays concurrently.
    pub cores: u64,
    /// Whether it has no units of any run in its hands.
    pub is_idle: bool,
    /// The units in its hands.
    pub units: Vec<UnitId>,
}

/// An action that the coordinator requests.
#[derive(Clone, Debug, PartialEq)]
pub enum CoordinatorAction {
    /// Publish this unit.
    Publish(Unit),
    /// Withdraw this unit, if it is still in the queue.
    Retract(UnitId),
    /// Withdraw all games of this worker from the record; answered by [`CoordinatorEvent::Withdrawn`].
    Withdraw {
        /// The name of the worker.
        worker: String,
        /// The reason.
        reason: String,
    },
    /// Record the missing games of these encounters as void.
    Void {
        /// The encounters.
        encounters: Range<u64>,
        /// The reason.
        reason: String,
    },
    /// Compare the plan with the record; answered by [`CoordinatorEvent::Missing`].
    Reconcile,
    /// Report to the user.
    Tell(String),
    /// End the match, because everything is played or the match is decided.
    Finish,
    /// End after [`CoordinatorEvent::Drain`], because no worker has a unit any more.
    Drained,
}

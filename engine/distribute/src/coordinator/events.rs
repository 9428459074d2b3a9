//! What a coordinator hears, and what it has done about it.

use super::residuals::EncounterScore;
use crate::encounters::Encounters;
use crate::unit::{Unit, UnitId};
use std::ops::Range;
use std::time::Duration;

/// What has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum CoordinatorEvent {
    /// These encounters are of the plan and not whole in the record. `settled` is whether no others can follow.
    Missing {
        /// All of them.
        encounters: Encounters,
        /// Whether no more can become known.
        settled: bool,
    },
    /// These encounters have become known: who meets whom in them depended on others.
    Opened {
        /// The new ones.
        encounters: Encounters,
        /// Whether no more can become known.
        settled: bool,
    },
    /// Games of a worker are in the record.
    Stored(StoredGames),
    /// A worker lives.
    Alive(LifeSign),
    /// A worker says that it leaves: its units were given back.
    Left {
        /// Its name.
        worker: String,
    },
    /// A worker could not play a unit.
    Failed {
        /// Its name.
        worker: String,
        /// The unit.
        unit: UnitId,
        /// Why.
        reason: String,
    },
    /// The queue was lost: nothing that was published is in it.
    QueueLost,
    /// The games of a worker were withdrawn from the record; these encounters are not whole any more.
    Withdrawn(Encounters),
    /// The match is decided: no more games are needed.
    Decided,
    /// No more units are to begin, and the coordinator is to end when those in the hands of workers are played.
    Drain,
    /// Nothing but that time has passed.
    Tick,
}

/// Games of a worker that are in the record now.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGames {
    /// Who played them.
    pub worker: String,
    /// The unit for which they were played.
    pub unit: UnitId,
    /// Its encounters, or part of them.
    pub encounters: Range<u64>,
    /// Whether none of the games was in the record before.
    pub is_new: bool,
    /// The time that one core took for them.
    pub time: Duration,
    /// Games that the record had already, and which went differently.
    pub conflicts: Vec<Claim>,
    /// The results of those encounters that are new in the record, if clocks make them differ from worker to worker.
    pub scores: Vec<EncounterScore>,
}

/// A game that went differently from the one in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The number of the game.
    pub number: u64,
    /// The worker that played the game in the record.
    pub keeper: String,
    /// The digest of the game in the record.
    pub kept: [u8; 32],
    /// The digest of the other one.
    pub digest: [u8; 32],
}

/// A sign of life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeSign {
    /// The name of the worker.
    pub worker: String,
    /// When its process began, in milliseconds since 1970: another one is another process of that name.
    pub since: u64,
    /// The games that it plays at a time.
    pub cores: u64,
    /// Whether it has no unit in hand, of this run or of another one.
    pub is_idle: bool,
    /// The units that it has in hand.
    pub units: Vec<UnitId>,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum CoordinatorAction {
    /// Publish this unit.
    Publish(Unit),
    /// Take this unit back, if it is still in the queue.
    Retract(UnitId),
    /// Withdraw all games of this worker from the record; answered by [`CoordinatorEvent::Withdrawn`].
    Withdraw {
        /// Its name.
        worker: String,
        /// Why.
        reason: String,
    },
    /// Record the games of these encounters that are missing as void.
    Void {
        /// The encounters.
        encounters: Range<u64>,
        /// Why.
        reason: String,
    },
    /// Compare the plan with the record; answered by [`CoordinatorEvent::Missing`].
    Reconcile,
    /// Tell the user.
    Tell(String),
    /// Everything is played, or the match is decided.
    Finish,
    /// After [`CoordinatorEvent::Drain`]: no worker has a unit any more.
    Drained,
}

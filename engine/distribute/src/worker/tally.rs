//! Statistics of a worker, for programs that monitor it.

use super::joined::Runs;
use crate::broker::Broker;
use plyd_tournament::{PlayedGame, Termination};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Counters of a worker's activity since its start, which can be read at any time.
#[derive(Default)]
pub struct WorkerTally {
    games: AtomicU64,
    /// The number of games lost by a fault of an engine, by reason.
    faults: Mutex<BTreeMap<&'static str, u64>>,
    units: [AtomicU64; 3],
    spooled: AtomicU64,
    at_work: OnceLock<(Broker, Arc<Runs>)>,
}

impl std::fmt::Debug for WorkerTally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tally").field("games", &self.games).field("units", &self.units).finish_non_exhaustive()
    }
}

/// The outcome of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnitEnd {
    /// All its games are at the broker.
    Played,
    /// Others play it, because this worker ends, its run is over, or it failed.
    GivenBack,
    /// It cannot be played here, which was reported to the coordinator.
    Failed,
}

/// The current state of a worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkerState {
    /// The number of games played since its start.
    pub games: u64,
    /// The number of these games lost by a fault of an engine, by reason.
    pub faults: Vec<(&'static str, u64)>,
    /// The number of units whose games are at the broker.
    pub played: u64,
    /// The number of returned units.
    pub given_back: u64,
    /// The number of units that cannot be played here.
    pub failed: u64,
    /// The number of units in its hands.
    pub held: u64,
    /// The number of results that the broker does not have yet.
    pub spooled: u64,
    /// The number of runs that this worker plays.
    pub joined: u64,
    /// The number of runs that it refuses.
    pub refused: u64,
    /// Whether the broker is connected.
    pub is_connected: bool,
}

impl WorkerTally {
    /// Returns the current state.
    #[must_use]
    pub fn look(&self) -> WorkerState {
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let [played, given_back, failed] = [0, 1, 2].map(|end: usize| self.units[end].load(Relaxed));
        let mut state = WorkerState {
            games: self.games(),
            faults: faults.iter().map(|(&reason, &count)| (reason, count)).collect(),
            played,
            given_back,
            failed,
            spooled: self.spooled.load(Relaxed),
            ..WorkerState::default()
        };
        if let Some((broker, runs)) = self.at_work.get() {
            state.is_connected = broker.is_connected();
            for sign in runs.signs() {
                state.held += sign.units.len() as u64;
                *(if sign.refused.is_some() { &mut state.refused } else { &mut state.joined }) += 1;
            }
        }
        state
    }

    /// Sets the broker and the runs of the worker.
    pub(super) fn begin(&self, broker: Broker, runs: Arc<Runs>) {
        let _ = self.at_work.set((broker, runs));
    }

    /// Returns the number of played games.
    pub(super) fn games(&self) -> u64 {
        self.games.load(Relaxed)
    }

    /// Counts played games.
    pub(super) fn add_games(&self, games: &[PlayedGame]) {
        self.games.fetch_add(games.len() as u64, Relaxed);
        for game in games {
            if let Termination::Fault(reason) = game.termination {
                let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
                *faults.entry(reason.as_str()).or_default() += 1;
            }
        }
    }

    /// Counts a finished unit.
    pub(super) fn end_unit(&self, end: UnitEnd) {
        self.units[end as usize].fetch_add(1, Relaxed);
    }

    /// Adds a number of undelivered results.
    pub(super) fn add_spooled(&self, results: u64) {
        self.spooled.fetch_add(results, Relaxed);
    }

    /// Subtracts an undelivered result.
    pub(super) fn remove_spooled(&self) {
        self.spooled.fetch_sub(1, Relaxed);
    }
}

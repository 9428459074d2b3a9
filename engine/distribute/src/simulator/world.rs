//! The configurable worlds, and the results of their simulation.

use crate::encounters::Encounters;
use std::collections::BTreeMap;
use std::time::Duration;

/// The frequency of each kind of fault.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    /// The probability that a message is lost.
    pub(crate) lost: f64,
    /// The probability that a message is duplicated.
    pub(crate) repeated: f64,
    /// The mean time between crashes of workers in total; zero for none.
    pub(crate) kills: Duration,
    /// The mean time between pauses of workers, which last up to three leases.
    pub(crate) pauses: Duration,
    /// The mean time between losses of the whole queue content, of which half are reported to the coordinator.
    pub(crate) wipes: Duration,
    /// The mean time between outages of the queue.
    pub(crate) outages: Duration,
    /// The mean time between crashes of the coordinator, which restarts with the record alone.
    pub(crate) restarts: Duration,
}

/// The configuration of a simulated world.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) encounters: u64,
    pub(crate) workers: usize,
    pub(crate) cores: u64,
    /// The average number of encounters per second and core; workers differ by a factor of up to 16.
    pub(crate) speed: f64,
    pub(crate) audit: f64,
    /// For some workers, the probability of a lie about a game.
    pub(crate) liars: BTreeMap<usize, f64>,
    /// Encounters that crash their worker.
    pub(crate) deadly: Vec<u64>,
    pub(crate) faults: Faults,
    pub(crate) seed: u64,
}

/// The result of a simulation.
#[derive(Debug)]
pub(crate) struct SimulationResult {
    pub(crate) time: Duration,
    /// The number of games in the record, computed from additions and withdrawals.
    pub(crate) games: u64,
    pub(crate) recorded: Encounters,
    pub(crate) void: Encounters,
    /// The number of recorded games that an honest worker would not have played.
    pub(crate) lies: usize,
    pub(crate) quarantined: Vec<String>,
    /// The number of games that the first liar had played when it was detected.
    pub(crate) found_after: Option<u64>,
    /// The time of its detection.
    pub(crate) found_at: Option<Duration>,
    /// The total number of encounters played by all workers.
    pub(crate) played: u64,
    pub(crate) units: u64,
    pub(crate) told: Vec<String>,
}

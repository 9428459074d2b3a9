//! The worlds that can be simulated, and what can come of them.

use crate::encounters::Encounters;
use std::collections::BTreeMap;
use std::time::Duration;

/// How often each kind of fault happens.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    /// The chance that a message is lost.
    pub(crate) lost: f64,
    /// The chance that a message comes twice.
    pub(crate) repeated: f64,
    /// The mean time between the ends of workers, all together; zero for none.
    pub(crate) kills: Duration,
    /// The mean time between pauses of workers, which last up to three leases.
    pub(crate) pauses: Duration,
    /// The mean time between losses of all that the queue holds, of which the coordinator hears in half of the cases.
    pub(crate) wipes: Duration,
    /// The mean time between times in which the queue is not there.
    pub(crate) outages: Duration,
    /// The mean time between ends of the coordinator, which begins again with the record alone.
    pub(crate) restarts: Duration,
}

/// The world to be simulated.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) encounters: u64,
    pub(crate) workers: usize,
    pub(crate) cores: u64,
    /// Encounters that a core plays in a second, on average; workers differ by a factor of up to 16.
    pub(crate) speed: f64,
    pub(crate) audit: f64,
    /// For these workers, the chance that they lie about a game.
    pub(crate) liars: BTreeMap<usize, f64>,
    /// Encounters that end their worker.
    pub(crate) deadly: Vec<u64>,
    pub(crate) faults: Faults,
    pub(crate) seed: u64,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct SimulationResult {
    pub(crate) time: Duration,
    /// Games in the record, by what was added and withdrawn.
    pub(crate) games: u64,
    pub(crate) recorded: Encounters,
    pub(crate) void: Encounters,
    /// Games in the record that are not what an honest worker plays.
    pub(crate) lies: usize,
    pub(crate) quarantined: Vec<String>,
    /// Games that the first liar had played when it was found.
    pub(crate) found_after: Option<u64>,
    /// When that was.
    pub(crate) found_at: Option<Duration>,
    /// Encounters that were played, by anybody.
    pub(crate) played: u64,
    pub(crate) units: u64,
    pub(crate) told: Vec<String>,
}

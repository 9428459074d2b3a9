//! Distributed matches on many machines.
//!
//! A match is a pure function of its plan and its seed, and its games repeat exactly if limits are by depth or nodes.
//! Therefore the record is authoritative, and the queue only a hint: missing games can always be computed, and losses,
//! repetitions and delays in the queue affect only the time.
//!
//! The [`Coordinator`] decides which worker plays which games. It is a state machine without I/O.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod broker;
mod conduct;
mod coordinate;
mod coordinator;
mod encounters;
mod entry;
mod error;
mod files;
mod length;
mod names;
#[cfg(test)]
mod simulator;
mod unit;
mod wire;
mod worker;
mod workers;

pub use broker::{Broker, BrokerOptions};
pub use conduct::{Conduct, Honest};
pub use coordinate::{Coordination, coordinate};
pub use coordinator::{
    Claim, Coordinator, CoordinatorAction, CoordinatorEvent, CoordinatorProgress, CoordinatorSettings, EncounterScore,
    LifeSign, MOST_DEATHS, Residual, StoredGames, UnitEnds,
};
pub use encounters::Encounters;
pub use entry::{LEASES, NewEntry, ProgramEngine, RunEntry, has_clocks, not_one_program, repeats, target};
pub use error::DistributeError;
pub use files::DigestFolder;
pub use names::{NoName, Remark, RunName, WorkerName};
pub use unit::{Unit, UnitId};
pub use wire::{MOST_CORES, RunSign, Sign};
pub use worker::{PreparedRun, RunRefusal, WorkerEnd, WorkerOptions, WorkerState, WorkerTally, Workshop, work};
pub use workers::signs;

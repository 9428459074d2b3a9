//! The plan of a match and the evaluation of its results: pairings and their order, rules that end games early, and
//! statistics.
//!
//! Architecture invariant: pure. This crate uses no files, processes, clocks or game libraries: the same settings, seed
//! and games give the same results on every machine.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod adjudication;
mod clock;
mod digest;
mod fault;
mod game;
mod random;
mod schedule;
mod scoreboard;
pub mod settings;
pub mod statistics;
mod streaks;
pub mod testing;
mod units;

pub use adjudication::{Adjudicator, Decision, most_moves};
pub use clock::{ClockReading, PlayerClock};
pub use digest::GameDigest;
pub use fault::{EngineFault, Reason, drawn_by_fault_of, told_with};
pub use game::{
    CHANCE, EngineScore, Evaluation, MOST_MOVES, Pairing, PlayedGame, PlayedMove, Termination, bounded_moves,
};
pub use random::Random;
pub use schedule::{Duel, Knockout, Schedule, Swiss, SwissStanding};
pub use scoreboard::{Meeting, Scoreboard, SideResults};
pub use settings::opening_order;
pub use streaks::{Streak, Streaks};
pub use units::{EncounterUnit, EncounterUnits, Take};

//! Engine against engine: matches and tournaments of any game there is a library for.
//!
//! A plan says which game is played by whom, from which opening; workers play it, each game on one thread; the referee
//! trusts no engine with the rules, the clock or its own end; the record keeps every game before it counts.
//!
//! Architecture invariant: synchronous. A game is one thread that waits for one engine at a time, always with a deadline, on
//! descriptors it polls itself. There is no runtime, and no thread an engine's output could keep alive.
#![forbid(unsafe_code)]

mod adjudication;
mod clock;
mod contestant;
mod date;
mod error;
mod fault;
mod game;
mod interrupt;
mod openings;
mod plot;
mod progress;
mod random;
pub mod record;
mod referee;
mod report;
mod schedule;
mod scoreboard;
pub mod settings;
pub mod statistics;
mod tournament;

pub use contestant::BuiltinOptions;
pub use error::MatchError;
pub use fault::Reason;
pub use game::{Evaluation, PlayedGame, PlayedMove, Score, Termination};
pub use interrupt::Interrupt;
pub use plot::plot;
pub use progress::Progress;
pub use record::Record;
pub use report::{PairingReport, Report, Results, SprtReport, Standing};
pub use schedule::{Pairing, Schedule};
pub use scoreboard::{Meeting, Scoreboard};
pub use tournament::{Conclusion, Match, NoWatcher, Watcher};

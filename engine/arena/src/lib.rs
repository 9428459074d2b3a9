//! Engine against engine: how a match of any game is played that there is a library for.
//!
//! Workers play the games of a plan, each game on one thread. The referee does not trust engines with the rules, the clock
//! or their own end. A [`Store`](plyd_record::Store) keeps every game before it counts.
//!
//! Architecture invariant: synchronous. A game is one thread that waits for one engine at a time, always with a
//! deadline, on descriptors it polls itself. There is no thread an engine's output could keep alive, and no runtime but the
//! one within each [`Blocking`](plyd_worker::Blocking), which waits for a child.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod contest;
mod contestant;
mod counter;
mod dice;
mod error;
mod gallery;
#[cfg(target_os = "linux")]
mod guardian;
mod heartbeat;
mod interrupt;
#[cfg(unix)]
mod isolated;
#[cfg(unix)]
mod line_stream;
mod matches;
mod no_answer;
mod openings;
mod place;
mod played_move;
mod program_file;
mod programs;
#[cfg(unix)]
mod reach;
mod ready;
mod referee;
mod start_check;
mod surroundings;
mod transcript;
mod work;
mod worker;

pub use contestant::BuiltinOptions;
pub use counter::{Conclusion, NoWatcher, Watcher};
pub use dice::Dice;
pub use error::MatchError;
pub use gallery::{Gallery, GameInProgress};
#[cfg(target_os = "linux")]
pub use guardian::{GUARD_ENGINE, guard_engine};
pub use heartbeat::Heartbeat;
pub use interrupt::Interrupt;
#[cfg(unix)]
pub use isolated::{MatchChildren, serve_match};
pub use matches::Match;
pub use openings::LARGEST_OPENINGS;
pub use place::Plays;
pub use played_move::played_move;
pub use program_file::file_of;
pub use programs::Programs;
pub use start_check::{StartCheck, StartFault};
pub use surroundings::{MatchSurroundings, PluginEngine};
pub use transcript::Transcript;

//! What the benchmarks share: contests, in which all are measured in turn, the games as libraries, and other engines.
//!
//! Every benchmark is a program of its own. `cargo bench -p plyd-benchmarks` runs all, `cargo bench -p plyd-benchmarks
//! -- --quick` takes less time for each. README.md has the results.

mod contest;
mod games;
mod lock_step;
mod positions;
mod processor;
mod scale;
mod uci_peer;

pub use contest::{Contender, Measured, contest, timed};
pub use games::{empty_table, loaded, search_with, solve_with, strong_search};
pub use lock_step::LockStep;
pub use positions::POSITIONS;
pub use processor::{processor_time_of, processor_timed};
pub use scale::Scale;
pub use uci_peer::{UciPeer, command_of};

use std::io::{self, Write};

/// Prints a line. A reader that has closed the pipe is no error.
pub fn say(line: &str) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// Says whether a figure is what it should be.
#[must_use]
pub fn verdict(reached: bool) -> &'static str {
    if reached { "reached" } else { "MISSED" }
}

//! The tests of checkers.

mod judge;
mod laws;
mod plain;
mod rules;
mod search;
mod text;

use checkers::{Checkers, State};

plyd_plugin::kit! {
    checkers::Checkers,
    the_laws_hold: crate::rules::SETUPS.map(|setup| (setup, "")),
    the_laws_hold_with_options: [("", "QuietMoves=1"), ("W:WK32:BK1", "QuietMoves=0 Repetition=0")];
    inputs: [("", ""), ("W:WK32:BK1", "")], alike: 0
}

plyd_trials::counts!(checkers::Checkers; long_counts_are_as_known, |count| count.leaves < 40_000, |text, count| {
    Plain::read(text).perft(count.depth)
});

plyd_trials::play!(checkers::Checkers, "");

/// Opens a setup.
fn open(setup: &str) -> (Checkers, State) {
    plyd_plugin::testing::open(setup, "")
}

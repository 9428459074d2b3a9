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
    inputs: [("", ""), ("W:WK32:BK1", "")], alike: 0,
    exchanged: [("", "W:W21-32:B1-12", ""), ("W:WK18,24,27,28,K10,32:B12,16,20,K22,K25,K29", "B:BK15,9,6,5,K23,1:W21,17,13,K11,K8,K4", "")]
}

plyd_trials::counts!(checkers::Checkers; long_counts_are_as_known, |count| count.leaves < 40_000, |text, count| {
    Plain::read(text).perft(count.depth)
});

plyd_trials::play!(checkers::Checkers, "");

/// Opens a setup.
fn open(setup: &str) -> (Checkers, State) {
    plyd_plugin::testing::open(setup, "")
}

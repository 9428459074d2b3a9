//! The tests of nine men's morris.

mod laws;
mod open_spiel;
mod plain;
mod rules;
mod search;
mod text;

use morris::{Morris, State};

plyd_plugin::kit! {
    morris::Morris,
    the_laws_hold: crate::rules::SETUPS.map(|setup| (setup, "")),
    the_laws_hold_with_options: [("", "QuietMoves=1 Flying=false"), (crate::rules::SETUPS[4], "QuietMoves=0 Repetition=0 Flying=false")];
    inputs: [("", "")], alike: 0,
    exchanged: [("", "8/8/8[WWWWWWWWWBBBBBBBBB] b", "")]
}

plyd_trials::counts!(morris::Morris; long_counts_are_as_known, |count| count.leaves < 40_000, |text, count| {
    Plain::read(text).perft(count.depth)
});

plyd_trials::play!(morris::Morris, "");

/// Opens a setup.
fn open(setup: &str) -> (Morris, State) {
    plyd_plugin::testing::open(setup, "")
}

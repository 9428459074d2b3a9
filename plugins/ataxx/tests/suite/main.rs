//! The tests of Ataxx.

mod fairy;
mod laws;
mod plain;
mod rules;
mod text;

use ataxx::{Ataxx, State};

plyd_plugin::kit! {
    ataxx::Ataxx,
    the_laws_hold: crate::rules::SETUPS.map(|setup| (setup, ""));
    inputs: [("", ""), ("p5p/7/2*1*2/3P3/2*1*2/7/p5p w", "")], alike: 0,
    exchanged: [("P5p/7/2*1*2/7/7/7/p5P w", "p5P/7/2*1*2/7/7/7/P5p b", "")]
}

plyd_trials::counts!(ataxx::Ataxx; long_counts_are_as_known, |count| count.leaves < 10_000, |text, count| Plain::read(
    text
)
.perft(count.depth));

plyd_trials::play!(ataxx::Ataxx, "");

/// Opens a setup.
fn open(setup: &str) -> (Ataxx, State) {
    plyd_plugin::testing::open(setup, "")
}

//! The tests of checkers.

mod judge;
mod kit;
mod laws;
mod perft;
mod plain;
mod play;
mod rules;
mod search;
mod text;

use checkers::{Checkers, State};

/// Opens a setup.
fn open(setup: &str) -> (Checkers, State) {
    plyd_plugin::testing::open(setup, "")
}

//! The tests of nine men's morris.

mod kit;
mod laws;
mod open_spiel;
mod perft;
mod plain;
mod play;
mod rules;
mod search;
mod text;

use morris::{Morris, State};

/// Opens a setup.
fn open(setup: &str) -> (Morris, State) {
    plyd_plugin::testing::open(setup, "")
}

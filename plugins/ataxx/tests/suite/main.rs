//! The tests of Ataxx.

mod fairy;
mod kit;
mod laws;
mod perft;
mod plain;
mod play;
mod rules;
mod text;

use ataxx::{Ataxx, State};

/// Opens a setup.
fn open(setup: &str) -> (Ataxx, State) {
    plyd_plugin::testing::open(setup, "")
}

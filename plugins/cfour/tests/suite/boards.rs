//! Helpers that open positions.

use cfour::{ConnectFour, State};

/// The board sizes in tests, in files and ranks: the usual one, small, flat and high ones, and some that use all 64
/// bits.
pub(crate) const SIZES: [(u32, u32); 7] = [(7, 6), (4, 4), (5, 4), (12, 4), (4, 15), (8, 7), (6, 9)];

/// Opens a setup with options in the form `Files=8 Ranks=7`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(ConnectFour, State), String> {
    plyd_plugin::testing::try_open(setup, options)
}

/// The empty board of a size.
pub(crate) fn empty(files: u32, ranks: u32) -> (ConnectFour, State) {
    open("", &format!("Files={files} Ranks={ranks}")).unwrap()
}

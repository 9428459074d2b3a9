//! Opened positions.

use breakthrough::{Breakthrough, State};

/// The board sizes that tests go through, as files and ranks: the usual one, small, narrow, flat ones, one and two
/// rows of pawns.
pub(crate) const SIZES: [(u32, u32); 8] = [(8, 8), (2, 3), (2, 8), (3, 5), (5, 6), (6, 7), (7, 4), (8, 3)];

/// Opens a setup with options written as `Files=5 Ranks=6`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(Breakthrough, State), String> {
    plyd_plugin::testing::try_open(setup, options)
}

/// The start position of a size.
pub(crate) fn start(files: u32, ranks: u32) -> (Breakthrough, State) {
    open("", &format!("Files={files} Ranks={ranks}")).unwrap()
}

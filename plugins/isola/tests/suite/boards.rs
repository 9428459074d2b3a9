//! Helpers that open positions.

use isola::{Isola, State};

/// The options of the boards in tests: the usual two, the largest one, small and narrow ones, with and without pads.
pub(crate) const BOARDS: [&str; 8] = [
    "",
    "Files=7 Ranks=7",
    "Files=8 Ranks=8 Pads=false",
    "Files=6 Ranks=5 Pads=false",
    "Files=4 Ranks=4",
    "Files=3 Ranks=3 Pads=false",
    "Files=2 Ranks=5",
    "Files=8 Ranks=2 Pads=false",
];

/// Opens a setup with options in the form `Files=5 Ranks=6`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(Isola, State), String> {
    plyd_plugin::testing::try_open(setup, options)
}

/// The start position of a board.
pub(crate) fn start(options: &str) -> (Isola, State) {
    open("", options).unwrap()
}

/// The options that a setup needs: it determines the board, but not the pads.
pub(crate) fn pads(options: &str) -> &'static str {
    if options.contains("Pads=false") { "Pads=false" } else { "" }
}

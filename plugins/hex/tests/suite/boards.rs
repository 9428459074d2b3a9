//! Opened positions.

use hex::{Hex, State};

/// The options of the boards that tests go through: the usual one, the largest, small ones, with a swap and without.
pub(crate) const BOARDS: [&str; 8] =
    ["", "Size=19 Swap=false", "Size=7", "Size=5 Swap=false", "Size=4", "Size=3 Swap=false", "Size=2", "Size=1"];

/// Opens a setup with options written as `Size=5 Swap=false`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(Hex, State), String> {
    plyd_plugin::testing::try_open(setup, options)
}

/// The start position of a board.
pub(crate) fn start(options: &str) -> (Hex, State) {
    open("", options).unwrap()
}

/// Whether the options leave the second player the swap.
pub(crate) fn has_swap(options: &str) -> bool {
    !options.contains("Swap=false")
}

/// The option that a setup needs too: its board is its own, its swap is not.
pub(crate) fn swap(options: &str) -> &'static str {
    if has_swap(options) { "" } else { "Swap=false" }
}

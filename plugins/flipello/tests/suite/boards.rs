//! Helpers that open positions.

use flipello::{Flipello, State};

/// The board sizes.
pub(crate) const SIZES: [u32; 3] = [4, 6, 8];

/// Opens a setup with options in the form `Size=6 DiscDifference=true`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(Flipello, State), String> {
    plyd_plugin::testing::try_open(setup, options)
}

/// The start position of a board size.
pub(crate) fn start(size: u32) -> (Flipello, State) {
    open("", &format!("Size={size}")).unwrap()
}

//! Helpers that open positions.

use amazons::{Amazons, State};
use plyd_plugin::testing;

/// The setups and options of the boards in tests: three usual sizes, and small and narrow boards with few amazons.
pub(crate) const BOARDS: [(&str, &str); 7] = [
    ("", ""),
    ("", "Size=6"),
    ("", "Size=5"),
    ("1q2/q3/3*/4/2QQ w", ""),
    ("q2q/1*2/Q2Q b", ""),
    ("4q5/10/10/5Q4 w", ""),
    ("q2*1Q3q w", ""),
];

/// Opens a setup without options.
pub(crate) fn open(setup: &str) -> Result<(Amazons, State), String> {
    testing::try_open(setup, "")
}

/// Opens a board with its options.
pub(crate) fn start((setup, options): (&str, &str)) -> (Amazons, State) {
    testing::open(setup, options)
}

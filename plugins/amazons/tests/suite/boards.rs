//! Opened positions.

use amazons::{Amazons, State};
use plyd_plugin::testing;

/// Setups and options of the boards that tests go through: the usual two, and small and narrow ones with few amazons.
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

/// The position of a board.
pub(crate) fn start((setup, options): (&str, &str)) -> (Amazons, State) {
    testing::open(setup, options)
}

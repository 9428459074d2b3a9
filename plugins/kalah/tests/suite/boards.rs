//! Helpers that open positions.

use kalah::{Kalah, State};

/// The sizes and capture rules in tests, in houses, seeds and empty capture: the usual ones, small and large ones, and
/// some in which a house soon has more seeds than one lap takes.
pub(crate) const SIZES: [(u32, u32, bool); 12] = [
    (6, 4, false),
    (6, 4, true),
    (1, 1, false),
    (1, 127, true),
    (2, 4, false),
    (2, 60, true),
    (3, 3, true),
    (4, 30, false),
    (8, 15, true),
    (9, 6, false),
    (12, 1, true),
    (12, 10, false),
];

/// Opens a setup with options in the form `Houses=4 Seeds=3`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(Kalah, State), String> {
    plyd_plugin::testing::try_open(setup, options)
}

/// The start position for a size and a capture rule.
pub(crate) fn start((houses, seeds, empty_capture): (u32, u32, bool)) -> (Kalah, State) {
    open("", &format!("Houses={houses} Seeds={seeds} EmptyCapture={empty_capture}")).unwrap()
}

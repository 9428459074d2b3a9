//! Opened positions.

use dotsandboxes::{DotsAndBoxes, State};

/// The options of the boards that tests go through: the usual one, the largest, small and narrow ones, with both ways to
/// count.
pub(crate) const BOARDS: [&str; 8] = [
    "",
    "Rows=7 Columns=7 BoxDifference=false",
    "Rows=3 Columns=3",
    "Rows=2 Columns=3 BoxDifference=false",
    "Rows=7 Columns=2",
    "Rows=2 Columns=2",
    "Rows=1 Columns=5",
    "Rows=1 Columns=1 BoxDifference=false",
];

/// Opens a setup with options written as `Rows=2 Columns=3`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(DotsAndBoxes, State), String> {
    plyd_plugin::testing::try_open(setup, options)
}

/// The start position of a board.
pub(crate) fn start(options: &str) -> (DotsAndBoxes, State) {
    open("", options).unwrap()
}

/// The option that a setup needs too: its board is its own, the way to count is not.
pub(crate) fn count(options: &str) -> &'static str {
    if counts_boxes(options) { "" } else { "BoxDifference=false" }
}

/// Whether a game is worth the difference of boxes.
pub(crate) fn counts_boxes(options: &str) -> bool {
    !options.contains("BoxDifference=false")
}

//! Opened positions.

use dotsandboxes::{DotsAndBoxes, State};
use plyd_plugin::Plugin;

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

/// The number of random games on a board: this many, but two on one with more than nine boxes, whose positions have many
/// moves and images.
pub(crate) fn games(options: &str, count: u64) -> u64 {
    let (game, root) = start(options);
    if game.format_state(&root).matches('.').count() > 9 { 2 } else { count }
}

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

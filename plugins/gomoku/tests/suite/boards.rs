//! Opened positions.

use gomoku::{Gomoku, State};

/// The options of the boards that tests go through: the usual one, the largest, small ones, with both rules.
pub(crate) const BOARDS: [&str; 6] =
    ["", "Size=19", "Size=9 Rule=freestyle", "Size=7", "Size=6 Rule=freestyle", "Size=5"];

/// Opens a setup with options written as `Size=9 Rule=freestyle`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(Gomoku, State), String> {
    plyd_plugin::testing::try_open(setup, options)
}

/// The start position of a board.
pub(crate) fn start(options: &str) -> (Gomoku, State) {
    open("", options).unwrap()
}

/// Whether the options ask for the rule that exactly five win.
pub(crate) fn is_exact(options: &str) -> bool {
    !options.contains("freestyle")
}

/// The option that a setup needs too: its board is its own, its rule is not.
pub(crate) fn rule(options: &str) -> &'static str {
    if is_exact(options) { "" } else { "Rule=freestyle" }
}

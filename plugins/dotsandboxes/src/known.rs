//! Counts of leaves that anyone can check the rules by; `perft.txt` has more, and the sources.

use plyd_plugin::KnownPerft;

const fn known(setup: &'static str, options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options, depth, leaves }
}

/// The counts that take no more than a second or two.
pub(crate) const PERFT: &[KnownPerft] = &[
    known("", "", 1, 40),
    known("", "", 2, 1_560),
    known("", "", 4, 2_193_360),
    known("", "Rows=1\nColumns=1", 4, 24),
    known("", "Rows=1\nColumns=2", 7, 5_040),
    known("", "Rows=2\nColumns=2", 6, 665_280),
];

//! Leaf counts against which anyone can check the rules; `perft.txt` contains more, and their sources.

use plyd_plugin::KnownPerft;

const fn known(setup: &'static str, options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options, depth, leaves }
}

/// The counts that take at most a second or two.
pub(crate) const PERFT: &[KnownPerft] = &[
    known("", "", 1, 2_176),
    known("", "", 2, 4_307_152),
    known("", "Size=6", 1, 544),
    known("", "Size=6", 2, 238_532),
];

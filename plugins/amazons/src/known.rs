//! Counts of leaves that anyone can check the rules by; `perft.txt` has more, and the sources.

use plyd_plugin::KnownPerft;

const fn known(setup: &'static str, options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options, depth, leaves }
}

/// The counts that take no more than a second or two.
pub(crate) const PERFT: &[KnownPerft] = &[
    known("", "", 1, 2_176),
    known("", "", 2, 4_307_152),
    known("", "Size=6", 1, 544),
    known("", "Size=6", 2, 238_532),
];

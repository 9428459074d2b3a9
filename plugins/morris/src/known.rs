//! Counts of leaves that anyone can check the rules by; `perft.txt` has more, and the sources.

use plyd_plugin::KnownPerft;

const fn known(setup: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options: "", depth, leaves }
}

/// The counts that take no more than a second.
pub(crate) const PERFT: &[KnownPerft] =
    &[known("", 1, 24), known("", 2, 552), known("", 3, 12_144), known("", 4, 255_024), known("", 5, 5_140_800)];

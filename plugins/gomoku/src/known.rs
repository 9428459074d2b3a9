//! Counts of leaves that anyone can check the rules by; `perft.txt` has more, and the sources.

use plyd_plugin::KnownPerft;

const fn known(options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup: "", options, depth, leaves }
}

/// The counts that take no more than a second or two.
pub(crate) const PERFT: &[KnownPerft] =
    &[known("", 1, 225), known("", 2, 50_400), known("", 3, 11_239_200), known("Size=5", 4, 303_600)];

//! Counts of leaves that anyone can check the rules by; `perft.txt` has more, and the sources.

use plyd_plugin::KnownPerft;

const fn known(options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup: "", options, depth, leaves }
}

/// The counts that take no more than a second or two.
pub(crate) const PERFT: &[KnownPerft] = &[
    known("Swap=false", 2, 14_520),
    known("Swap=false", 3, 1_727_880),
    known("Size=3\nSwap=false", 6, 54_720),
    known("Size=3\nSwap=false", 9, 120_960),
    known("Size=3", 5, 18_144),
    known("Size=3", 10, 120_960),
];

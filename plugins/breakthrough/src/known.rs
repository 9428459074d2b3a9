//! Counts of leaves that anyone can check the rules by; `perft.txt` has more.

use plyd_plugin::KnownPerft;

const fn known(setup: &'static str, options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options, depth, leaves }
}

/// The counts that take no more than a second or two.
pub(crate) const PERFT: &[KnownPerft] = &[
    known("", "", 1, 22),
    known("", "", 2, 484),
    known("", "", 3, 11_132),
    known("", "", 4, 256_036),
    known("", "", 5, 6_182_818),
    known("", "Files=2\nRanks=3", 5, 12),
    known("", "Files=5\nRanks=6", 4, 31_545),
    known("", "Files=8\nRanks=3", 3, 8_494),
    known("2p3p1/1p4pp/p1P1p3/3p2p1/2P2P2/1p3P1P/P1P3P1/1P5P w", "", 3, 9_579),
    known("2p3p1/1p4pp/p1P1p3/3p2p1/2P2P2/1p3P1P/P1P3P1/1P5P b", "", 3, 10_403),
];

//! Counts of leaves that anyone can check the rules by; `perft.txt` has more, and the sources.

use plyd_plugin::KnownPerft;

const fn known(setup: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options: "", depth, leaves }
}

/// The counts that take no more than a second.
pub(crate) const PERFT: &[KnownPerft] = &[
    known("", 1, 7),
    known("", 2, 49),
    known("", 3, 302),
    known("", 4, 1_469),
    known("", 5, 7_361),
    known("", 6, 36_768),
    known("", 7, 179_740),
    known("", 8, 845_931),
    known("W:WK18,24,27,28,K10,32:B12,16,20,K22,K25,K29", 6, 20_626),
];

//! Counts of leaves that anyone can check the rules by; `perft.txt` has more.

use plyd_plugin::KnownPerft;

const fn known(setup: &'static str, options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options, depth, leaves }
}

/// The counts that take no more than a second or two.
pub(crate) const PERFT: &[KnownPerft] = &[
    known("", "", 1, 15),
    known("", "", 2, 190),
    known("", "", 3, 3_990),
    known("", "", 4, 89_153),
    known("", "Opening=any", 1, 21),
    known("", "Opening=any", 2, 447),
    known("", "Opening=any", 3, 9_387),
    known("", "Opening=any", 4, 202_782),
];

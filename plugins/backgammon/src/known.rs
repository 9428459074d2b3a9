//! Leaf counts against which anyone can check the rules; `perft.txt` contains more.

use plyd_plugin::KnownPerft;

const fn known(setup: &'static str, options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options, depth, leaves }
}

/// The counts that take at most a second or two.
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

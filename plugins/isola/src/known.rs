//! Leaf counts against which anyone can check the rules; `perft.txt` contains more, and their sources.

use plyd_plugin::KnownPerft;

const fn known(setup: &'static str, options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options, depth, leaves }
}

/// The counts that take at most a second or two.
pub(crate) const PERFT: &[KnownPerft] = &[
    known("", "", 1, 225),
    known("", "", 2, 47_300),
    known("", "Files=7\nRanks=7", 1, 230),
    known("", "Files=7\nRanks=7", 2, 49_500),
    known("", "Pads=false", 2, 50_625),
    known("", "Files=7\nRanks=7\nPads=false", 2, 52_900),
    known("", "Files=3\nRanks=3", 4, 34_592),
];

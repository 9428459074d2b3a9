//! Leaf counts against which anyone can check the rules; `perft.txt` contains more.

use plyd_plugin::KnownPerft;

const fn known(setup: &'static str, options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options, depth, leaves }
}

/// The counts that take at most a second or two.
pub(crate) const PERFT: &[KnownPerft] = &[
    known("", "", 1, 6),
    known("", "", 2, 35),
    known("", "", 3, 185),
    known("", "", 4, 942),
    known("", "", 5, 4_690),
    known("", "", 6, 23_233),
    known("", "", 7, 114_430),
    known("", "", 8, 563_055),
    known("", "EmptyCapture=true", 6, 23_169),
    known("", "EmptyCapture=true", 8, 559_885),
    known("", "Houses=2\nEmptyCapture=true", 4, 4),
    known("", "Houses=2\nEmptyCapture=true", 14, 1),
    known("", "Houses=4", 9, 77_210),
    known("", "Houses=12\nSeeds=10", 4, 18_307),
    known("0,1,0,2,0,13/1,0,14,0,3,2 b 7 5", "", 5, 1_204),
    known("0,1,0,2,0,13/1,0,14,0,3,2 b 7 5", "EmptyCapture=true", 5, 1_200),
];

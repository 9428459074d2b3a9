//! Leaf counts against which anyone can check the rules; `perft.txt` contains more.

use plyd_plugin::KnownPerft;

const fn of(options: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup: "", options, depth, leaves }
}

/// The counts that take at most a second or two.
pub(crate) const PERFT: &[KnownPerft] = &[
    of("", 1, 82),
    of("", 2, 6_643),
    of("Size=5\nSuicide=false", 3, 15_650),
    of("Size=3\nSuicide=false", 5, 33_384),
    of("Size=3\nSuicide=false", 6, 179_712),
    of("Size=2\nSuicide=false", 10, 8_024),
    of("Size=2\nSuicide=false\nKo=situational", 10, 8_800),
    of("Size=2\nSuicide=false\nKo=simple", 9, 5_768),
    of("Size=2\nKo=situational", 8, 3_936),
];

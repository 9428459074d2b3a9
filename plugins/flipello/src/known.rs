//! Leaf counts against which anyone can check the rules; `perft.txt` contains more.

use plyd_plugin::KnownPerft;

const fn start(depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup: "", options: "", depth, leaves }
}

/// The counts that take at most a second or two. The last one begins with a pass.
pub(crate) const PERFT: &[KnownPerft] = &[
    start(1, 4),
    start(2, 12),
    start(3, 56),
    start(4, 244),
    start(5, 1_396),
    start(6, 8_200),
    start(7, 55_092),
    start(8, 390_216),
    KnownPerft { setup: "", options: "Size=4", depth: 12, leaves: 55_112 },
    KnownPerft { setup: "", options: "Size=6", depth: 7, leaves: 47_740 },
    KnownPerft { setup: "pppP/ppPP/pPPP/4 w", options: "", depth: 5, leaves: 7 },
];

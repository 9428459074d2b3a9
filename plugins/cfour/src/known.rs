//! Leaf counts against which anyone can check the rules; `perft.txt` contains more.

use plyd_plugin::KnownPerft;

const fn start(depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup: "", options: "", depth, leaves }
}

/// The counts that take at most a second or two.
pub(crate) const PERFT: &[KnownPerft] = &[
    start(1, 7),
    start(2, 49),
    start(3, 343),
    start(4, 2_401),
    start(5, 16_807),
    start(6, 117_649),
    start(7, 823_536),
    start(8, 5_673_234),
    KnownPerft { setup: "", options: "Files=4\nRanks=4", depth: 8, leaves: 57_504 },
    KnownPerft { setup: "7/7/3p3/2pP3/1PPpP2/1pPPpp1 b", options: "", depth: 5, leaves: 15_797 },
];

//! Leaf counts against which anyone can check the rules.

use plyd_plugin::KnownPerft;

/// A few counts of each kind; `perft.epd` and `perft960.epd` contain more.
pub(crate) const KNOWN: &[KnownPerft] = &[
    ordinary("", 4, 197_281),
    ordinary("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ordinary("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ordinary("1r2k2r/8/8/8/8/8/6p1/R3K2R w KQk - 0 1", 4, 415_689),
    ordinary("n1n1k3/PPP1P3/8/8/8/8/3p1ppp/3K1N1N b - - 0 1", 4, 100_734),
    ordinary("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", 5, 78_822),
    chess960("nrnqkbbr/pppppppp/8/8/8/8/PPPPPPPP/NRBNKQRB w GBhb - 0 1", 4, 166_879),
    chess960("b1rq1krb/pppppppp/2n5/3n4/2Q5/P1P1P3/1P1P1PPP/BNR1NKRB w GCgc - 3 6", 4, 872_432),
];

const fn ordinary(setup: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options: "", depth, leaves }
}

const fn chess960(setup: &'static str, depth: u32, leaves: u64) -> KnownPerft {
    KnownPerft { setup, options: "UCI_Chess960=true", depth, leaves }
}

//! Positions in which one thread is compared with more.

/// Game, setup, and the depth for a quick and for a full run.
pub const POSITIONS: [(&str, &str, u32, u32); 8] = [
    ("cfour", "", 17, 19),
    ("cfour", "7/7/7/7/3p3/2pPP2 w", 17, 19),
    ("cfour", "7/7/7/3P3/3p3/2pPP2 b", 17, 19),
    ("cfour", "7/3p3/3P3/3p3/3P3/2pPp2 w", 18, 20),
    ("chess", "", 13, 15),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 12, 14),
    ("chess", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9", 12, 14),
    ("chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 12, 14),
];

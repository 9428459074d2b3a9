//! Tests of chess against published numbers and positions, against python-chess, and of its invariants.

mod games;
mod laws;
mod notation;
mod perft;
mod python_chess;
mod rules;
mod setups;
mod text;

plyd_plugin::kit! {
    chess::Chess,
    the_laws_hold: [
        ("", ""),
        ("", "UCI_Chess960=true"),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", ""),
        ("n1n1k3/PPP1P3/8/8/8/8/3p1ppp/3K1N1N b - - 0 1", ""),
        ("8/8/4k3/2bn4/4NB2/3K4/8/8 w - - 90 60", ""),
        ("rkr5/p1p5/8/8/8/8/P1P5/RKR5 w CAca - 0 1", "UCI_Chess960=true"),
    ];
    inputs: [("", ""), ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "")], alike: 0,
    exchanged: [("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", ""), ("4k3/P6p/8/8/8/8/p6P/K7 w - - 0 1", "k7/P6p/8/8/8/8/p6P/4K3 b - - 0 1", "")]
}

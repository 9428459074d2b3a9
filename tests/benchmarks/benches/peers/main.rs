//! plyd beside others that do the same work, in turn in one run: the crate `minimax`, the tutorials' programs in Rust
//! and C++, the perft of the crate `cozy-chess`, whose rules plyd's chess plays by, and Debian's Stockfish and
//! Fairy-Stockfish.

mod chess_engines;
mod connect_four;
mod cpp;
mod drop_four;
mod noughts;
mod perft;
mod tic_tac_toe;

use plyd_benchmarks::Scale;

fn main() {
    let scale = Scale::of_process();
    connect_four::run(scale);
    tic_tac_toe::run(scale);
    cpp::run_all(scale);
    perft::run(scale);
    chess_engines::run(scale);
}

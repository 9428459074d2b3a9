//! plyd beside others that do the same work, in turn in one run: the crate `minimax`, the tutorials' programs in Rust
//! and C++, the connect four solvers of P. Pons and J. Tromp, the perft of the crate `cozy-chess`, whose rules plyd's
//! chess plays by, and Debian's Stockfish and Fairy-Stockfish.

mod chess_engines;
mod connect_four;
mod cpp;
mod drop_four;
mod noughts;
mod perft;
mod solvers;
mod tic_tac_toe;

use plyd_benchmarks::Scale;

/// Measures and prints.
type Part = fn(Scale);

/// The parts, by their names on the command line. Without a name there, all are run.
const PARTS: [(&str, Part); 6] = [
    ("connect-four", connect_four::run),
    ("tic-tac-toe", tic_tac_toe::run),
    ("cpp", cpp::run_all),
    ("solvers", solvers::run),
    ("perft", perft::run),
    ("chess-engines", chess_engines::run),
];

fn main() {
    let scale = Scale::of_process();
    let names: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    for wanted in &names {
        let known = PARTS.map(|(name, _)| name);
        assert!(known.contains(&wanted.as_str()), "there is no part `{wanted}`: the parts are {known:?}");
    }
    for (name, run) in PARTS {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            run(scale);
        }
    }
}

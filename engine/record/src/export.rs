//! Exports of the games of a match to files for other programs.

mod csv;
mod jsonl;
mod pgn;

pub use csv::write_csv;
pub use jsonl::{write_jsonl, write_jsonl_game};
pub use pgn::{PgnGame, PgnMoves, write_pgn, write_pgn_game};

#[cfg(test)]
mod tests;

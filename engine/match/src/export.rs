//! The games of a match as files for other programs.

mod csv;
mod jsonl;
mod pgn;

pub use csv::write_csv;
pub use jsonl::write_jsonl;
pub use pgn::write_pgn;

#[cfg(test)]
mod tests;

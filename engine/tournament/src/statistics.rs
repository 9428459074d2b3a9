//! Estimates of playing strength from results.
//!
//! The formulas and their sources are documented in `docs/match-records.md`.

mod likelihood;
mod matrix;
mod ratings;
mod sprt;
mod strength;
mod tally;

pub use ratings::{Rating, ratings};
pub use sprt::{EloModel, Sprt, SprtState, SprtVerdict};
pub use strength::{StrengthEstimate, elo_of_score, score_of_elo};
pub use tally::{Distribution, Pentanomial, ResultTally};

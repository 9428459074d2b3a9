//! What self-play teaches: better values of numbers of an engine ([`Spsa`]), and how much of the result a score
//! foretells ([`Scale`]).
//!
//! Architecture invariant: pure. There is no file, no process, no clock and no library of a game here. Whoever plays
//! hands in the results; the same seed and the same results give the same answers.
#![forbid(unsafe_code)]

mod scale;
mod spsa;

pub use scale::{Estimate, NoScale, Scale, Scored, log_loss};
pub use spsa::{MOST_PARAMETERS, Parameter, Spsa, Trial, WrongParameter};

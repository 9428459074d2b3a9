//! What self-play teaches: better values of numbers of an engine ([`Spsa`]), how much of the result a score foretells
//! ([`Scale`]), and what positions are worth ([`Training`] of a network with [`Samples`]).
//!
//! Architecture invariant: pure. There is no file, no process, no clock and no library of a game here. Whoever plays
//! hands in the results; the same seed and the same results give the same answers.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod adam;
mod model;
mod orbits;
mod positions;
mod scale;
mod spsa;
mod trained;
mod training;

pub use orbits::{WrongSymmetry, count_symmetries};
pub use positions::{MOST_SAMPLE_BYTES, ReadSamples, Sample, Samples, SamplesError, WrongSample};
pub use scale::{Estimate, NoScale, Scale, Scored, log_loss};
pub use spsa::{MOST_PARAMETERS, Parameter, Spsa, Trial, WrongParameter};
pub use trained::Trained;
pub use training::{Epoch, NoTraining, Progress, Report, Symmetry, Training};

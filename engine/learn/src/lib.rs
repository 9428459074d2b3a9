//! What self-play teaches: better values of numbers of an engine ([`Spsa`]), how much of the result a score foretells
//! ([`FittedScale`]), and what positions are worth ([`Training`] of a network with [`Samples`]).
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
pub use positions::{MOST_SAMPLE_BYTES, ReadSamples, Samples, SamplesError, TrainingSample, WrongSample};
pub use scale::{FittedScale, NoScale, ScaleEstimate, Scored, log_loss};
pub use spsa::{MOST_PARAMETERS, Parameter, Spsa, SpsaTrial, WrongParameter};
pub use trained::TrainedNetwork;
pub use training::{Epoch, NoTraining, Symmetry, Training, TrainingProgress, TrainingReport};

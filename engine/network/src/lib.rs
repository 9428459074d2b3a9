//! The value of a position by a small neural network, which learnt it from games.
//!
//! A game says which of its inputs are on in a position, as bits of words of 64. A [`Network`] makes points of them:
//! inputs, one hidden layer, one output. [`Network::value`] is asked at the leaves of a search.
//! [`Network::read`] and [`Network::to_bytes`] are its file. An [`NetworkFacts`] says what a network is for and how it
//! was made.
//!
//! Architecture invariant: pure. It knows no game, no file system and no clock. The value is the same on every machine,
//! bit for bit, with any instructions of the processor.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod about;
mod file;
mod instructions;
mod layers;
mod network;
mod weights;

pub use about::{
    HIDDEN, Invalid, MOST_INPUTS, MOST_POINTS_PER_LOGIT, Misfit, NetworkFacts, NetworkPurpose, ResultScale,
    TrainingOrigin, USUAL_POINTS_PER_LOGIT,
};
pub use file::{ENDING, MOST_BYTES, NetworkFileError};
pub use instructions::Instructions;
pub use network::Network;
pub use weights::{FirstLayer, INPUT_SCALE, OUTPUT_SCALE, Weights};

//! The program: the command line, settings, signals, logging, and what is for people at a terminal.
//!
//! Architecture invariant: this is the only crate that knows the process: its arguments, environment, standard streams
//! and signals. `plyd-session` decides the answers to a client.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod bench;
mod bounded_file;
pub mod cli;
pub mod descriptors;
mod errand;
pub mod gtp;
pub mod logging;
mod own_program;
pub mod settings;
pub mod stdio;
mod styles;

//! The daemon: settings, logging, sessions, transports and the command line.
//!
//! Architecture invariant: this is the only crate that knows the runtime, and no search runs on one of its workers.
#![forbid(unsafe_code)]

pub mod bench;
pub mod check;
pub mod cli;
pub mod connection;
pub mod engine;
pub mod logging;
pub mod options;
pub mod reload;
pub mod session;
pub mod settings;

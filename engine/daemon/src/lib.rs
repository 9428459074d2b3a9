//! The daemon: settings, logging, sessions, transports and the command line.
#![forbid(unsafe_code)]

pub mod logging;
pub mod settings;

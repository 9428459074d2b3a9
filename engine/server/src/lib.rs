//! The server: many clients on TCP, a session a connection.
//!
//! [`Server::bind`] listens where [`ServerSettings`] say, and [`Server::run`] serves until it is told to shut down.
//!
//! Architecture invariant: what a client says is the session's affair. Here is how clients arrive, how many there may be,
//! and how connections end without losing the last lines.
#![forbid(unsafe_code)]

mod connection;
mod places;
mod settings;
mod tcp;
mod throttle;

pub use settings::ServerSettings;
pub use tcp::{ServeError, Server};

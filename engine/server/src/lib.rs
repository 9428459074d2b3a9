//! The server: many clients on TCP, a session a connection.
//!
//! [`Server::bind`] listens at the address of [`ServerSettings`], and [`Server::run`] serves until it is asked to shut
//! down.
//!
//! Architecture invariant: the session handles the lines of a client. This crate handles how clients arrive, how many
//! there may be, and how connections end without losing the last lines.
#![forbid(unsafe_code)]

mod connection;
mod places;
mod settings;
mod tcp;
mod throttle;

pub use settings::ServerSettings;
pub use tcp::{ServeError, Server};

//! The Go Text Protocol, version 2: its lines as types, for both sides, and an engine that speaks it.
//!
//! [`Line`] reads what a controller sends and [`Reply`] writes what it is answered; [`Listener`] reads the answers of
//! an engine, for a client of it. [`Front`] is the engine: it keeps the game as GTP sees it, and asks a [`Session`] of
//! plyd, which knows the rules and searches. The source is the specification of GTP, version 2, draft 2, by Gunnar
//! Farnebäck.
//!
//! GTP is a protocol for go, so this crate works with go's board: points, colours, handicap, game records, and how plyd's
//! game `go` writes a setup, as [`plyd_formats::go`] has them. The rules it does not know. In every other game the moves are
//! the game's own texts.
//!
//! Architecture invariant: no runtime, no socket, no process. Nothing that a controller sends ends the engine but
//! `quit`.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod clock;
mod commands;
mod failure;
mod front;
mod line;
mod listener;
mod questions;
mod refusal;
mod reply;
mod session;

pub use clock::{Clock, ClockLimits, TimeSettings};
pub use failure::Failure;
pub use front::{Analysis, Front, GameFacts, MoveLimits, Step};
pub use line::{Line, MAX_ID};
pub use listener::{Answer, Heard, Listener};
pub use reply::Reply;
pub use session::{Gone, Session};

//! The Go Text Protocol, version 2: its lines as types, for both sides, and an engine that speaks it.
//!
//! [`GtpLine`] reads what a controller sends and [`GtpReply`] writes what it is answered; [`AnswerListener`] reads the
//! answers of an engine, for a client of it. [`GtpFrontend`] is the engine: it keeps the game as GTP sees it, and asks
//! a [`GtpSession`] of plyd, which knows the rules and searches. The source is the specification of GTP, version 2,
//! draft 2, by Gunnar Farnebäck.
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

pub use clock::{ClockLimits, GtpClock, TimeSettings};
pub use failure::GtpFailure;
pub use front::{Analysis, GtpFrontend, GtpGameFacts, LineOutcome, MoveLimits};
pub use line::{GtpLine, MAX_ID};
pub use listener::{AnswerListener, EngineLineKind, GtpAnswer};
pub use reply::GtpReply;
pub use session::{GtpSession, SessionEnded};

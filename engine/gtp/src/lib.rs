//! The Go Text Protocol, version 2: its lines as types, for both sides, and an engine that speaks it.
//!
//! [`Line`] reads what a controller sends and [`Reply`] writes what it is answered; [`Listener`] reads the answers of
//! an engine, for a client of it. [`Front`] is the engine: it keeps the game as GTP sees it, and asks a [`Session`] of
//! plyd, which knows the rules and searches. The source is the specification of GTP, version 2, draft 2, by Gunnar
//! Farnebäck.
//!
//! GTP is a protocol for go, so this crate knows go's board: points, colours, handicap, game records, and how plyd's
//! game `go` writes a setup. The rules it does not know. In every other game the moves are the game's own texts.
//!
//! Architecture invariant: no runtime, no socket, no process. Nothing that a controller sends ends the engine but
//! `quit`.
#![forbid(unsafe_code)]

mod clock;
mod colour;
mod commands;
mod failure;
mod front;
mod go_setup;
mod handicap;
mod line;
mod listener;
mod refusal;
mod reply;
mod session;
mod sgf;
mod vertex;

pub use clock::{Clock, ClockLimits, TimeSettings};
pub use colour::Colour;
pub use failure::Failure;
pub use front::{Analysis, Front, GameFacts, MoveLimits, Step, looser_rules};
pub use go_setup::{GoSetup, MAX_SIZE};
pub use handicap::{fixed_handicap, free_handicap};
pub use line::{Line, MAX_ID};
pub use listener::{Answer, Heard, Listener};
pub use reply::Reply;
pub use session::{Gone, Session};
pub use sgf::{GameRecord, RecordFault, RecordStep};
pub use vertex::{Point, Vertex};

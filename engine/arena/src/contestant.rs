//! The players of a match: this process's own search, programs, engines behind TCP.
//!
//! A contestant is asked for one move at a time and answers with one, or with its fault, before a deadline.

mod builtin;
#[cfg(unix)]
mod engine_lines;
#[cfg(unix)]
mod gtp_client;
#[cfg(unix)]
mod gtp_engine;
#[cfg(unix)]
mod outside;
#[cfg(unix)]
mod process;
mod question;
#[cfg(unix)]
mod standard_error;
#[cfg(unix)]
mod uci_client;
#[cfg(unix)]
mod uci_engine;

pub(crate) use builtin::Builtin;
pub use builtin::BuiltinOptions;
#[cfg(unix)]
pub(crate) use gtp_engine::GtpEngine;
#[cfg(unix)]
pub(crate) use outside::reach;
pub(crate) use question::MoveQuestion;
#[cfg(unix)]
pub(crate) use uci_engine::UciEngine;

use crate::no_answer::NoAnswer;
use crate::openings::Opening;
use plyd_rules::Move;
use plyd_tournament::{EngineFault, EngineScore};
use std::time::Duration;

/// A contestant's move.
#[derive(Clone, Debug)]
pub(crate) struct ContestantMove {
    /// The move.
    pub(crate) choice: MoveChoice,
    /// From the question to the answer.
    pub(crate) time: Duration,
    /// Its score, from its own view.
    pub(crate) score: Option<EngineScore>,
    /// The depth it reached, in plies.
    pub(crate) depth: Option<u32>,
    /// The nodes it visited.
    pub(crate) nodes: Option<u64>,
    /// The move it expects next, about which it can think during the other player's turn. It is not checked yet and may
    /// be illegal.
    pub(crate) expected: Option<String>,
}

/// A move in the notation of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MoveChoice {
    /// A legal move.
    Move(Move),
    /// The engine's text, unchecked.
    Text(String),
    /// It gives the game up.
    Resign,
    /// Nothing.
    None,
}

/// A player. Dropping it ends the engine, with everything that it started.
pub(crate) trait Contestant: Send {
    /// Starts it if it does not run, and makes it forget all earlier games. The game to come has this number.
    fn prepare(&mut self, number: u64, opening: &Opening) -> Result<(), NoAnswer>;

    /// The name that the engine reported at its start; `None` if it reported none, or is not a separate program.
    fn own_name(&self) -> Option<String> {
        None
    }

    /// Asks for a move.
    fn answer(&mut self, question: &MoveQuestion<'_>) -> Result<ContestantMove, NoAnswer>;

    /// Whether it thinks while the other player does, so that it is worth a question.
    fn ponders(&self) -> bool {
        false
    }

    /// Lets the engine ponder on the question that follows if the other player plays the expected move, the last of the
    /// moves. The next question reports a failure.
    fn ponder(&mut self, _question: &MoveQuestion<'_>) {}

    /// The game is over: it need not think any more.
    fn rest(&mut self) {}

    /// Ends the engine because of this fault, which the referee may have found. Returns the end of its standard error.
    fn fail(&mut self, _fault: &EngineFault) -> String {
        self.end();
        String::new()
    }

    /// Ends the engine: the next game starts it again.
    fn end(&mut self);
}

/// Stands for contestants that this system gives no means to play with.
#[cfg(not(unix))]
#[derive(Debug)]
pub(crate) struct UnsupportedContestant;

#[cfg(not(unix))]
impl UnsupportedContestant {
    fn fault() -> NoAnswer {
        EngineFault::new(plyd_tournament::Reason::Start, "programs and connections can play on Unix only").into()
    }
}

#[cfg(not(unix))]
impl Contestant for UnsupportedContestant {
    fn prepare(&mut self, _number: u64, _opening: &Opening) -> Result<(), NoAnswer> {
        Err(Self::fault())
    }

    fn answer(&mut self, _question: &MoveQuestion<'_>) -> Result<ContestantMove, NoAnswer> {
        Err(Self::fault())
    }

    fn end(&mut self) {}
}

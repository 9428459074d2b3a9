//! The session of plyd behind the engine, which knows the rules and searches.

use plyd_protocol::Command;
use thiserror::Error;

/// The session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the session has ended")]
pub struct SessionEnded;

/// A session of plyd's own protocol.
pub trait GtpSession {
    /// Sends commands, and returns all lines up to the answer of the last one: to `bestmove` of a `go`. After any other
    /// command the session is asked who it is, and what it says of that is left out: this answer is never refused, and
    /// overtakes nothing.
    ///
    /// # Errors
    /// The session has ended.
    fn ask(&mut self, commands: &[Command]) -> impl Future<Output = Result<Vec<String>, SessionEnded>>;

    /// Sends a command, and does not wait for an answer.
    ///
    /// # Errors
    /// The session has ended.
    fn send(&mut self, command: &Command) -> impl Future<Output = Result<(), SessionEnded>>;

    /// The next line of what [`GtpSession::send`] has begun. Cancelling the future loses nothing.
    ///
    /// # Errors
    /// The session has ended.
    fn line(&mut self) -> impl Future<Output = Result<String, SessionEnded>>;
}

//! The client's side of GTP: it sends a command and waits for its answer.

use super::NoAnswer;
use super::engine_lines::{EngineLine, EngineLines, Wait};
use plyd_gtp::{AnswerListener, EngineLineKind, MAX_ID};

/// The client of an engine that has been started.
#[derive(Debug)]
pub(super) struct GtpClient {
    pub(super) lines: EngineLines,
    listener: AnswerListener,
    /// The id of the last command. Each has its own, so that the answer to an earlier one is not taken for its.
    id: u32,
    /// The name and the version that the engine gives itself.
    pub(super) name: Option<String>,
}

impl GtpClient {
    /// Nothing has been sent yet.
    pub(super) fn new(lines: EngineLines) -> Self {
        Self { lines, listener: AnswerListener::default(), id: 0, name: None }
    }

    /// Sends a command, and waits for its answer: its result, or why there is none.
    pub(super) fn ask(&mut self, command: &str, wait: Wait) -> Result<Result<String, String>, NoAnswer> {
        self.send(command, wait)?;
        let answer = self.receive(wait)?;
        self.lines.forget_unknown();
        Ok(answer)
    }

    /// Sends a command.
    pub(super) fn send(&mut self, command: &str, wait: Wait) -> Result<(), NoAnswer> {
        self.id = self.id % MAX_ID + 1;
        // A line break in an option would be a command of its own.
        let command = command.replace(['\n', '\r'], " ");
        self.lines.send(&format!("{} {command}\n", self.id), wait)
    }

    /// Waits for the answer to the last command.
    pub(super) fn receive(&mut self, wait: Wait) -> Result<Result<String, String>, NoAnswer> {
        let (listener, id) = (&mut self.listener, self.id);
        self.lines.receive(wait, |line| match listener.take(line) {
            EngineLineKind::Answer(answer) if answer.id == Some(id) => EngineLine::Found(answer.outcome),
            EngineLineKind::Answer(_) | EngineLineKind::Part => EngineLine::Known,
            EngineLineKind::Stray => EngineLine::Unknown,
        })
    }
}

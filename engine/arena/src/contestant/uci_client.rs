//! The client's side of UCI and UGI: it sends commands to an engine and reads the replies.

use super::NoAnswer;
use super::engine_lines::{EngineLine, EngineLines, Wait};
use plyd_protocol::{ClientRequest, Command, EngineReply, Mode, parse_reply};
use plyd_tournament::Reason;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The client of an engine that has been started.
#[derive(Debug)]
pub(super) struct UciClient {
    pub(super) lines: EngineLines,
    /// The name that the engine gives itself.
    pub(super) name: Option<String>,
}

impl UciClient {
    /// Nothing has been sent yet.
    pub(super) fn new(lines: EngineLines) -> Self {
        Self { lines, name: None }
    }

    /// Sends all of these.
    pub(super) fn send(&mut self, commands: &[Command], mode: Mode, wait: Wait) -> Result<(), NoAnswer> {
        let mut text = String::new();
        for command in commands {
            // To a string it cannot fail. A line break in an option would be a line of its own.
            let line = ClientRequest { command, mode }.to_string().replace(['\n', '\r'], " ");
            let _ = writeln!(text, "{line}");
        }
        self.lines.send(&text, wait)
    }

    /// Reads lines until `take` finds what the wait is for.
    pub(super) fn receive<T>(
        &mut self,
        wait: Wait,
        mut take: impl FnMut(EngineReply) -> Option<T>,
    ) -> Result<T, NoAnswer> {
        self.lines.receive(wait, |line| {
            let reply = parse_reply(line);
            let is_unknown = reply == EngineReply::Unknown;
            match take(reply) {
                Some(found) => EngineLine::Found(found),
                None if is_unknown => EngineLine::Unknown,
                None => EngineLine::Known,
            }
        })
    }

    /// Sends all of these, an `isready` among them, and waits for its `readyok`. Lines that the engine wrote before
    /// that, such as the answer to a question of another game, are for `early`, which mostly drops them.
    pub(super) fn synchronise(
        &mut self,
        commands: &[Command],
        mode: Mode,
        time: Duration,
        mut early: impl FnMut(EngineReply),
    ) -> Result<(), NoAnswer> {
        self.lines.check()?;
        let wait = Wait { deadline: Instant::now() + time, late: Reason::NoReady, what: "readyok" };
        self.send(commands, mode, wait)?;
        self.receive(wait, |reply| match reply {
            EngineReply::ReadyOk => Some(()),
            reply => {
                early(reply);
                None
            }
        })?;
        self.lines.forget_unknown();
        Ok(())
    }
}

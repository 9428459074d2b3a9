//! What is said to an engine and heard of it, and what its silence means.

use super::NoAnswer;
use super::process::Process;
use super::wire::{Silence, Wire};
use crate::fault::{Fault, Reason};
use plyd_protocol::{Command, Heard, Mode, Request, hear};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// How long an engine that closed its output may take to end: then it has crashed, else its output is closed.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// How often a wait looks whether the engine still runs.
const GLANCE: Duration = Duration::from_millis(250);

/// Lines that are no protocol, in place of one answer, before the engine gets little time to give one.
const MOST_UNKNOWN_LINES: usize = 1_000;
const LITTLE_TIME: Duration = Duration::from_secs(2);

/// With an engine that has been started. Dropped, a process of ours is ended.
#[derive(Debug)]
pub(super) struct Conversation {
    wire: Wire,
    /// A program of ours.
    process: Option<Process>,
    /// Lines since the last question that are no protocol, and the first of them.
    unknown: usize,
    first_unknown: String,
}

/// What a wait is for, and what it means if the time is up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    /// Until when.
    pub(super) deadline: Instant,
    /// What an engine that is late has done.
    pub(super) late: Reason,
    /// What has to come.
    pub(super) what: &'static str,
}

impl Conversation {
    /// Nothing is said yet.
    pub(super) fn new(wire: Wire, process: Option<Process>) -> Self {
        Self { wire, process, unknown: 0, first_unknown: String::new() }
    }

    /// The process on the other end, if it is one of ours.
    pub(super) fn process(&self) -> Option<&Process> {
        self.process.as_ref()
    }

    /// Says all of these.
    pub(super) fn say(&mut self, commands: &[Command], mode: Mode, wait: Wait) -> Result<(), NoAnswer> {
        let mut text = String::new();
        for command in commands {
            // To a string it cannot fail. A line break in an option would be a line of its own.
            let line = Request { command, mode }.to_string().replace(['\n', '\r'], " ");
            let _ = writeln!(text, "{line}");
        }
        self.wire.send(&text, wait.deadline).map_err(|silence| self.meaning(silence, wait))
    }

    /// Reads lines until `take` finds what the wait is for.
    pub(super) fn listen<T>(
        &mut self,
        mut wait: Wait,
        mut take: impl FnMut(Heard) -> Option<T>,
    ) -> Result<T, NoAnswer> {
        loop {
            let line = self.line(wait)?;
            let heard = hear(&line);
            if heard == Heard::Unknown {
                self.unknown += 1;
                if self.unknown == 1 {
                    self.first_unknown = line.chars().take(80).collect();
                } else if self.unknown == MOST_UNKNOWN_LINES {
                    wait.deadline = wait.deadline.min(Instant::now() + LITTLE_TIME);
                }
            }
            if let Some(found) = take(heard) {
                return Ok(found);
            }
            // Lines that come one after the other must not keep it waiting for ever.
            if Instant::now() >= wait.deadline {
                return Err(self.meaning(Silence::Late, wait));
            }
        }
    }

    /// The next line. An engine that has ended is noticed although its children hold its output open.
    fn line(&mut self, wait: Wait) -> Result<String, NoAnswer> {
        let mut end = None;
        loop {
            let now = Instant::now();
            let until = if end.is_some() { now } else { wait.deadline.min(now + GLANCE) };
            match (self.wire.line(until), end) {
                (Err(Silence::Late), Some(how)) => return Err(Fault::new(Reason::Crash, how).into()),
                (Err(Silence::Late), None) => {
                    // If it has, what it wrote before is read first.
                    end = self.process.as_ref().and_then(|process| process.ended_within(Duration::ZERO));
                    if end.is_none() && until >= wait.deadline {
                        return Err(self.meaning(Silence::Late, wait));
                    }
                }
                (line, _) => return line.map_err(|silence| self.meaning(silence, wait)),
            }
        }
    }

    fn meaning(&self, silence: Silence, wait: Wait) -> NoAnswer {
        let fault = match silence {
            Silence::Interrupted => return NoAnswer::Interrupted,
            Silence::Late if wait.late == Reason::Hang && self.unknown > 0 => Fault::new(
                Reason::Garbage,
                format!("no {} came, but lines that are no protocol, the first `{}`", wait.what, self.first_unknown),
            ),
            Silence::Late => Fault::new(wait.late, format!("no {} came in time", wait.what)),
            Silence::LongLine => Fault::new(Reason::Flood, "a line is too long to be one"),
            Silence::Flood => Fault::new(Reason::Flood, format!("too much was written while {} was due", wait.what)),
            Silence::Closed => match &self.process {
                None => Fault::new(Reason::Crash, "the connection was closed"),
                Some(process) => match process.ended_within(LAST_BREATH) {
                    Some(how) => Fault::new(Reason::Crash, how),
                    None => Fault::new(Reason::ClosedOutput, "it has closed its output and goes on"),
                },
            },
        };
        fault.into()
    }

    /// Says all of these, an `isready` among them, and waits for its `readyok`. What the engine wrote before that, such as
    /// the answer to a question of another game, is gone then.
    pub(super) fn synchronise(&mut self, commands: &[Command], mode: Mode, time: Duration) -> Result<(), NoAnswer> {
        let wait = Wait { deadline: Instant::now() + time, late: Reason::NoReady, what: "readyok" };
        self.say(commands, mode, wait)?;
        self.listen(wait, |heard| (heard == Heard::ReadyOk).then_some(()))?;
        self.unknown = 0;
        Ok(())
    }
}

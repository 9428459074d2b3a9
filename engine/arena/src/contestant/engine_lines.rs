//! The lines of a started engine in any protocol: its input, its output, and its fault if it is silent.

use super::NoAnswer;
use crate::line_stream::{LineStream, StreamError};
use crate::reach::RunningProgram;
use plyd_tournament::{EngineFault, Reason};
use std::time::{Duration, Instant};

/// The time in which an engine that closed its output must end to count as crashed. An engine that runs longer has only
/// closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_secs(3);

/// The interval at which a wait checks that the engine still runs.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// After this many lines outside the protocol, an engine has only [`GARBAGE_TIMEOUT`] left for its answer.
const MAX_UNKNOWN_LINES: usize = 1_000;
const GARBAGE_TIMEOUT: Duration = Duration::from_secs(2);

/// The lines of an engine. Dropping it ends the process, if it is one of ours.
#[derive(Debug)]
pub(super) struct EngineLines {
    stream: LineStream,
    /// A program of ours.
    program: Option<Box<dyn RunningProgram>>,
    /// Lines since the last question that are no protocol, and the first of them.
    unknown: usize,
    first_unknown: String,
}

/// What a line of an engine is.
#[derive(Clone, Copy, Debug)]
pub(super) enum EngineLine<T> {
    /// What is waited for.
    Found(T),
    /// A line of the protocol.
    Known,
    /// No line of the protocol.
    Unknown,
}

/// What a wait expects, and the fault if it times out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    /// Until when.
    pub(super) deadline: Instant,
    /// The fault of an engine that is late.
    pub(super) late: Reason,
    /// The expected reply, for people.
    pub(super) what: &'static str,
}

impl EngineLines {
    /// Nothing has been sent yet.
    pub(super) fn new(stream: LineStream, program: Option<Box<dyn RunningProgram>>) -> Self {
        Self { stream, program, unknown: 0, first_unknown: String::new() }
    }

    /// Waits a while for the end of a program that plyd started. Returns how it ended, if it did.
    pub(super) fn wait_for_exit(&mut self, time: Duration) -> Option<String> {
        self.program.as_mut()?.ended_within(time)
    }

    /// The end of the standard error of a program that plyd started; reading stops.
    pub(super) fn standard_error(&mut self) -> String {
        self.program.as_mut().map_or_else(String::new, |program| program.standard_error())
    }

    /// The fault of an engine that has ended already: it might still answer from a pipe, and one whose guardian has
    /// ended has none.
    pub(super) fn check(&mut self) -> Result<(), NoAnswer> {
        match self.wait_for_exit(Duration::ZERO) {
            Some(how) => Err(EngineFault::new(Reason::Crash, how).into()),
            None => Ok(()),
        }
    }

    /// Sends whole lines.
    pub(super) fn send(&mut self, text: &str, wait: Wait) -> Result<(), NoAnswer> {
        self.stream.write(text, wait.deadline).map_err(|error| self.failure(error, wait))
    }

    /// Lets the engine write what it likes until it is asked next.
    pub(super) fn read_ahead(&mut self) {
        self.stream.read_ahead();
    }

    /// Reads lines until `take` finds what the wait is for. It says of each line whether it is of the protocol.
    pub(super) fn receive<T>(
        &mut self,
        mut wait: Wait,
        mut take: impl FnMut(&str) -> EngineLine<T>,
    ) -> Result<T, NoAnswer> {
        loop {
            let line = self.read_line(wait)?;
            match take(&line) {
                EngineLine::Found(found) => return Ok(found),
                EngineLine::Known => {}
                EngineLine::Unknown => {
                    self.unknown += 1;
                    if self.unknown == 1 {
                        self.first_unknown = line.chars().take(80).collect();
                    } else if self.unknown == MAX_UNKNOWN_LINES {
                        wait.deadline = wait.deadline.min(Instant::now() + GARBAGE_TIMEOUT);
                    }
                }
            }
            // Lines that come one after the other must not keep it waiting for ever.
            if Instant::now() >= wait.deadline {
                return Err(self.failure(StreamError::Timeout, wait));
            }
        }
    }

    /// Forgets the lines that are no protocol: a new question begins.
    pub(super) fn forget_unknown(&mut self) {
        self.unknown = 0;
    }

    /// The next line. The end of an engine is noticed even if its children keep its output open.
    fn read_line(&mut self, wait: Wait) -> Result<String, NoAnswer> {
        let mut end = None;
        loop {
            let now = Instant::now();
            let until = if end.is_some() { now } else { wait.deadline.min(now + POLL_INTERVAL) };
            match (self.stream.read_line(until), end) {
                (Err(StreamError::Timeout), Some(how)) => return Err(EngineFault::new(Reason::Crash, how).into()),
                (Err(StreamError::Timeout), None) => {
                    // Lines that it wrote before its end are read first.
                    end = self.wait_for_exit(Duration::ZERO);
                    if end.is_none() && until >= wait.deadline {
                        return Err(self.failure(StreamError::Timeout, wait));
                    }
                }
                (line, _) => return line.map_err(|error| self.failure(error, wait)),
            }
        }
    }

    fn failure(&mut self, error: StreamError, wait: Wait) -> NoAnswer {
        let fault = match error {
            StreamError::Interrupted => return NoAnswer::Interrupted,
            StreamError::Timeout if wait.late == Reason::Hang && self.unknown > 0 => EngineFault::new(
                Reason::Garbage,
                format!(
                    "it sent no {}, only lines that are not part of the protocol, the first `{}`",
                    wait.what, self.first_unknown
                ),
            ),
            StreamError::Timeout => EngineFault::new(wait.late, format!("it sent no {} in time", wait.what)),
            StreamError::LongLine => EngineFault::new(Reason::Flood, "it sent a line that is too long"),
            StreamError::Flood => {
                EngineFault::new(Reason::Flood, format!("it wrote too much instead of {}", wait.what))
            }
            StreamError::Closed => match &mut self.program {
                None => EngineFault::new(Reason::Crash, "the connection was closed"),
                Some(program) => match program.ended_within(EXIT_TIMEOUT) {
                    Some(how) => EngineFault::new(Reason::Crash, how),
                    None => EngineFault::new(Reason::ClosedOutput, "it closed its output, but still runs"),
                },
            },
        };
        fault.into()
    }
}

//! Engines outside of this process, in any protocol: how they are started, reached and left.

use super::NoAnswer;
use super::engine_lines::{EngineLines, Wait};
use super::process::{EngineCommand, EngineProcess};
use super::standard_error::EngineErrors;
use crate::interrupt::Interrupt;
use crate::line_stream::LineStream;
use crate::no_answer::NotStarted;
use crate::reach::{ReachedEngine, RunningProgram};
use crate::surroundings::MatchSurroundings;
use crate::transcript::EngineLog;
use plyd_tournament::Reason;
use plyd_tournament::settings::{EngineKind, EngineSettings};
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// The timeout for an engine to answer once its time is over, after `stop` if its protocol has that. If it answers, its
/// move was late; if not, it hangs.
pub(super) const STOP_GRACE: Duration = Duration::from_secs(5);

/// The timeout for an engine to read `quit`.
const QUIT_WRITE_TIMEOUT: Duration = Duration::from_secs(1);

/// The timeout for an engine to end after `quit` before plyd kills it; the second value applies if the match was
/// interrupted.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);
const INTERRUPTED_QUIT_TIMEOUT: Duration = Duration::from_millis(200);

/// A program that this process has started.
#[derive(Debug)]
struct OwnProgram {
    process: EngineProcess,
    errors: EngineErrors,
}

impl RunningProgram for OwnProgram {
    fn ended_within(&mut self, time: Duration) -> Option<String> {
        self.process.ended_within(time)
    }

    fn standard_error(&mut self) -> String {
        self.errors.finish()
    }
}

/// Starts an engine, or connects to it, without sending anything.
pub(super) fn start(
    engine: &EngineSettings,
    time: Duration,
    surroundings: &MatchSurroundings,
    interrupt: &Interrupt,
    log: &EngineLog,
) -> Result<EngineLines, NoAnswer> {
    let ReachedEngine { input, output, program } = match &surroundings.reach {
        Some(other) => other.reach(engine, time)?,
        None => reach(engine, time, surroundings, log)?,
    };
    let stream = LineStream::new((input, output), interrupt.clone(), log.clone()).map_err(NotStarted::from)?;
    Ok(EngineLines::new(stream, program))
}

/// Starts an engine, or connects to it, from this process. What a program writes to standard error goes to the log.
pub(crate) fn reach(
    engine: &EngineSettings,
    time: Duration,
    surroundings: &MatchSurroundings,
    log: &EngineLog,
) -> Result<ReachedEngine, NoAnswer> {
    let reached = reach_kind(&engine.kind, time, surroundings, log);
    // Whatever came of it: a program that is being replaced may fail to start.
    surroundings.look_at_program(engine).map_err(NoAnswer::Stopped)?;
    Ok(reached?)
}

fn reach_kind(
    kind: &EngineKind,
    time: Duration,
    surroundings: &MatchSurroundings,
    log: &EngineLog,
) -> Result<ReachedEngine, NotStarted> {
    match (kind, EngineCommand::of(kind, surroundings)) {
        (_, Some(program)) => {
            let (process, streams) = program.start(surroundings, time)?;
            let errors = EngineErrors::read(streams.errors, log.clone())?;
            let program = Box::new(OwnProgram { process, errors });
            Ok(ReachedEngine { input: streams.input, output: streams.output, program: Some(program) })
        }
        (EngineKind::Tcp { address, .. }, None) => {
            let named = |error| NotStarted::from(error).told(|error| format!("{address}: {error}"));
            let stream = connect(address, time).map_err(named)?;
            // Lines are short, and each waits for an answer.
            stream.set_nodelay(true)?;
            Ok(ReachedEngine { input: stream.try_clone()?.into(), output: stream.into(), program: None })
        }
        (EngineKind::Plugin { file }, None) => {
            Err(io::Error::other(format!("the library {file} was not got ready")).into())
        }
        (EngineKind::Builtin | EngineKind::Command { .. }, None) => {
            unreachable!("a built-in engine has no lines, and `Program::of` knows every program")
        }
    }
}

fn connect(address: &str, time: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the address leads nowhere");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, time) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The wait for an engine to read `quit`.
pub(super) fn quit_wait() -> Wait {
    Wait { deadline: Instant::now() + QUIT_WRITE_TIMEOUT, late: Reason::Hang, what: "the end" }
}

/// How long an engine has to end after `quit`.
pub(super) fn quit_time(interrupt: &Interrupt) -> Duration {
    if interrupt.is_asked() { INTERRUPTED_QUIT_TIMEOUT } else { QUIT_TIMEOUT }
}

//! Engines outside of this process, whatever their protocol: how they are started, reached and left.

use super::engine_lines::{EngineLines, Wait};
use super::not_started::NotStarted;
use super::process::Program;
use super::standard_error::StandardError;
use crate::fault::Reason;
use crate::interrupt::Interrupt;
use crate::line_stream::LineStream;
use crate::settings::EngineKind;
use crate::surroundings::Surroundings;
use crate::transcript::EngineLog;
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

/// Starts an engine, or connects to it, without sending anything.
pub(super) fn start(
    kind: &EngineKind,
    time: Duration,
    surroundings: &Surroundings,
    interrupt: &Interrupt,
    log: &EngineLog,
) -> Result<EngineLines, NotStarted> {
    let (input, output, program) = match (kind, Program::of(kind)) {
        (_, Some(program)) => {
            let (process, streams) = program.start(surroundings, time)?;
            let errors = StandardError::read(streams.errors, log.clone())?;
            (streams.input, streams.output, Some((process, errors)))
        }
        (EngineKind::Tcp { address, .. }, None) => {
            let named = |error| NotStarted::from(error).told(|error| format!("{address}: {error}"));
            let stream = connect(address, time).map_err(named)?;
            // Lines are short, and each waits for an answer.
            stream.set_nodelay(true)?;
            (stream.try_clone()?.into(), stream.into(), None)
        }
        (EngineKind::Builtin | EngineKind::Command { .. }, None) => {
            unreachable!("a built-in engine has no lines, and `Program::of` knows every program")
        }
    };
    let stream = LineStream::new((input, output), interrupt.clone(), log.clone())?;
    Ok(EngineLines::new(stream, program))
}

fn connect(address: &str, time: Duration) -> std::io::Result<TcpStream> {
    let mut last = std::io::Error::other("the address leads nowhere");
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

//! Why an engine gives no answer: its fault, or a lack of this process itself, to which the system gives no more memory,
//! processes or descriptors.

use crate::MatchError;
use crate::interrupt::Interrupt;
use plyd_tournament::EngineFault;
#[cfg(unix)]
use plyd_tournament::Reason;
#[cfg(unix)]
use std::io;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Why no move came.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// The contestant failed, and loses.
    Fault(EngineFault),
    /// This process lacks what it takes to start the contestant, which is not to blame.
    Lack(String),
    /// The match cannot continue; no engine is at fault.
    Stopped(MatchError),
    /// The match was asked to end; no engine is at fault.
    Interrupted,
}

impl From<EngineFault> for NoAnswer {
    fn from(fault: EngineFault) -> Self {
        Self::Fault(fault)
    }
}

/// Why an engine was not started, or not reached.
#[cfg(unix)]
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub(crate) struct NotStarted {
    text: String,
    /// This process lacked something, so that the engine is not to blame.
    is_lack: bool,
}

#[cfg(unix)]
impl NotStarted {
    /// The guardian of an engine has failed, which is a part of plyd.
    #[cfg(target_os = "linux")]
    pub(crate) fn by_guardian(text: &str) -> Self {
        Self { text: text.to_owned(), is_lack: true }
    }

    /// The same, in other words.
    pub(crate) fn told(self, tell: impl FnOnce(&str) -> String) -> Self {
        Self { text: tell(&self.text), ..self }
    }
}

#[cfg(unix)]
impl From<io::Error> for NotStarted {
    fn from(error: io::Error) -> Self {
        Self { text: error.to_string(), is_lack: is_lack(&error) }
    }
}

#[cfg(unix)]
impl From<NotStarted> for NoAnswer {
    fn from(NotStarted { text, is_lack }: NotStarted) -> Self {
        if is_lack { Self::Lack(text) } else { EngineFault::new(Reason::Start, text).into() }
    }
}

/// The maximum number of new attempts after a pause of this process, or a lack of resources, that may have spoiled an
/// attempt.
pub(crate) const MOST_VOIDED: u32 = 3;

/// The wait before the first new attempt; each later wait is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// The interval at which a wait checks whether the match was asked to end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Whether the system says by this error that it has no more memory, processes or descriptors for this process.
#[cfg(unix)]
pub(crate) fn is_lack(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let lacks = [Errno::AGAIN, Errno::NOMEM, Errno::MFILE, Errno::NFILE, Errno::NOBUFS];
    error.kind() == io::ErrorKind::OutOfMemory
        || lacks.iter().any(|lack| error.raw_os_error() == Some(lack.raw_os_error()))
}

/// Waits before a new attempt, `times` from 1 on: the missing resources may be there then.
pub(crate) fn wait(times: u32, interrupt: &Interrupt) {
    let end = Instant::now() + FIRST_WAIT * 2_u32.saturating_pow(times.saturating_sub(1));
    while !interrupt.is_asked() && Instant::now() < end {
        sleep(POLL_INTERVAL);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn what_the_system_does_not_give_is_a_lack_and_nothing_else_is() {
        for (number, name) in [(11, "EAGAIN"), (12, "ENOMEM"), (23, "ENFILE"), (24, "EMFILE")] {
            // Linux's numbers; others have others for the first.
            if cfg!(target_os = "linux") {
                assert!(is_lack(&io::Error::from_raw_os_error(number)), "{name}");
            }
        }
        assert!(is_lack(&io::ErrorKind::OutOfMemory.into()));
        let not_there = Command::new("/no/such/program").spawn().unwrap_err();
        let no_program = Command::new("/").spawn().unwrap_err();
        for error in [not_there, no_program, io::Error::other("11"), io::ErrorKind::TimedOut.into()] {
            assert!(!is_lack(&error), "{error:?}");
        }
    }

    #[test]
    fn an_interrupt_ends_the_wait() {
        let interrupt = Interrupt::default();
        interrupt.ask();
        let start = Instant::now();
        wait(20, &interrupt);
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}

//! A program that has a guardian, seen from the runner.

use super::{EngineProcess, by_signal, group_of, with_code};
use crate::guardian::{GUARD_ENGINE, GuardianReport, GuardianSocket};
use crate::no_answer::NotStarted;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The line to a running guardian, and the reports received over it. When it is dropped, the guardian ends its engine.
#[derive(Debug)]
pub(super) struct GuardianConnection {
    line: GuardianSocket,
    /// How the program has ended.
    end: Option<String>,
}

/// The command of the guardian of this program; the arguments of the program follow.
pub(super) fn command(guardian: &Path, program: &Path) -> Command {
    let mut command = Command::new(guardian);
    // The path may be `/proc/self/exe`, which says nothing in a list of processes.
    command.arg0("plyd").arg(GUARD_ENGINE).arg(program);
    command
}

/// Starts a guardian, and by it a program with these streams.
pub(super) fn start(mut command: Command, streams: [OwnedFd; 3], time: Duration) -> Result<EngineProcess, NotStarted> {
    let deadline = Instant::now() + time;
    let (line, theirs) = GuardianSocket::pair()?;
    command.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().map_err(|error| {
        let guardian = Path::new(command.get_program()).display();
        NotStarted::from(error).told(|error| format!("its guardian {guardian} cannot be started: {error}"))
    })?;
    // This closes the command's copies of the guardian's end, so that none is left when the guardian ends.
    drop(command);
    let group = group_of(&child);
    let process = EngineProcess { child, group, guardian: Some(GuardianConnection { line, end: None }) };
    let Some(GuardianConnection { line, .. }) = &process.guardian else { unreachable!("it was put there") };
    line.send_streams(streams.each_ref().map(AsFd::as_fd))?;
    if !told_by(line, deadline) {
        // The guardian is a part of plyd, on a machine that is too busy for it.
        return Err(NotStarted::by_guardian("its guardian did not start in time"));
    }
    match line.hear()? {
        Some(GuardianReport::Started) => Ok(process),
        Some(GuardianReport::NotStarted(error)) if error != 0 => Err(io::Error::from_raw_os_error(error).into()),
        _ => Err(NotStarted::by_guardian("its guardian failed")),
    }
}

impl GuardianConnection {
    /// Whether the program has ended; then how. `own_end` says how the guardian ended, should it have ended before.
    pub(super) fn program_ended_within(
        &mut self,
        time: Duration,
        own_end: impl FnOnce() -> Option<String>,
    ) -> Option<String> {
        if self.end.is_none() && told_by(&self.line, Instant::now() + time) {
            self.end = Some(match self.line.hear() {
                Ok(Some(GuardianReport::Code(code))) => with_code(code),
                Ok(Some(GuardianReport::Signal(signal))) => by_signal(signal),
                _ => format!("its guardian failed: {}", own_end().unwrap_or_default()),
            });
        }
        self.end.clone()
    }
}

/// Whether the guardian has sent a report until then, or has ended.
fn told_by(line: &GuardianSocket, deadline: Instant) -> bool {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let Ok(timeout) = Timespec::try_from(left) else { return false };
        match poll(&mut [PollFd::new(line, PollFlags::IN)], Some(&timeout)) {
            Err(Errno::INTR) => {}
            Ok(0) => return false,
            // The next read reports an error.
            Ok(_) | Err(_) => return true,
        }
    }
}

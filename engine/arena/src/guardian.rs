//! The guardian of an engine: a small process between the runner of a match and one engine, which ends all that the
//! engine leaves behind.
//!
//! It is this program again, started with [`GUARD_ENGINE`]. The runner hands it the three standard streams of the
//! engine over a [`line`](GuardianSocket), so that nothing that an engine reads or writes passes through the guardian.
//! The end of that line is the order to end the engine: the runner alone holds the other side, so it comes however the
//! runner ends.
//!
//! The guardian is the subreaper of its descendants: it becomes the parent of every process that the engine's processes
//! leave behind, whatever their group or session. It kills only its own children. Their numbers cannot belong to other
//! processes before it has waited for them, and the children of killed processes become its children. While the engine
//! runs it kills nothing: a helper may have been orphaned on purpose.

mod line;

pub(crate) use line::{GuardianReport, GuardianSocket};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_current_process_group, kill_process, set_child_subreaper, wait,
};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::low_level::pipe;
use std::cell::Cell;
use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The first argument of this program as a guardian; the engine's program and its arguments follow.
pub const GUARD_ENGINE: &str = "guard-engine";

/// The timeout for the system to end killed processes. The runner waits longer.
const KILL_TIMEOUT: Duration = Duration::from_secs(5);

/// The interval at which remaining processes are searched for, if no child ends in the meantime.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// Guards one engine to its end. `command` is its program and its arguments; standard input is the line to the runner.
///
/// # Errors
/// Standard input is not such a line: a person has started this command. Other failures are reported to the runner.
pub fn guard_engine(mut command: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
    let usage = || io::Error::other("guard-engine is started by plyd match, for each engine");
    let program = command.next().ok_or_else(usage)?;
    let line = GuardianSocket::from(io::stdin().as_fd().try_clone_to_owned()?);
    let Some(streams) = line.receive_streams().map_err(|_| usage())? else {
        // The runner has ended already.
        return Ok(ExitCode::SUCCESS);
    };
    let mut engine = Command::new(program);
    engine.args(command);
    match Guardian::start(&line, engine, streams) {
        Ok(guardian) => {
            guardian.guard();
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            // If there is no one to report to, nothing has been started either.
            let _ = line.tell(GuardianReport::NotStarted(error.raw_os_error().unwrap_or(0)));
            Ok(ExitCode::FAILURE)
        }
    }
}

struct Guardian<'a> {
    line: &'a GuardianSocket,
    /// Readable when a signal came.
    signals: UnixStream,
    /// `None` after the engine was waited for: from then on its number may belong to another process.
    engine: Cell<Option<Pid>>,
}

impl<'a> Guardian<'a> {
    fn start(line: &'a GuardianSocket, mut engine: Command, streams: [OwnedFd; 3]) -> io::Result<Self> {
        set_child_subreaper(Some(getpid()))?;
        let (signals, wake) = UnixStream::pair()?;
        signals.set_nonblocking(true)?;
        // What asks a process to end does not end this one: it is the engine's last guard, and shares its group.
        for signal in [SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2] {
            pipe::register(signal, wake.try_clone()?)?;
        }
        let [input, output, errors] = streams.map(Stdio::from);
        // The command keeps the streams; with it, the guardian lets go of them, so that the engine's end is their end.
        let child = engine.stdin(input).stdout(output).stderr(errors).spawn()?;
        drop(engine);
        let number = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let engine = Cell::new(Some(number.ok_or_else(|| io::Error::other("the engine has no process id"))?));
        // An end of the line is noticed below.
        let _ = line.tell(GuardianReport::Started);
        Ok(Self { line, signals, engine })
    }

    /// Waits for the end of the engine or of the line, and ends what there is left.
    fn guard(&self) {
        while !self.engine_has_ended() {
            let mut ready = [PollFd::new(self.line, PollFlags::IN), PollFd::new(&self.signals, PollFlags::IN)];
            if matches!(poll(&mut ready, None), Err(error) if error != Errno::INTR) || !ready[0].revents().is_empty() {
                break;
            }
            self.forget_signals();
        }
        self.end_descendants();
    }

    /// Waits for children that have ended. If the engine is one of them, reports to the runner how it ended.
    fn engine_has_ended(&self) -> bool {
        while let Ok(Some((child, status))) = wait(WaitOptions::NOHANG) {
            self.note_end(child, status);
        }
        self.engine.get().is_none()
    }

    /// Handles a child that has ended. If it is the engine, reports to the runner.
    fn note_end(&self, child: Pid, status: WaitStatus) {
        if self.engine.get() == Some(child) {
            self.engine.set(None);
            let _ = self.line.tell(report(status));
        }
    }

    fn end_descendants(&self) {
        let deadline = Instant::now() + KILL_TIMEOUT;
        while Instant::now() < deadline {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((child, status))) => {
                    self.note_end(child, status);
                    continue;
                }
                Err(Errno::INTR) => continue,
                // None is left.
                Err(_) => return,
                Ok(None) => {}
            }
            // The engine is killed even if the children are unknown.
            for child in children().into_iter().chain(self.engine.get()) {
                // One that has just ended cannot be killed.
                let _ = kill_process(child, Signal::KILL);
            }
            let time = Timespec::try_from(LOOK_INTERVAL).ok();
            let _ = poll(&mut [PollFd::new(&self.signals, PollFlags::IN)], time.as_ref());
            self.forget_signals();
        }
        // The last resort ends this process, too.
        let _ = kill_current_process_group(Signal::KILL);
    }

    fn forget_signals(&self) {
        while matches!(read(&self.signals, &mut [0; 64]), Ok(1..)) {}
    }
}

fn report(status: WaitStatus) -> GuardianReport {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => GuardianReport::Code(code),
        (None, Some(signal)) => GuardianReport::Signal(signal),
        (None, None) => GuardianReport::Code(0),
    }
}

/// The children of this process, including those not reaped yet; none on systems without /proc.
fn children() -> Vec<Pid> {
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let numbers = processes.filter_map(|process| process.ok()?.file_name().to_str()?.parse().ok());
    let own = getpid().as_raw_nonzero().get();
    numbers.filter(|&number| parent(number) == Some(own)).filter_map(Pid::from_raw).collect()
}

/// The parent of a process: the second field after the name, which is in brackets and may contain any characters.
fn parent(number: i32) -> Option<i32> {
    let stat = std::fs::read(format!("/proc/{number}/stat")).ok()?;
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    std::str::from_utf8(&stat[name_end + 1..]).ok()?.split_whitespace().nth(1)?.parse().ok()
}

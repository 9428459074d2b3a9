//! The terminal: its modes, to be put back by the thread of the signals, and its loss.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpgrp;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use std::ffi::c_int;
use std::fs;
use std::io::{self, IsTerminal};
use std::os::fd::{AsFd, OwnedFd};
use std::thread::sleep;
use std::time::Duration;

/// More than it takes to change the modes and to wait for a key.
const MODE_CHANGE: Duration = Duration::from_millis(20);

/// The modes that the terminal on standard input had.
#[derive(Clone, Debug)]
pub(super) struct Terminal(Termios);

impl Terminal {
    /// As they are now.
    ///
    /// # Errors
    /// Standard input is no terminal.
    pub(super) fn of_standard_input() -> io::Result<Self> {
        Ok(Self(tcgetattr(io::stdin())?))
    }

    /// Restores the modes before the process ends. The thread that asks for a line may be about to change them: it then
    /// waits for a key, and the second time comes after that.
    pub(super) fn restore_for_good(&self) {
        self.restore();
        sleep(MODE_CHANGE);
        self.restore();
    }

    /// Restores the modes. In the background the terminal belongs to another process, and changing it would stop this
    /// one.
    fn restore(&self) {
        let terminal = io::stdin();
        if tcgetpgrp(&terminal).is_ok_and(|foreground| foreground == getpgrp()) {
            // A terminal that has gone needs nothing.
            let _ = tcsetattr(&terminal, OptionalActions::Now, &self.0);
        }
    }
}

/// The terminal of a standard stream, to wait for its loss: a window that is closed.
#[derive(Debug)]
pub(super) struct TerminalLoss(OwnedFd);

impl TerminalLoss {
    /// `None` if no standard stream is a terminal.
    ///
    /// # Errors
    /// The system gives no descriptor.
    pub(super) fn of_standard_streams() -> io::Result<Option<Self>> {
        let (input, errors) = (io::stdin(), io::stderr());
        let stream = match (errors.is_terminal(), input.is_terminal()) {
            (true, _) => errors.as_fd(),
            (_, true) => input.as_fd(),
            _ => return Ok(None),
        };
        Ok(Some(Self(stream.try_clone_to_owned()?)))
    }

    /// Waits until the terminal has gone, which it may never do.
    pub(super) fn wait(self) {
        // Linux wakes those who wait for input or output when a terminal goes, and not those who wait for neither.
        let look = Timespec { tv_sec: 0, tv_nsec: 500_000_000 };
        loop {
            let mut terminal = [PollFd::new(&self.0, PollFlags::empty())];
            // An error that is no interruption would come again at once.
            let lost = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            match poll(&mut terminal, Some(&look)) {
                Ok(_) if terminal[0].revents().intersects(lost) => return,
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }
}

/// Whether the process ignores this signal, as it does if it began so and has no handler yet; false where the system
/// does not say.
pub(super) fn is_ignored(signal: c_int) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

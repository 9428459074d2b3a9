//! The modes of the terminal, to be put back by the thread of the signals.

use rustix::process::getpgrp;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use std::io;
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

//! A program on a terminal, as a person has it.

use crate::{PATIENCE, Process};
use pty_process::Size;
use rustix::termios::{LocalModes, tcgetattr};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A running program whose standard streams are a terminal of its own.
pub struct Terminal {
    /// The process; killed when dropped.
    pub process: Process,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    /// The output that has not been read yet.
    unread: String,
}

impl Terminal {
    /// Runs a prepared command on a terminal of 24 lines and 100 columns. Of the variables that decide how a program
    /// writes to a terminal it has those that the command sets, not those of whoever runs the tests.
    ///
    /// # Panics
    /// There is no terminal, or the program cannot be started.
    #[must_use]
    pub fn spawn(mut command: Command) -> Self {
        for variable in ["TERM", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "CI"] {
            if !command.get_envs().any(|(name, _)| name == variable) {
                command.env_remove(variable);
            }
        }
        if !command.get_envs().any(|(name, value)| name == "TERM" && value.is_some()) {
            command.env("TERM", "xterm");
        }
        let (pty, other_end) = pty_process::blocking::open().expect("there is a terminal");
        pty.resize(Size::new(24, 100)).expect("a terminal has a size");
        let child = pty_process::blocking::Command::from(command).spawn(other_end).expect("the program starts");
        let keyboard = File::from(OwnedFd::from(pty));
        let mut screen = keyboard.try_clone().expect("a terminal can be duplicated");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4_096];
            // An error is the end: the other side is closed.
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { process: Process::new(child), keyboard, output, unread: String::new() }
    }

    /// Presses keys.
    ///
    /// # Panics
    /// The terminal is gone.
    pub fn press(&mut self, keys: &str) {
        self.press_bytes(keys.as_bytes());
    }

    /// The same with keys that need not be text.
    ///
    /// # Panics
    /// The terminal is gone.
    pub fn press_bytes(&mut self, keys: &[u8]) {
        self.keyboard.write_all(keys).expect("the terminal takes keys");
    }

    /// Everything that is written up to and including this text.
    ///
    /// # Panics
    /// It does not come in time.
    pub fn until(&mut self, text: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.unread.find(text) {
                let rest = self.unread.split_off(at + text.len());
                return std::mem::replace(&mut self.unread, rest);
            }
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.unread.push_str(&String::from_utf8_lossy(&bytes)),
                Err(reason) => panic!("`{text}` did not come ({reason}); there is {:?}", self.unread),
            }
        }
    }

    /// Everything that is written until the program has ended.
    ///
    /// # Panics
    /// It does not end in time.
    pub fn rest(&mut self) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.unread.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Disconnected) => return std::mem::take(&mut self.unread),
                Err(RecvTimeoutError::Timeout) => panic!("it did not end; there is {:?}", self.unread),
            }
        }
    }

    /// Waits until keys come one by one, as for an editor, or in whole lines, as for a shell's next command.
    ///
    /// # Panics
    /// It does not come to that in time.
    pub fn await_keys_one_by_one(&self, wanted: bool) {
        let deadline = Instant::now() + PATIENCE;
        while self.has_keys_one_by_one() != wanted {
            assert!(Instant::now() < deadline, "keys come one by one: {}", !wanted);
            sleep(Duration::from_millis(5));
        }
    }

    /// Whether keys come one by one and are not shown by the terminal itself.
    ///
    /// # Panics
    /// The terminal is gone.
    #[must_use]
    pub fn has_keys_one_by_one(&self) -> bool {
        let modes = tcgetattr(&self.keyboard).expect("a terminal has modes").local_modes;
        !modes.intersects(LocalModes::ICANON | LocalModes::ECHO)
    }
}

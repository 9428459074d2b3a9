//! Programs at a terminal.

use crate::{PATIENCE, Process};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

/// A program whose three standard streams are one terminal. It is killed when this is dropped.
pub struct Terminal {
    process: Process,
    /// The side of the person, who types here.
    keyboard: File,
    screen: Receiver<String>,
    /// All that has been written so far.
    text: String,
}

impl Terminal {
    /// Starts a program at a terminal of this many columns.
    ///
    /// # Panics
    /// The system gives no terminal, or the program does not start.
    #[must_use]
    pub fn spawn(mut command: Command, columns: u16) -> Self {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
        grantpt(&person).and_then(|()| unlockpt(&person)).expect("the terminal is ours");
        let name = ptsname(&person, Vec::new()).expect("the terminal has a name");
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let program = rustix::fs::open(name.as_c_str(), flags, Mode::empty()).expect("the terminal opens");
        let size = Winsize { ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&program, size).expect("the terminal has a size");
        let stream = || Stdio::from(program.try_clone().expect("a descriptor"));
        // Colours depend on the test, not on who runs it.
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "CI"] {
            if !command.get_envs().any(|(name, _)| name == variable) {
                command.env_remove(variable);
            }
        }
        command.env("TERM", "xterm-256color").stdin(stream()).stdout(stream()).stderr(stream());
        let child = command.spawn().expect("the program starts");
        // The command keeps descriptors of the terminal, which ends when all of them are closed.
        drop(command);
        drop(program);
        let keyboard = File::from(person);
        let mut reader = keyboard.try_clone().expect("a descriptor");
        let (sender, screen) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4_096];
            // A terminal whose program has ended is an error on Linux.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).is_err() {
                    break;
                }
            }
        });
        Self { process: Process::new(child), keyboard, screen, text: String::new() }
    }

    /// Types a text.
    ///
    /// # Panics
    /// The terminal is gone.
    pub fn write(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).expect("the terminal takes it");
    }

    /// Waits until a text has been written, and returns all that has been.
    ///
    /// # Panics
    /// It does not come in time.
    pub fn until(&mut self, text: &str) -> &str {
        let deadline = Instant::now() + PATIENCE;
        while !self.text.contains(text) {
            match self.screen.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(more) => self.text.push_str(&more),
                Err(_) => panic!("no `{text}` came\n{}", self.text),
            }
        }
        &self.text
    }

    /// Waits for the end of the program, and returns all that was written.
    ///
    /// # Panics
    /// It does not end in time.
    #[must_use]
    pub fn end(mut self) -> (ExitStatus, String) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.screen.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(more) => self.text.push_str(&more),
                Err(RecvTimeoutError::Disconnected) => return (self.process.wait(), self.text),
                Err(RecvTimeoutError::Timeout) => panic!("the program did not end\n{}", self.text),
            }
        }
    }
}

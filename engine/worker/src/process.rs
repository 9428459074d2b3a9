//! A child process, from the inside.

use crate::inbox::{Inbox, LONG_REQUEST};
use crate::message_line;
use plyd_host::own_process::{close_inherited, end, end_with_parent, lead_session};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::{Arc, Mutex, PoisonError};

/// The streams of a child that nobody else in its process uses.
#[derive(Debug)]
pub struct Streams {
    /// What the parent says. It ends when the parent has ended.
    pub input: Inbox,
    /// What the parent is told.
    pub output: Output,
}

/// The stream of a child to its parent, for all of its threads.
#[derive(Clone, Debug)]
pub struct Output(Arc<Mutex<File>>);

impl Output {
    /// Waits until nothing is being told, which takes as long as the parent does not read.
    pub fn wait_for_parent(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Tells the parent. If it is gone, or the message is none, this process [ends](end).
    pub fn say(&self, message: &impl Serialize) {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if message_line(message).and_then(|line| stream.write_all(line.as_bytes())).is_err() {
            end();
        }
    }
}

/// Makes this process a child: it takes standard input and output away from everything else in it, closes all other
/// descriptors, makes it the leader of a session and of a group, and asks the system to end it with the thread that
/// started it. Must be called before there is a second
/// thread, before anything is opened, and before a library is loaded.
///
/// What a library prints goes where standard error goes, and what it reads is empty.
///
/// # Errors
/// The system has no descriptors for it, or the parent has ended.
pub fn enter() -> io::Result<Streams> {
    close_inherited();
    lead_session();
    end_with_parent()?;
    let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdin(OpenOptions::new().read(true).open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(Streams { input: Inbox::new(input, LONG_REQUEST), output: Output(Arc::new(Mutex::new(output))) })
}

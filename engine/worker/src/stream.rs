//! The stream of a child to its parent.

use crate::message_line;
use plyd_host::own_process::end;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde::Serialize;
use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A longer message is not offered: a socket that takes anything has room for this much.
const MOST_OFFERED: usize = 64 << 10;

/// Sends messages to the parent, for all threads of a child. Clones are the same.
#[derive(Clone, Debug)]
pub struct ParentStream {
    file: Arc<Mutex<File>>,
    /// Whether this process ends with its parent. In a test both are one process.
    ends: bool,
}

impl ParentStream {
    pub(crate) fn new(file: File) -> Self {
        Self { file: Arc::new(Mutex::new(file)), ends: true }
    }

    /// The same for a child that is a thread of its parent's process.
    pub(crate) fn within(file: File) -> Self {
        Self { ends: false, ..Self::new(file) }
    }

    /// Waits until no message is being written, which takes as long as the parent does not read.
    pub fn wait_for_parent(&self) {
        drop(self.lock());
    }

    /// Sends a message. If the parent is gone, or the message is none, this process [ends](end).
    pub fn say(&self, message: &impl Serialize) {
        let _ = self.say_within(usize::MAX, message);
    }

    /// The same, unless the message is longer than this many bytes.
    ///
    /// # Errors
    /// It has more, and was not sent.
    pub(crate) fn say_within(&self, longest: usize, message: &impl Serialize) -> Result<(), usize> {
        let line = message_line(message);
        if let Some(long) = line.as_ref().ok().filter(|line| line.len() > longest) {
            return Err(long.len());
        }
        if line.and_then(|line| self.lock().write_all(line.as_bytes())).is_err() {
            self.part();
        }
        Ok(())
    }

    /// The same without a wait: what is too long for that is dropped. False if the parent does not read at present.
    pub(crate) fn offer(&self, message: &impl Serialize) -> bool {
        let mut file = self.lock();
        let is_ready = is_ready(&file);
        if is_ready
            && let Ok(line) = message_line(message)
            && line.len() <= MOST_OFFERED
            && file.write_all(line.as_bytes()).is_err()
        {
            self.part();
        }
        is_ready
    }

    /// Whether the parent reads at present.
    pub(crate) fn is_ready(&self) -> bool {
        is_ready(&self.lock())
    }

    /// There is no reader any more.
    fn part(&self) {
        if self.ends {
            end();
        }
    }

    fn lock(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A socket is ready for output while most of it is free.
fn is_ready(file: &File) -> bool {
    let mut polled = [PollFd::new(file, PollFlags::OUT)];
    matches!(poll(&mut polled, Some(&Timespec::default())), Ok(1))
}

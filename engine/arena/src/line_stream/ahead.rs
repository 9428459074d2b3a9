//! The output of an engine that thinks during the other player's turn. plyd reads it at the same time, so the engine
//! never waits for its output to be read.
//!
//! The reader is a thread that waits both for the engine and for its own end. It ends with the next question, whatever
//! the engine does.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, read};
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::OwnedFd;
use std::thread::{self, JoinHandle};

/// The maximum that is read: hours of `info` lines. An engine that writes more has to wait.
pub(super) const MAX_AHEAD_BYTES: usize = 8 << 20;

/// The reader takes little.
const STACK_BYTES: usize = 128 * 1_024;

/// Reads ahead. Dropped, it does not any more.
#[derive(Debug)]
pub(super) struct ReadAhead {
    /// Its closing is the end of reading.
    end: Option<PipeWriter>,
    reader: Option<JoinHandle<Vec<u8>>>,
}

impl ReadAhead {
    /// Begins to read from this end, which does not block. No other code may read there in the meantime.
    pub(super) fn begin(output: OwnedFd) -> io::Result<Self> {
        let (ended, end) = io::pipe()?;
        let thread = thread::Builder::new().name("read ahead".into()).stack_size(STACK_BYTES);
        let reader = thread.spawn(move || read_until(&ended, &output))?;
        Ok(Self { end: Some(end), reader: Some(reader) })
    }

    /// Ends, and hands over what was read.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.end = None;
        // It cannot panic.
        self.reader.take().and_then(|reader| reader.join().ok()).unwrap_or_default()
    }
}

impl Drop for ReadAhead {
    fn drop(&mut self) {
        self.end = None;
        self.reader.take().map(JoinHandle::join);
    }
}

fn read_until(ended: &PipeReader, output: &OwnedFd) -> Vec<u8> {
    let (mut all, mut piece) = (Vec::new(), [0; 16 * 1_024]);
    while all.len() < MAX_AHEAD_BYTES {
        let mut ready = [PollFd::new(output, PollFlags::IN), PollFd::new(ended, PollFlags::IN)];
        if matches!(poll(&mut ready, None), Err(error) if error != Errno::INTR) || !ready[1].revents().is_empty() {
            break;
        }
        match read(output, &mut piece) {
            Ok(count @ 1..) => all.extend_from_slice(&piece[..count]),
            Err(Errno::INTR | Errno::AGAIN) => {}
            // Its end is noticed by who asks next.
            Ok(_) | Err(_) => break,
        }
    }
    all
}

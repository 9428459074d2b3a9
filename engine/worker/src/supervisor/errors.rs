//! What a process writes to standard error.

use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So much is read at once, in bytes.
const PIECE: usize = 4 << 10;

/// The most pieces that are read after the end of the process. Another one that it started may go on to write.
const MOST_PIECES: usize = 256;

/// The standard error of a process, and what is kept of it.
#[derive(Debug)]
pub(super) struct ChildErrors {
    /// Our end of the stream, which does not block.
    stream: UnixStream,
    /// The beginning.
    kept: Mutex<Vec<u8>>,
    /// So many bytes are kept.
    most: usize,
}

impl ChildErrors {
    pub(super) fn new(stream: UnixStream, most: usize) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        Ok(Self { stream, kept: Mutex::default(), most })
    }

    fn kept(&self) -> MutexGuard<'_, Vec<u8>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a piece, if there is one. Returns whether there may be more later.
    pub(super) fn listen(&self) -> bool {
        match self.read() {
            Ok(count) => count > 0,
            Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        }
    }

    /// Reads what is there.
    pub(super) fn hear_out(&self) {
        for _ in 0..MOST_PIECES {
            if !matches!(self.read(), Ok(1..)) {
                return;
            }
        }
    }

    fn read(&self) -> io::Result<usize> {
        let mut piece = [0; PIECE];
        let count = (&self.stream).read(&mut piece)?;
        let mut kept = self.kept();
        let room = self.most.saturating_sub(kept.len());
        kept.extend_from_slice(&piece[..count.min(room)]);
        Ok(count)
    }

    /// What was kept.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.kept()).trim_end().to_owned()
    }
}

impl AsFd for ChildErrors {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

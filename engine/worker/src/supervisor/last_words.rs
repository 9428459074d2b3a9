//! The end of what a process writes to standard error.

use std::io::{ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So much of it is kept, in bytes.
pub(super) const LAST_WORDS: usize = 16 << 10;

/// A piece of it, in bytes.
const PIECE: usize = 4 << 10;

/// The most pieces that are read after the end of the process. Another one that it started may go on to write.
const MOST_PIECES: usize = 256;

#[derive(Debug)]
pub(super) struct LastWords {
    /// Our end of the stream, which does not block.
    stream: UnixStream,
    kept: Mutex<Vec<u8>>,
}

impl LastWords {
    pub(super) fn new(stream: UnixStream) -> std::io::Result<Self> {
        stream.set_nonblocking(true)?;
        Ok(Self { stream, kept: Mutex::default() })
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

    fn read(&self) -> std::io::Result<usize> {
        let mut piece = [0; PIECE];
        let count = (&self.stream).read(&mut piece)?;
        let mut kept = self.kept();
        kept.extend_from_slice(&piece[..count]);
        // Not for each piece, so that not every byte moves all others.
        if kept.len() > 2 * LAST_WORDS {
            let surplus = kept.len() - LAST_WORDS;
            kept.drain(..surplus);
        }
        Ok(count)
    }

    pub(super) fn text(&self) -> String {
        let kept = self.kept();
        String::from_utf8_lossy(&kept[kept.len().saturating_sub(LAST_WORDS)..]).trim_end().to_owned()
    }
}

impl AsFd for LastWords {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

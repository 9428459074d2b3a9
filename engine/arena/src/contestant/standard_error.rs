//! The standard error of an engine: read all the time, so that it never waits for a reader, and its end kept.
//!
//! The reader is a thread that waits both for the engine and for its own end. It ends with the engine's process, even
//! if another process still holds the other end of the pipe.

use crate::transcript::{Direction, EngineLog};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, ioctl_fionbio, read};
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// The number of bytes kept from the end.
const TAIL_BYTES: usize = 16 * 1_024;

/// The maximum number of bytes still read after the order to stop: more than the size of a pipe.
const LAST_BYTES: usize = 2 << 20;

/// The maximum length of a line for the transcript, in bytes; it shows less.
const MAX_LINE_BYTES: usize = 8 * 1_024;

/// The reader takes little.
const STACK_BYTES: usize = 128 * 1_024;

/// Standard error of a process. Dropped, it is not read any more.
#[derive(Debug)]
pub(super) struct EngineErrors {
    tail: Arc<Mutex<Tail>>,
    /// Its closing is the end of reading.
    end: Option<PipeWriter>,
    reader: Option<JoinHandle<()>>,
}

impl EngineErrors {
    /// Begins to read.
    pub(super) fn read(errors: OwnedFd, log: EngineLog) -> io::Result<Self> {
        ioctl_fionbio(&errors, true)?;
        let (ended, end) = io::pipe()?;
        let tail = Arc::new(Mutex::new(Tail::default()));
        let mut reader = ErrorReader { errors, ended, tail: Arc::clone(&tail), lines: ErrorLineSplitter::new(log) };
        let thread = thread::Builder::new().name("standard error".into()).stack_size(STACK_BYTES);
        let reader = thread.spawn(move || reader.run())?;
        Ok(Self { tail, end: Some(end), reader: Some(reader) })
    }

    /// The end of the output until now. Reading stops.
    pub(super) fn finish(&mut self) -> String {
        self.end = None;
        if let Some(reader) = self.reader.take() {
            // If it panicked, that was reported, and what it had read is kept.
            let _ = reader.join();
        }
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).text()
    }
}

impl Drop for EngineErrors {
    fn drop(&mut self) {
        self.finish();
    }
}

#[derive(Debug)]
struct ErrorReader {
    errors: OwnedFd,
    ended: PipeReader,
    tail: Arc<Mutex<Tail>>,
    lines: ErrorLineSplitter,
}

impl ErrorReader {
    fn run(&mut self) {
        loop {
            let mut ready = [PollFd::new(&self.errors, PollFlags::IN), PollFd::new(&self.ended, PollFlags::IN)];
            if matches!(poll(&mut ready, None), Err(error) if error != Errno::INTR) {
                return;
            }
            let must_end = !ready[1].revents().is_empty();
            if self.read(if must_end { LAST_BYTES } else { TAIL_BYTES }).is_break() || must_end {
                self.lines.finish();
                return;
            }
        }
    }

    /// Reads the available bytes, about `most` at most; breaks at the end of the output.
    fn read(&mut self, most: usize) -> std::ops::ControlFlow<()> {
        let mut piece = [0; TAIL_BYTES];
        let mut taken = 0;
        while taken < most {
            match read(&self.errors, &mut piece) {
                Ok(count @ 1..) => {
                    taken += count;
                    self.tail.lock().unwrap_or_else(PoisonError::into_inner).add(&piece[..count]);
                    self.lines.add(&piece[..count]);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Ok(_) | Err(_) => return std::ops::ControlFlow::Break(()),
            }
        }
        std::ops::ControlFlow::Continue(())
    }
}

/// The last bytes of the output.
#[derive(Debug, Default)]
struct Tail {
    bytes: Vec<u8>,
}

impl Tail {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        // Twice as much, so that not every byte moves all others.
        if self.bytes.len() > 2 * TAIL_BYTES {
            self.bytes.drain(..self.bytes.len() - TAIL_BYTES);
        }
    }

    fn text(&self) -> String {
        let start = self.bytes.len().saturating_sub(TAIL_BYTES);
        String::from_utf8_lossy(&self.bytes[start..]).trim_end().to_owned()
    }
}

/// Splits the output into lines for the transcript.
#[derive(Debug)]
struct ErrorLineSplitter {
    log: EngineLog,
    line: Vec<u8>,
}

impl ErrorLineSplitter {
    fn new(log: EngineLog) -> Self {
        Self { log, line: Vec::new() }
    }

    fn add(&mut self, bytes: &[u8]) {
        if !self.log.is_on() {
            return;
        }
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let room = MAX_LINE_BYTES.saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            if part.ends_with(b"\n") {
                self.finish();
            }
        }
    }

    fn finish(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        if !line.trim_end().is_empty() {
            self.log.add(Direction::StandardError, line.trim_end());
        }
        self.line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn read_from(write: impl FnOnce(PipeWriter) -> Option<PipeWriter>) -> String {
        let (errors, writer) = io::pipe().unwrap();
        let mut errors = EngineErrors::read(errors.into(), EngineLog::new(None, "engine")).unwrap();
        // The reader does not wait for a process that keeps the pipe open.
        let _held = write(writer);
        errors.finish()
    }

    #[test]
    fn the_end_is_kept_and_no_writer_waits() {
        let text = read_from(|mut writer| {
            for thousands in 0..1_000 {
                let lines = (0..1_000).map(|number| format!("line {}\n", 1_000 * thousands + number));
                writer.write_all(lines.collect::<String>().as_bytes()).unwrap();
            }
            Some(writer)
        });
        assert!(text.ends_with("line 999998\nline 999999") && text.len() <= TAIL_BYTES, "{} bytes", text.len());
    }

    #[test]
    fn the_last_words_before_the_end_are_read() {
        for _ in 0..20 {
            let text = read_from(|mut writer| {
                write!(writer, "no \u{1b}[31mmemory").unwrap();
                None
            });
            assert_eq!(text, "no \u{1b}[31mmemory");
        }
    }
}

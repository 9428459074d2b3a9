//! Lines to and from another process over two descriptors, with a deadline for each wait and a limit for each buffer.
//!
//! The waiting thread polls the descriptors itself. A separate reading thread would live, and keep its descriptor, for
//! as long as any grandchild of an engine holds the other end.

mod ahead;

use crate::interrupt::Interrupt;
use crate::transcript::{Direction, EngineLog};
use ahead::ReadAhead;
use plyd_worker::{LineSplitter, SplitLine};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, read, write};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// The longest line, in bytes: no protocol has lines of this length.
const LONGEST_LINE: usize = 256 * 1_024;

/// The maximum output between a question and its answer, in bytes: hours of `info` lines.
const MOST_OUTPUT: usize = 16 << 20;

/// The interval at which a wait checks whether the match was asked to end.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A pipe or a connection, both directions.
#[derive(Debug)]
pub(crate) struct LineStream {
    input: OwnedFd,
    output: OwnedFd,
    interrupt: Interrupt,
    log: EngineLog,
    lines: LineSplitter,
    /// The number of bytes read since the last question.
    received: usize,
    /// Reads while there is no question.
    ahead: Option<ReadAhead>,
}

/// Why a line was not read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamError {
    /// The deadline passed.
    Timeout,
    /// The other end is closed, or gone.
    Closed,
    /// A line is too long.
    LongLine,
    /// The output is too long.
    Flood,
    /// The match was asked to end.
    Interrupted,
}

impl LineStream {
    /// A stream on these ends of a pipe or a connection; the engine reads from `input`.
    pub(crate) fn new(
        (input, output): (OwnedFd, OwnedFd),
        interrupt: Interrupt,
        log: EngineLog,
    ) -> std::io::Result<Self> {
        ioctl_fionbio(&input, true)?;
        ioctl_fionbio(&output, true)?;
        Ok(Self { input, output, interrupt, log, lines: LineSplitter::new(LONGEST_LINE), received: 0, ahead: None })
    }

    /// Writes all of a text, which is whole lines.
    pub(crate) fn write(&mut self, text: &str, deadline: Instant) -> Result<(), StreamError> {
        self.received = 0;
        if self.log.is_on() {
            text.lines().for_each(|line| self.log.add(Direction::Sent, line));
        }
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match write(&self.input, rest) {
                Ok(written) => rest = &rest[written..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => wait(&self.input, PollFlags::OUT, deadline, &self.interrupt)?,
                Err(_) => return Err(StreamError::Closed),
            }
        }
        Ok(())
    }

    /// Reads what comes until the next line is wanted. Without it, what fills the pipe waits until then.
    pub(crate) fn read_ahead(&mut self) {
        self.take_ahead();
        // If there is no descriptor or no thread for it, the engine may have to wait.
        self.ahead = self.output.try_clone().and_then(ReadAhead::begin).ok();
    }

    fn take_ahead(&mut self) {
        if let Some(ahead) = self.ahead.take() {
            self.lines.feed(&ahead.finish());
        }
    }

    /// The next line, without its end; bytes that are no UTF-8 are replaced.
    pub(crate) fn read_line(&mut self, deadline: Instant) -> Result<String, StreamError> {
        self.take_ahead();
        loop {
            match self.lines.find() {
                Some(SplitLine::Line(line)) => {
                    let line = text_of(line);
                    self.log.add(Direction::Received, &line);
                    return Ok(line);
                }
                Some(SplitLine::TooLong) => return Err(StreamError::LongLine),
                None if self.received > MOST_OUTPUT => return Err(StreamError::Flood),
                None => self.read_more(deadline)?,
            }
        }
    }

    fn read_more(&mut self, deadline: Instant) -> Result<(), StreamError> {
        let mut piece = [0; 16 * 1_024];
        loop {
            match read(&self.output, &mut piece) {
                Ok(0) => return Err(StreamError::Closed),
                Ok(count) => {
                    self.lines.feed(&piece[..count]);
                    self.received += count;
                    return Ok(());
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => wait(&self.output, PollFlags::IN, deadline, &self.interrupt)?,
                Err(_) => return Err(StreamError::Closed),
            }
        }
    }
}

/// A line without blanks around it. The text takes over its memory, unless it begins with a blank.
fn text_of(line: Vec<u8>) -> String {
    let lossy = |line: &[u8]| String::from_utf8_lossy(line).into_owned();
    let mut text = String::from_utf8(line).unwrap_or_else(|error| lossy(error.as_bytes()));
    text.truncate(text.trim_end().len());
    if text.starts_with(char::is_whitespace) { text.trim_start().to_owned() } else { text }
}

/// Waits until the descriptor is ready or broken; the next call on it reports which.
fn wait(descriptor: &OwnedFd, events: PollFlags, deadline: Instant, interrupt: &Interrupt) -> Result<(), StreamError> {
    loop {
        if interrupt.is_asked() {
            return Err(StreamError::Interrupted);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        // The last look comes after the deadline: what came in time is not lost.
        let timeout = Timespec::try_from(left.min(POLL_INTERVAL)).map_err(|_| StreamError::Timeout)?;
        match poll(&mut [PollFd::new(descriptor, events)], Some(&timeout)) {
            Ok(0) if left.is_zero() => return Err(StreamError::Timeout),
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return Ok(()),
            Err(_) => return Err(StreamError::Closed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ahead::MAX_AHEAD_BYTES;
    use super::*;
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    fn stream() -> (LineStream, UnixStream) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let output = ours.try_clone().unwrap();
        let log = EngineLog::new(None, "engine");
        (LineStream::new((ours.into(), output.into()), Interrupt::default(), log).unwrap(), theirs)
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    fn at_once() -> Instant {
        Instant::now()
    }

    #[test]
    fn lines_come_whole_whatever_the_pieces() {
        let (mut stream, mut engine) = stream();
        engine.write_all(b"one\r\ntwo\nthr").unwrap();
        assert_eq!((stream.read_line(soon()), stream.read_line(soon())), (Ok("one".into()), Ok("two".into())));
        assert_eq!(stream.read_line(at_once()), Err(StreamError::Timeout));
        engine.write_all(b"ee\n\xff\n").unwrap();
        assert_eq!((stream.read_line(soon()), stream.read_line(soon())), (Ok("three".into()), Ok("\u{fffd}".into())));
        drop(engine);
        assert_eq!(stream.read_line(soon()), Err(StreamError::Closed));
        assert_eq!(stream.write("x\n", soon()), Err(StreamError::Closed));
    }

    #[test]
    fn endless_output_is_cut_off() {
        let (mut stream, mut engine) = stream();
        let writer = std::thread::spawn(move || while engine.write_all(&[b'x'; 4_096]).is_ok() {});
        assert_eq!(stream.read_line(soon()), Err(StreamError::LongLine));
        drop(stream);
        writer.join().unwrap();
        let (mut stream, mut engine) = self::stream();
        let writer = std::thread::spawn(move || while engine.write_all(&b"info depth 1\n".repeat(300)).is_ok() {});
        let error = loop {
            if let Err(error) = stream.read_line(Instant::now() + Duration::from_secs(60)) {
                break error;
            }
        };
        assert_eq!(error, StreamError::Flood);
        drop(stream);
        writer.join().unwrap();
    }

    #[test]
    fn what_comes_between_two_questions_is_read_meanwhile() {
        let (mut stream, mut engine) = stream();
        engine.set_write_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.read_ahead();
        engine.write_all("info depth 1\n".repeat(100_000).as_bytes()).expect("nobody reads");
        engine.write_all(b"bestmove a1\n").unwrap();
        stream.write("go\n", soon()).unwrap();
        for _ in 0..100_000 {
            assert_eq!(stream.read_line(soon()).as_deref(), Ok("info depth 1"));
        }
        assert_eq!(stream.read_line(soon()).as_deref(), Ok("bestmove a1"));
        // Then as ever; and an engine that lives on keeps no reader.
        engine.write_all(b"readyok\n").unwrap();
        assert_eq!(stream.read_line(soon()).as_deref(), Ok("readyok"));
        stream.read_ahead();
        drop(stream);
    }

    #[test]
    fn so_much_is_read_ahead_and_no_more() {
        let (mut stream, mut engine) = stream();
        stream.read_ahead();
        engine.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
        let (line, mut written) = ("info depth 1\n".repeat(1_000), 0);
        while let Ok(count @ 1..) = engine.write(line.as_bytes()) {
            written += count;
            assert!(written < MAX_AHEAD_BYTES + (4 << 20), "it reads without end");
        }
        assert!(written >= MAX_AHEAD_BYTES, "{written} bytes");
    }

    #[test]
    fn an_engine_that_does_not_read_does_not_block() {
        let (mut stream, mut engine) = stream();
        let long = "x".repeat(1 << 22);
        assert_eq!(stream.write(&long, Instant::now() + Duration::from_millis(50)), Err(StreamError::Timeout));
        let reader = std::thread::spawn(move || engine.read_to_end(&mut Vec::new()).unwrap());
        assert_eq!(stream.write(&long, soon()), Ok(()));
        drop(stream);
        assert!(reader.join().unwrap() >= long.len());
    }

    #[test]
    fn a_request_to_end_ends_a_wait() {
        let (mut stream, _engine) = stream();
        stream.interrupt.ask();
        assert_eq!(stream.read_line(soon()), Err(StreamError::Interrupted));
    }
}

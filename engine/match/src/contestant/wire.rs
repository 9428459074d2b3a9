//! Lines to and from an engine over two descriptors, with a deadline for each wait and a limit for each buffer.
//!
//! The descriptors are polled by the thread that waits. A thread that reads on its own would live, and keep its
//! descriptor, for as long as any grandchild of an engine holds the other end.

use crate::interrupt::Interrupt;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, read, write};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// The longest line of an engine. One this long is no line of any protocol.
pub(super) const MOST_LINE_BYTES: usize = 256 * 1_024;

/// What an engine may write between a question and its answer: hours of `info` lines.
pub(super) const MOST_WAIT_BYTES: usize = 16 << 20;

/// How often a wait looks whether the match was asked to end.
const GLANCE: Duration = Duration::from_millis(100);

/// Both directions.
#[derive(Debug)]
pub(super) struct Wire {
    input: OwnedFd,
    output: OwnedFd,
    interrupt: Interrupt,
    /// What was read and is no whole line yet, from `start` on; up to `looked` there is no line feed.
    buffer: Vec<u8>,
    start: usize,
    looked: usize,
    /// What was read since the last question.
    heard: usize,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The deadline passed.
    Late,
    /// The other end is closed, or gone.
    Closed,
    /// A line is too long.
    LongLine,
    /// There is too much of it.
    Flood,
    /// The match was asked to end.
    Interrupted,
}

impl Wire {
    /// On these ends of a pipe or a connection: what is written to `input` reaches the engine.
    pub(super) fn new(input: OwnedFd, output: OwnedFd, interrupt: Interrupt) -> std::io::Result<Self> {
        ioctl_fionbio(&input, true)?;
        ioctl_fionbio(&output, true)?;
        Ok(Self { input, output, interrupt, buffer: Vec::new(), start: 0, looked: 0, heard: 0 })
    }

    /// Writes all of a text.
    pub(super) fn send(&mut self, text: &str, deadline: Instant) -> Result<(), Silence> {
        self.heard = 0;
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match write(&self.input, rest) {
                Ok(written) => rest = &rest[written..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => wait(&self.input, PollFlags::OUT, deadline, &self.interrupt)?,
                Err(_) => return Err(Silence::Closed),
            }
        }
        Ok(())
    }

    /// The next line, without its end; bytes that are no UTF-8 are replaced.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<String, Silence> {
        loop {
            if let Some(line) = self.take_line() {
                return Ok(line);
            }
            if self.buffer.len() - self.start > MOST_LINE_BYTES {
                return Err(Silence::LongLine);
            }
            if self.heard > MOST_WAIT_BYTES {
                return Err(Silence::Flood);
            }
            self.read_more(deadline)?;
        }
    }

    fn take_line(&mut self) -> Option<String> {
        match self.buffer[self.looked..].iter().position(|&byte| byte == b'\n') {
            Some(place) => {
                let end = self.looked + place;
                let line = String::from_utf8_lossy(&self.buffer[self.start..end]).trim().to_owned();
                self.start = end + 1;
                self.looked = self.start;
                Some(line)
            }
            None => {
                self.buffer.drain(..self.start);
                self.start = 0;
                self.looked = self.buffer.len();
                None
            }
        }
    }

    fn read_more(&mut self, deadline: Instant) -> Result<(), Silence> {
        let mut piece = [0; 16 * 1_024];
        loop {
            match read(&self.output, &mut piece) {
                Ok(0) => return Err(Silence::Closed),
                Ok(count) => {
                    self.buffer.extend_from_slice(&piece[..count]);
                    self.heard += count;
                    return Ok(());
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => wait(&self.output, PollFlags::IN, deadline, &self.interrupt)?,
                Err(_) => return Err(Silence::Closed),
            }
        }
    }
}

/// Waits until the descriptor is ready, or broken, which the next call on it tells.
fn wait(descriptor: &OwnedFd, events: PollFlags, deadline: Instant, interrupt: &Interrupt) -> Result<(), Silence> {
    loop {
        if interrupt.is_asked() {
            return Err(Silence::Interrupted);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        // The last look comes after the deadline: what came in time is not lost.
        let timeout = Timespec::try_from(left.min(GLANCE)).map_err(|_| Silence::Late)?;
        match poll(&mut [PollFd::new(descriptor, events)], Some(&timeout)) {
            Ok(0) if left.is_zero() => return Err(Silence::Late),
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return Ok(()),
            Err(_) => return Err(Silence::Closed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    fn wire() -> (Wire, UnixStream) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let output = ours.try_clone().unwrap();
        (Wire::new(ours.into(), output.into(), Interrupt::default()).unwrap(), theirs)
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    fn at_once() -> Instant {
        Instant::now()
    }

    #[test]
    fn lines_come_whole_whatever_the_pieces() {
        let (mut wire, mut engine) = wire();
        engine.write_all(b"one\r\ntwo\nthr").unwrap();
        assert_eq!((wire.line(soon()), wire.line(soon())), (Ok("one".into()), Ok("two".into())));
        assert_eq!(wire.line(at_once()), Err(Silence::Late));
        engine.write_all(b"ee\n\xff\n").unwrap();
        assert_eq!((wire.line(soon()), wire.line(soon())), (Ok("three".into()), Ok("\u{fffd}".into())));
        drop(engine);
        assert_eq!(wire.line(soon()), Err(Silence::Closed));
        assert_eq!(wire.send("x\n", soon()), Err(Silence::Closed));
    }

    #[test]
    fn endless_output_is_cut_off() {
        let (mut wire, mut engine) = wire();
        let writer = std::thread::spawn(move || while engine.write_all(&[b'x'; 4_096]).is_ok() {});
        assert_eq!(wire.line(soon()), Err(Silence::LongLine));
        drop(wire);
        writer.join().unwrap();
        let (mut wire, mut engine) = self::wire();
        let writer = std::thread::spawn(move || while engine.write_all(&b"info depth 1\n".repeat(300)).is_ok() {});
        let silence = loop {
            if let Err(silence) = wire.line(Instant::now() + Duration::from_secs(60)) {
                break silence;
            }
        };
        assert_eq!(silence, Silence::Flood);
        drop(wire);
        writer.join().unwrap();
    }

    #[test]
    fn an_engine_that_does_not_read_does_not_block() {
        let (mut wire, mut engine) = wire();
        let long = "x".repeat(1 << 22);
        assert_eq!(wire.send(&long, Instant::now() + Duration::from_millis(50)), Err(Silence::Late));
        let reader = std::thread::spawn(move || engine.read_to_end(&mut Vec::new()).unwrap());
        assert_eq!(wire.send(&long, soon()), Ok(()));
        drop(wire);
        assert!(reader.join().unwrap() >= long.len());
    }

    #[test]
    fn a_request_to_end_ends_a_wait() {
        let (mut wire, _engine) = wire();
        wire.interrupt.ask();
        assert_eq!(wire.line(soon()), Err(Silence::Interrupted));
    }
}

//! The line between the runner of a match and a guardian: the streams of the engine there, reports back.

use rustix::io::{Errno, read, retry_on_intr};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, send, sendmsg,
};
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

/// The standard streams of an engine: input, output, errors.
const STREAMS: usize = 3;

/// The bytes of a report: its kind, and a number.
const REPORT_BYTES: usize = 5;

/// One end of a connection between two processes. If one process closes its end, the other process ends what it
/// controls.
#[derive(Debug)]
pub(crate) struct GuardianSocket(OwnedFd);

/// A report of a guardian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuardianReport {
    /// The engine runs.
    Started,
    /// The engine could not be started: the error's number; 0 if it has none.
    NotStarted(i32),
    /// The engine has ended with this code.
    Code(i32),
    /// The engine was ended by this signal.
    Signal(i32),
}

impl From<OwnedFd> for GuardianSocket {
    fn from(end: OwnedFd) -> Self {
        Self(end)
    }
}

impl From<GuardianSocket> for OwnedFd {
    fn from(line: GuardianSocket) -> Self {
        line.0
    }
}

impl AsFd for GuardianSocket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl GuardianSocket {
    /// Both ends. Programs started later inherit neither.
    pub(crate) fn pair() -> io::Result<(Self, Self)> {
        let (one, other) = UnixStream::pair()?;
        Ok((Self(one.into()), Self(other.into())))
    }

    /// Hands over the streams of an engine.
    pub(crate) fn send_streams(&self, streams: [BorrowedFd<'_>; STREAMS]) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(STREAMS))];
        let mut rights = SendAncillaryBuffer::new(&mut space);
        if !rights.push(SendAncillaryMessage::ScmRights(&streams)) {
            return Err(io::Error::other("the buffer has no space for three descriptors"));
        }
        sendmsg(&self.0, &[IoSlice::new(b"e")], &mut rights, SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// The streams that were handed over; `None` if the other end was closed before.
    pub(super) fn receive_streams(&self) -> io::Result<Option<[OwnedFd; STREAMS]>> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(STREAMS))];
        let mut rights = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        let received = retry_on_intr(|| {
            recvmsg(&self.0, &mut [IoSliceMut::new(&mut byte)], &mut rights, RecvFlags::CMSG_CLOEXEC)
        })?;
        if received.bytes == 0 {
            return Ok(None);
        }
        let mut streams = Vec::with_capacity(STREAMS);
        for message in rights.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                streams.extend(descriptors);
            }
        }
        let cut = received.flags.contains(ReturnFlags::CTRUNC);
        match streams.try_into() {
            Ok(streams) if !cut => Ok(Some(streams)),
            _ => Err(io::Error::other("three descriptors were expected")),
        }
    }

    /// Tells the runner something.
    pub(super) fn tell(&self, report: GuardianReport) -> io::Result<()> {
        send(&self.0, &report.bytes(), SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// The next report of the guardian, once it can be read; `None` if it has ended without a word.
    pub(crate) fn hear(&self) -> io::Result<Option<GuardianReport>> {
        let mut bytes = [0; REPORT_BYTES];
        // A report is sent by one call, and far shorter than what a call takes.
        match retry_on_intr(|| read(&self.0, &mut bytes)) {
            Ok(REPORT_BYTES) => Ok(GuardianReport::of(bytes)),
            Ok(_) | Err(Errno::CONNRESET) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl GuardianReport {
    fn bytes(self) -> [u8; REPORT_BYTES] {
        let (word, number) = match self {
            Self::Started => (b's', 0),
            Self::NotStarted(error) => (b'n', error),
            Self::Code(code) => (b'c', code),
            Self::Signal(signal) => (b'k', signal),
        };
        let [a, b, c, d] = number.to_ne_bytes();
        [word, a, b, c, d]
    }

    fn of([word, number @ ..]: [u8; REPORT_BYTES]) -> Option<Self> {
        let number = i32::from_ne_bytes(number);
        Some(match word {
            b's' => Self::Started,
            b'n' => Self::NotStarted(number),
            b'c' => Self::Code(number),
            b'k' => Self::Signal(number),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn streams_and_reports_pass() {
        let (runner, guardian) = GuardianSocket::pair().unwrap();
        let (mut reader, writer) = io::pipe().unwrap();
        runner.send_streams([writer.as_fd(), writer.as_fd(), writer.as_fd()]).unwrap();
        drop(writer);
        let streams = guardian.receive_streams().unwrap().unwrap();
        for (number, stream) in streams.into_iter().enumerate() {
            writeln!(std::fs::File::from(stream), "{number}").unwrap();
        }
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "0\n1\n2\n");
        for report in [
            GuardianReport::Started,
            GuardianReport::NotStarted(2),
            GuardianReport::Code(-3),
            GuardianReport::Signal(9),
        ] {
            guardian.tell(report).unwrap();
            assert_eq!(runner.hear().unwrap(), Some(report));
        }
        drop(guardian);
        assert_eq!(runner.hear().unwrap(), None);
    }

    #[test]
    fn the_end_of_the_runner_is_noticed_before_the_start() {
        let (runner, guardian) = GuardianSocket::pair().unwrap();
        drop(runner);
        assert!(guardian.receive_streams().unwrap().is_none());
    }
}

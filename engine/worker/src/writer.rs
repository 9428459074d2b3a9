//! The stream to a child, for a task of the runtime.

use crate::handed::HANDED;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use std::collections::VecDeque;
use std::io::{self, IoSlice, Write};
use std::mem::MaybeUninit;
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncWrite, Interest};
use tokio::net::UnixStream as Registered;

/// The most pairs of descriptors that wait until a child reads. It asks for each, so it has not read what it asked for.
pub(crate) const MOST_WAITING: usize = 8;

/// Writes to a child. The runtime knows the stream only while it has no room: it would be woken otherwise whenever the
/// child has read something.
#[derive(Debug)]
pub(crate) struct ChildWriter {
    stream: UnixStream,
    /// The same stream, while it has no room.
    full: Option<Registered>,
    /// Descriptors that go with the next bytes, two at a time.
    handed: VecDeque<[OwnedFd; HANDED]>,
}

impl ChildWriter {
    pub(crate) fn new(stream: UnixStream) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        Ok(Self { stream, full: None, handed: VecDeque::new() })
    }

    /// These go with the next bytes: the reader of a message that is written later has them. Returns whether there is a
    /// place for them.
    #[must_use]
    pub(crate) fn hand_over(&mut self, descriptors: [OwnedFd; HANDED]) -> bool {
        let has_place = self.handed.len() < MOST_WAITING;
        if has_place {
            self.handed.push_back(descriptors);
        }
        has_place
    }

    /// Writes what there is room for.
    fn send(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(descriptors) = self.handed.front() else { return self.stream.write(bytes) };
        // Each pair needs bytes of its own, and its message may be the last for long.
        let bytes = if self.handed.len() > 1 { &bytes[..bytes.len().min(1)] } else { bytes };
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(HANDED))];
        let mut rights = SendAncillaryBuffer::new(&mut space);
        let descriptors = descriptors.each_ref().map(AsFd::as_fd);
        if !rights.push(SendAncillaryMessage::ScmRights(&descriptors)) {
            return Err(io::Error::other("the buffer has no space for two descriptors"));
        }
        let count = sendmsg(&self.stream, &[IoSlice::new(bytes)], &mut rights, SendFlags::NOSIGNAL)?;
        // The child has its own now.
        self.handed.pop_front();
        Ok(count)
    }
}

impl AsyncWrite for ChildWriter {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            if let Some(full) = &self.full {
                ready!(full.poll_write_ready(context))?;
            }
            match self.send(bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => match &self.full {
                    // The runtime learns that there is no room any more.
                    Some(full) => drop(
                        full.try_io(Interest::WRITABLE, || Err::<(), _>(io::Error::from(io::ErrorKind::WouldBlock))),
                    ),
                    None => self.full = Some(Registered::from_std(self.stream.try_clone()?)?),
                },
                written => {
                    self.full = None;
                    return Poll::Ready(written);
                }
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(self.stream.shutdown(Shutdown::Write))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::time::Duration;
    use tokio::io::AsyncWriteExt;
    use tokio::time::timeout;

    #[tokio::test]
    async fn what_has_no_room_waits_until_there_is_some() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut writer = ChildWriter::new(ours).unwrap();
        let text = vec![b'x'; 4 << 20];
        assert!(timeout(Duration::from_millis(50), writer.write_all(&text)).await.is_err(), "nobody reads");
        assert!(writer.full.is_some());
        let reading = tokio::task::spawn_blocking(move || theirs.read_to_end(&mut Vec::new()));
        timeout(Duration::from_secs(20), writer.write_all(&text)).await.unwrap().unwrap();
        writer.write_all(b"y").await.unwrap();
        drop(writer);
        assert!(reading.await.unwrap().unwrap() > text.len());
    }

    #[tokio::test]
    async fn an_end_that_nobody_reads_is_an_error() {
        let mut writer = ChildWriter::new(UnixStream::pair().unwrap().0).unwrap();
        assert_eq!(writer.write_all(b"x").await.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}

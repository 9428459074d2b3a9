//! Descriptors that a parent hands over to its child, such as the streams of a program that it has started for it. A
//! child within limits can open neither programs nor connections itself.

use rustix::io::retry_on_intr;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, IoSliceMut, Read};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};

/// The descriptors that come at once: input and output of a program.
pub(crate) const HANDED: usize = 2;

/// Descriptors that have come, in their order.
#[derive(Clone, Debug, Default)]
pub struct Handed(Arc<Mutex<VecDeque<OwnedFd>>>);

impl Handed {
    /// The next two; `None` if the parent has handed over none.
    #[must_use]
    pub fn take(&self) -> Option<[OwnedFd; HANDED]> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() < HANDED { None } else { all.pop_front().zip(all.pop_front()).map(<[OwnedFd; HANDED]>::from) }
    }
}

/// The stream of a child from its parent: bytes, and descriptors beside them. Whoever read it in another way would lose
/// these.
#[derive(Debug)]
pub struct FromParent {
    stream: File,
    handed: Handed,
}

impl FromParent {
    pub(crate) fn new(stream: File) -> Self {
        Self { stream, handed: Handed::default() }
    }

    pub(crate) fn handed(&self) -> Handed {
        self.handed.clone()
    }
}

impl Read for FromParent {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(HANDED))];
        let mut rights = RecvAncillaryBuffer::new(&mut space);
        let received = retry_on_intr(|| {
            recvmsg(&self.stream, &mut [IoSliceMut::new(bytes)], &mut rights, RecvFlags::CMSG_CLOEXEC)
        })?;
        for message in rights.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                self.handed.0.lock().unwrap_or_else(PoisonError::into_inner).extend(descriptors);
            }
        }
        Ok(received.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Inbox;
    use crate::writer::Writer;
    use std::io::Write;
    use std::os::unix::net::UnixStream;
    use tokio::io::AsyncWriteExt;

    #[tokio::test]
    async fn descriptors_come_before_the_message_that_tells_of_them() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut writer = Writer::new(ours).unwrap();
        let from_parent = FromParent::new(File::from(OwnedFd::from(theirs)));
        let handed = from_parent.handed();
        let mut inbox = Inbox::new(from_parent, 100);
        let (mut input, output) = std::io::pipe().unwrap();
        writer.write_all(b"half a ").await.unwrap();
        writer.hand_over([output.into(), tempfile::tempfile().unwrap().into()]);
        writer.write_all(b"line\n").await.unwrap();
        assert!(handed.take().is_none());
        assert_eq!(inbox.line().unwrap().as_deref(), Some(&b"half a line"[..]));
        let [output, _] = handed.take().unwrap();
        assert!(handed.take().is_none());
        File::from(output).write_all(b"over").unwrap();
        let mut all = String::new();
        input.read_to_string(&mut all).unwrap();
        assert_eq!(all, "over");
    }

    /// Two messages are written at once, each with descriptors.
    #[tokio::test]
    async fn no_descriptors_wait_for_bytes_that_do_not_come() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut writer = Writer::new(ours).unwrap();
        let from_parent = FromParent::new(File::from(OwnedFd::from(theirs)));
        let handed = from_parent.handed();
        let mut inbox = Inbox::new(from_parent, 100);
        for _ in 0..2 {
            writer.hand_over([tempfile::tempfile().unwrap().into(), tempfile::tempfile().unwrap().into()]);
        }
        writer.write_all(b"one\ntwo\n").await.unwrap();
        for line in [&b"one"[..], b"two"] {
            assert_eq!(inbox.line().unwrap().as_deref(), Some(line));
            assert!(handed.take().is_some());
        }
    }
}

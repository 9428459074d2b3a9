//! Descriptors that a parent hands over to its child, such as the streams of a program that it has started for it. A
//! child within limits can open neither programs nor connections itself.

use rustix::io::retry_on_intr;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, recvmsg};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, IoSliceMut, Read};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The descriptors that come at once: input and output of a program.
pub(crate) const HANDED: usize = 2;

/// Descriptors that have come, in their order. `None` are two of which one had no place in this process.
#[derive(Clone, Debug, Default)]
pub struct ReceivedDescriptors(Arc<Mutex<VecDeque<Option<[OwnedFd; HANDED]>>>>);

impl ReceivedDescriptors {
    /// The next two; `None` if the parent has handed over none, or this process had no place for them.
    #[must_use]
    pub fn take(&self) -> Option<[OwnedFd; HANDED]> {
        self.lock().pop_front()?
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Option<[OwnedFd; HANDED]>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stream of a child from its parent: bytes, and descriptors beside them. Whoever read it in another way would lose
/// these.
#[derive(Debug)]
pub struct FromParent {
    stream: File,
    handed: ReceivedDescriptors,
}

impl FromParent {
    pub(crate) fn new(stream: File) -> Self {
        Self { stream, handed: ReceivedDescriptors::default() }
    }

    pub(crate) fn handed(&self) -> ReceivedDescriptors {
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
        let mut all = Vec::new();
        for message in rights.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                all.extend(descriptors);
            }
        }
        if !all.is_empty() || received.flags.contains(ReturnFlags::CTRUNC) {
            // Without all of them they are of no use, and the next ones must not be taken for them.
            self.handed.lock().push_back(all.try_into().ok());
        }
        Ok(received.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Inbox;
    use crate::writer::{ChildWriter, MOST_WAITING};
    use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
    use std::io::{IoSlice, Write};
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;
    use tokio::io::AsyncWriteExt;

    fn two() -> [OwnedFd; HANDED] {
        [tempfile::tempfile().unwrap().into(), tempfile::tempfile().unwrap().into()]
    }

    #[tokio::test]
    async fn descriptors_come_before_the_message_that_tells_of_them() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut writer = ChildWriter::new(ours).unwrap();
        let from_parent = FromParent::new(File::from(OwnedFd::from(theirs)));
        let handed = from_parent.handed();
        let mut inbox = Inbox::new(from_parent, 100);
        let (mut input, output) = std::io::pipe().unwrap();
        writer.write_all(b"half a ").await.unwrap();
        assert!(writer.hand_over([output.into(), tempfile::tempfile().unwrap().into()]));
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

    #[tokio::test]
    async fn what_has_no_place_is_not_taken_for_what_comes_next() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let from_parent = FromParent::new(File::from(OwnedFd::from(theirs)));
        let handed = from_parent.handed();
        let mut inbox = Inbox::new(from_parent, 100);
        let alone = tempfile::tempfile().unwrap();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut rights = SendAncillaryBuffer::new(&mut space);
        let descriptors = [alone.as_fd()];
        assert!(rights.push(SendAncillaryMessage::ScmRights(&descriptors)));
        sendmsg(&ours, &[IoSlice::new(b"one\n")], &mut rights, SendFlags::NOSIGNAL).unwrap();
        let mut writer = ChildWriter::new(ours).unwrap();
        assert!(writer.hand_over(two()));
        writer.write_all(b"two\n").await.unwrap();
        assert_eq!(inbox.line().unwrap().as_deref(), Some(&b"one"[..]));
        assert_eq!(inbox.line().unwrap().as_deref(), Some(&b"two"[..]));
        assert_eq!([handed.take().is_some(), handed.take().is_some()], [false, true]);
    }

    #[tokio::test]
    async fn a_child_that_takes_no_descriptors_gets_few() {
        let (ours, _theirs) = UnixStream::pair().unwrap();
        let mut writer = ChildWriter::new(ours).unwrap();
        assert!((0..MOST_WAITING).all(|_| writer.hand_over(two())));
        assert!(!writer.hand_over(two()));
        writer.write_all(b"one").await.unwrap();
        assert!(writer.hand_over(two()));
    }

    /// Two messages are written at once, each with descriptors.
    #[tokio::test]
    async fn no_descriptors_wait_for_bytes_that_do_not_come() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut writer = ChildWriter::new(ours).unwrap();
        let from_parent = FromParent::new(File::from(OwnedFd::from(theirs)));
        let handed = from_parent.handed();
        let mut inbox = Inbox::new(from_parent, 100);
        for _ in 0..2 {
            assert!(writer.hand_over(two()));
        }
        writer.write_all(b"one\ntwo\n").await.unwrap();
        for line in [&b"one"[..], b"two"] {
            assert_eq!(inbox.line().unwrap().as_deref(), Some(line));
            assert!(handed.take().is_some());
        }
    }
}

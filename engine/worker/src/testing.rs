//! A child that is no process: all of its words pass through a stream and are checked, within one process and within
//! milliseconds. For the tests of all that have workers.

use crate::handed::FromParent;
use crate::inbox::LONG_REQUEST;
use crate::inside::attend;
use crate::{
    ChildOrder, EventOutput, Inbox, ParentStream, ReceivedDescriptors, Role, StartOptions, StartedProcess,
    StartedWorker, Supervisor, Work,
};
use plyd_host::ContentHash;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::thread;

/// Starts a thread that does this work as a child would, and returns what a caller needs of it. The process of the child
/// does nothing, so that it can be ended and counted as any other.
///
/// # Errors
/// The system has no thread, no stream or no shell.
pub fn child_within<W: Work>(
    make: impl FnOnce(EventOutput<W::Event>) -> W + Send + 'static,
) -> io::Result<StartedWorker> {
    child_with_handed(|_, output| make(output))
}

/// The same, for a work that takes descriptors.
///
/// # Errors
/// See [`child_within`].
pub fn child_with_handed<W: Work>(
    make: impl FnOnce(ReceivedDescriptors, EventOutput<W::Event>) -> W + Send + 'static,
) -> io::Result<StartedWorker> {
    let ((input, theirs), (output, told)) = (UnixStream::pair()?, UnixStream::pair()?);
    thread::Builder::new().name("child".into()).spawn(move || {
        let stream = ParentStream::within(File::from(OwnedFd::from(told)));
        let mut input = Inbox::new(FromParent::new(File::from(OwnedFd::from(theirs))), LONG_REQUEST);
        // Its order, which says nothing here.
        if matches!(input.line(), Ok(Some(_))) {
            let handed = input.handed();
            attend(input, make(handed, EventOutput::to_parent(stream.clone())), &stream);
        }
    })?;
    let supervisor = Supervisor::of_any("sh".into(), ["-c", "exec sleep 1000"].map(OsString::from).to_vec())?;
    let started = StartedProcess { input, output, ..supervisor.start(StartOptions::default())? };
    Ok(StartedWorker {
        order: ChildOrder::of_copy(Role::Session, "library".into(), "copy".into(), ContentHash::of(b"")),
        started,
    })
}

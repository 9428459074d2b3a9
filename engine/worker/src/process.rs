//! A child process, from the inside.

use crate::handed::FromParent;
use crate::inbox::LONG_REQUEST;
use crate::{Inbox, ParentStream};
use plyd_host::own_process::{close_inherited, end_with_parent, lead_session};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsFd;

/// The streams of a child, used by nothing else in its process.
#[derive(Debug)]
pub struct ChildStreams {
    /// What the parent says. It ends when the parent has ended.
    pub input: Inbox,
    /// Output to the parent.
    pub output: ParentStream,
}

/// Makes this process a child: it takes standard input and output away from everything else in it, closes all other
/// descriptors, makes it the leader of a session and of a group, and asks the system to end it with the thread that
/// started it. Must be called before there is a second
/// thread, before anything is opened, and before a library is loaded.
///
/// What a library prints goes where standard error goes, and what it reads is empty.
///
/// # Errors
/// The system has no descriptors for it, or the parent has ended.
pub fn enter() -> io::Result<ChildStreams> {
    close_inherited();
    lead_session();
    end_with_parent()?;
    let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdin(OpenOptions::new().read(true).open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(ChildStreams { input: Inbox::new(FromParent::new(input), LONG_REQUEST), output: ParentStream::new(output) })
}

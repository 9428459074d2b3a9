//! The one supervisor of processes with libraries: it starts, counts, ends and reaps them, and keeps some of what
//! they write to standard error.
//!
//! It has a thread, because a child asks the system to end it together with the thread that started it, and because
//! abandoned processes must also be waited for. If the kernel has descriptors of processes (`pidfd`), they say that one
//! has ended; otherwise the thread looks every few milliseconds.

mod errors;
mod member;
#[cfg(test)]
mod tests;
mod thread;

use crate::ChildOrder;
use member::SupervisedProcess;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};
use thread::{ProgramToStart, SupervisorTask, Thread};
use tokio::sync::oneshot;

/// Starts the processes of one program, and looks after them. Its copies are the same supervisor, whose thread lasts as
/// long as one of them, or a child.
#[derive(Clone, Debug)]
pub struct Supervisor(Arc<Orders>);

/// The way to the thread.
#[derive(Debug)]
struct Orders {
    tasks: Sender<SupervisorTask>,
    /// Wakes it. Closed after `tasks`, so that it finds these closed too.
    wake: UnixStream,
}

/// How a process is started.
#[derive(Debug, Default)]
pub struct StartOptions {
    /// The environment; `None` to inherit this process's.
    pub environment: Option<Vec<(OsString, OsString)>>,
    /// Where its standard error leads.
    pub errors: Errors,
    /// What it may have at most; `None` for no bound.
    pub most: Option<ProcessLimits>,
}

/// The destination of the standard error of a process.
#[derive(Debug, Default)]
pub enum Errors {
    /// Nowhere: a library must not write into the log of others.
    #[default]
    Nowhere,
    /// To the supervisor, which reads all of it, so that its writer never waits for long, and keeps this many bytes of
    /// the beginning.
    Beginning(usize),
    /// Into this file.
    Into(File),
}

/// What is counted of a process, and how much it may have of it. One that has more is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// Its threads.
    pub threads: u64,
    /// The bytes that it may have in use, beside those that it was [granted](ChildProcess::allow); `None` for no limit.
    pub memory: Option<u64>,
}

/// A process that was started, and our ends of its [streams](plyd_host::child_stream).
#[derive(Debug)]
pub struct StartedProcess {
    /// The process.
    pub child: ChildProcess,
    /// What it reads.
    pub input: UnixStream,
    /// What it writes.
    pub output: UnixStream,
}

/// How a process ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProcessEnd {
    /// By itself, or by a signal; `None` if the system does not end it, or does not say how.
    pub status: Option<ExitStatus>,
    /// Whether it was killed because it did not end by itself in time.
    pub was_killed: bool,
    /// What it had more of than it may, if it was killed for that: `more than 256 threads`.
    pub exceeded: Option<String>,
    /// What was kept of its standard error.
    pub errors: String,
}

/// A child process. Dropped, it is killed with all of its group.
#[derive(Debug)]
pub struct ChildProcess {
    member: Arc<SupervisedProcess>,
    orders: Arc<Orders>,
}

impl Supervisor {
    /// Starts `program` with these arguments whenever a child is wanted. The program makes itself the leader of a
    /// session and of a group, as [`enter`](crate::enter) does.
    ///
    /// # Errors
    /// The system has no thread or no descriptors for it.
    pub fn new(program: PathBuf, arguments: Vec<OsString>) -> io::Result<Self> {
        Self::of(ProgramToStart { program, arguments, leads: true })
    }

    /// The same for any program, such as a shell.
    ///
    /// # Errors
    /// As [`Supervisor::new`].
    pub fn of_any(program: PathBuf, arguments: Vec<OsString>) -> io::Result<Self> {
        Self::of(ProgramToStart { program, arguments, leads: false })
    }

    fn of(program: ProgramToStart) -> io::Result<Self> {
        let (tasks, all) = channel();
        let (wake, woken) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        woken.set_nonblocking(true)?;
        let thread = Thread::new(program, all, woken);
        std::thread::Builder::new().name("children".into()).spawn(move || thread.run())?;
        Ok(Self(Arc::new(Orders { tasks, wake })))
    }

    /// Starts a process. Waits as long as the system takes for that.
    ///
    /// # Errors
    /// The system does not start it.
    pub fn start(&self, start: StartOptions) -> io::Result<StartedProcess> {
        let gone = || io::Error::other("the thread that starts processes has ended");
        let (sender, started) = channel();
        self.0.give(SupervisorTask::Start(start, sender));
        let (member, input, output) = started.recv().map_err(|_| gone())??;
        Ok(StartedProcess { child: ChildProcess { member, orders: Arc::clone(&self.0) }, input, output })
    }
}

impl StartOptions {
    /// For a child with this order, which is not said to it.
    ///
    /// It has as many threads and as much memory as the order allows, and within limits a short
    /// [environment](plyd_confine::environment).
    #[must_use]
    pub fn of(order: &ChildOrder) -> Self {
        let most = ProcessLimits { threads: order.threads(), memory: order.memory };
        let environment = order.is_limited.then(plyd_confine::environment);
        Self { environment, most: Some(most), ..Self::default() }
    }
}

impl Orders {
    /// Has the thread do this. Without the thread this process is ending, and nothing is done.
    fn give(&self, task: SupervisorTask) {
        if self.tasks.send(task).is_ok() {
            // If there is no room for it the thread is awake.
            let _ = (&self.wake).write(b"w");
        }
    }
}

impl ChildProcess {
    /// Ends the process, and all of its group.
    pub fn kill(&self) {
        self.member.kill();
    }

    /// The process may have this many bytes of memory in use in addition to those of its start. This replaces an
    /// earlier allowance; the process has a few seconds to give memory back.
    pub fn allow(&self, bytes: u64) {
        self.member.allow(bytes, Instant::now());
    }

    /// Its number in the system, which is its own until its end was awaited.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.member.id()
    }

    /// Whether the process has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.member.has_ended()
    }

    /// Lets the process end by itself within this time, and kills it then. When its end is reported, nothing is left of
    /// it and its group. The child must not be dropped before.
    ///
    /// If the thread of the supervisor is gone, so is the sender. In a runtime the receiver must be awaited:
    /// `blocking_recv` panics there.
    pub fn finish(&self, patience: Duration) -> oneshot::Receiver<ProcessEnd> {
        let (sender, ended) = oneshot::channel();
        self.orders.give(SupervisorTask::Finish(Arc::clone(&self.member), patience, sender));
        ended
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.member.kill();
        self.orders.give(SupervisorTask::Reap(Arc::clone(&self.member)));
    }
}

impl ProcessEnd {
    /// How, in words.
    #[must_use]
    pub fn how(&self) -> String {
        let status = || self.status.map_or_else(|| "nobody knows how".to_owned(), |status| status.to_string());
        self.exceeded.clone().unwrap_or_else(status)
    }
}

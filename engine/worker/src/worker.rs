//! A worker, for a task of a runtime.

use crate::here::LocalWorker;
use crate::remote::{Remote, StartedWorker, WorkerMessage};
use crate::{
    AttentionClock, CallDeadlines, ChildProcess, EventOutput, MessageShare, Signal, Terms, Work, WorkerThreads,
    next_look,
};
use std::future::pending;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Instant;

/// A library and its work: in this process, or in a child. Dropped, its child is ended.
#[derive(Debug)]
pub struct Worker<W: Work>(WorkerPlace<W>);

#[derive(Debug)]
enum WorkerPlace<W: Work> {
    Here(LocalWorker<W>),
    Child(Box<Remote<W>>),
}

impl<W: Work> Worker<W> {
    /// One whose work is done on threads of this process.
    pub fn here(make: impl FnOnce(EventOutput<W::Event>) -> W) -> Self {
        Self(WorkerPlace::Here(LocalWorker::new(make)))
    }

    /// One in a child, which `start` starts on a thread of the pool. Until it is there, what it is asked waits. If it
    /// is not started, its [end](WorkerMessage::Ended) says so.
    #[must_use]
    pub fn in_child(
        pool: &Arc<WorkerThreads>,
        start: impl FnOnce() -> io::Result<StartedWorker> + Send + 'static,
        terms: Box<dyn Terms<W>>,
        patience: CallDeadlines,
        share: MessageShare,
    ) -> Self {
        Self(WorkerPlace::Child(Box::new(Remote::start(pool, start, terms, patience, share))))
    }

    /// Asks for something. It never waits.
    pub fn ask(&mut self, request: W::Request, clock: &AttentionClock) {
        match &mut self.0 {
            WorkerPlace::Here(here) => here.ask(request),
            WorkerPlace::Child(remote) => remote.ask(&request, clock.shown(Instant::now())),
        }
    }

    /// A word to the task under way.
    pub fn signal(&mut self, signal: Signal) {
        match &mut self.0 {
            WorkerPlace::Here(here) => here.signal(signal),
            WorkerPlace::Child(remote) => remote.signal(signal),
        }
    }

    /// Hands two descriptors over, which a child takes as [`Handed`](crate::ReceivedDescriptors). The next request
    /// refers to them. Here the work opens them itself, so they are closed.
    pub fn hand_over(&mut self, descriptors: [OwnedFd; 2]) {
        if let WorkerPlace::Child(remote) = &mut self.0 {
            remote.hand_over(descriptors);
        }
    }

    /// Does not wait for the answer of the question under way any more. False if the worker cannot leave it, so that it
    /// has to be dropped.
    pub fn forgo(&mut self) -> bool {
        match &mut self.0 {
            WorkerPlace::Here(here) => {
                here.forgo();
                true
            }
            WorkerPlace::Child(_) => false,
        }
    }

    /// Gives it up with its task, which hangs. In this process that counts as hanging from now on.
    pub fn abandon(self) {
        if let WorkerPlace::Here(mut here) = self.0 {
            here.abandon();
        }
    }

    /// Asks for nothing more: a child ends itself, in its own time.
    pub fn end_input(&mut self) {
        if let WorkerPlace::Child(remote) = &mut self.0 {
            remote.end_input();
        }
    }

    /// What comes next; nothing is lost if the future is dropped. It has to be waited for all the time, also while
    /// nothing is asked: what the worker is asked is sent by it, and its end is found by it. `takes_events` is whether
    /// the caller has room for them: until then nothing is read.
    pub async fn next(&mut self, clock: &AttentionClock, takes_events: bool) -> WorkerMessage<W::Event> {
        match &mut self.0 {
            WorkerPlace::Here(here) if takes_events => WorkerMessage::Event(here.next().await, None),
            WorkerPlace::Here(_) => pending().await,
            WorkerPlace::Child(remote) => remote.next(clock, takes_events).await,
        }
    }

    /// When [`Worker::judge`] next has something to do, if nothing comes until then.
    #[must_use]
    pub fn deadline(&self, clock: &AttentionClock, now: Instant) -> Option<Instant> {
        match &self.0 {
            WorkerPlace::Here(_) => None,
            WorkerPlace::Child(remote) => {
                let look = remote.next_look()?;
                Some(clock.when(next_look(look, clock.shown(now)), now))
            }
        }
    }

    /// Looks whether a child hangs, and pings it. Must come after what it has said until now was read.
    pub fn judge(&mut self, clock: &AttentionClock, now: Instant) {
        if let WorkerPlace::Child(remote) = &mut self.0 {
            remote.judge(clock.shown(now));
        }
    }

    /// Whether a child is not read because the messages of all children take too much memory. It is not to blame then.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        matches!(&self.0, WorkerPlace::Child(remote) if remote.is_paused())
    }

    /// Whether its process has ended, though the event of that has not come yet: nothing more should be asked of it.
    /// What was said before comes all the same, and its end a second later at the latest.
    #[must_use]
    pub fn has_ended(&mut self, clock: &AttentionClock) -> bool {
        match &mut self.0 {
            WorkerPlace::Here(_) => false,
            WorkerPlace::Child(remote) => remote.has_ended(clock.shown(Instant::now())),
        }
    }

    /// The number of a child in the system; `None` while there is none.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        match &self.0 {
            WorkerPlace::Here(_) => None,
            WorkerPlace::Child(remote) => remote.child().map(ChildProcess::id),
        }
    }

    /// A child may have this many bytes of memory in use in addition to those of its order, see
    /// [`ChildProcess::allow`].
    pub fn allow(&self, bytes: u64) {
        if let WorkerPlace::Child(remote) = &self.0 {
            remote.child().into_iter().for_each(|child: &ChildProcess| child.allow(bytes));
        }
    }
}

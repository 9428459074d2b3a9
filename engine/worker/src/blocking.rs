//! A worker for a thread without a runtime, such as the thread of a match, of a trial, or of a command. It has a
//! private runtime, so that there is one driver for all.

use crate::{
    Attention, AttentionClock, CallDeadlines, EventOutput, MessageShare, Signal, StartedWorker, Terms, Work, Worker,
    WorkerMessage, WorkerThreads,
};
use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep_until;

/// How often a wait looks whether it was interrupted, and judges the worker, also one that never pauses.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// The wait was interrupted; nothing is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitInterrupted;

/// A worker whose caller waits for it. Dropped, its child is ended.
pub struct Blocking<W: Work> {
    worker: Worker<W>,
    attention: Attention,
    /// When the worker was judged last.
    looked: Instant,
    runtime: Runtime,
}

impl<W: Work> Blocking<W> {
    /// One whose work is done on threads of this process.
    ///
    /// # Errors
    /// The system has no descriptors for the wait.
    pub fn here(make: impl FnOnce(EventOutput<W::Event>) -> W) -> io::Result<Self> {
        Self::of(|| Worker::here(make))
    }

    /// One in a child, see [`Worker::in_child`].
    ///
    /// # Errors
    /// The system has no descriptors for the wait.
    pub fn in_child(
        pool: &Arc<WorkerThreads>,
        start: impl FnOnce() -> io::Result<StartedWorker> + Send + 'static,
        terms: Box<dyn Terms<W>>,
        patience: CallDeadlines,
        share: MessageShare,
    ) -> io::Result<Self> {
        Self::of(|| Worker::in_child(pool, start, terms, patience, share))
    }

    fn of(make: impl FnOnce() -> Worker<W>) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let worker = {
            let _entered = runtime.enter();
            make()
        };
        let now = Instant::now();
        Ok(Self { worker, attention: Attention::new(now), looked: now, runtime })
    }

    /// Asks for something. It never waits.
    pub fn ask(&mut self, request: W::Request) {
        self.attention.go_on(Instant::now());
        self.worker.ask(request, self.attention.clock());
    }

    /// The same, with two descriptors that a child takes as [`Handed`](crate::ReceivedDescriptors).
    pub fn ask_with(&mut self, request: W::Request, descriptors: [OwnedFd; 2]) {
        self.worker.hand_over(descriptors);
        self.ask(request);
    }

    /// A word to the task under way.
    pub fn signal(&mut self, signal: Signal) {
        self.worker.signal(signal);
    }

    /// Waits for what is heard next: it reads first, and judges after.
    ///
    /// # Errors
    /// The wait was interrupted.
    pub fn next(&mut self, is_interrupted: &dyn Fn() -> bool) -> Result<WorkerMessage<W::Event>, WaitInterrupted> {
        let Self { worker, attention, looked, runtime } = self;
        runtime.block_on(async {
            let mut is_silent = false;
            loop {
                let now = Instant::now();
                attention.go_on(now);
                if is_silent || now.duration_since(*looked) >= LOOK_INTERVAL {
                    *looked = now;
                    // Something that it started may have its output, so that its end does not show there.
                    let _ = worker.has_ended(attention.clock());
                    worker.judge(attention.clock(), now);
                    if is_interrupted() {
                        return Err(WaitInterrupted);
                    }
                }
                let look = now + LOOK_INTERVAL;
                let look = worker.deadline(attention.clock(), now).map_or(look, |deadline| deadline.min(look));
                if worker.is_paused() {
                    attention.ignore(now)
                } else {
                    attention.listen(now, Some(look))
                }
                let clock = attention.clock().clone();
                is_silent = tokio::select! {
                    biased;
                    said = worker.next(&clock, true) => {
                        attention.go_on(Instant::now());
                        return Ok(said);
                    }
                    () = sleep_until(look.into()) => true,
                };
            }
        })
    }

    /// Asks for nothing more: a child ends itself, in its own time.
    pub fn close(&mut self) {
        self.worker.end_input();
    }

    /// The number of a child in the system; `None` while there is none.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.worker.id()
    }

    /// Asks for nothing more, and lets a child end its programs and itself within this time. What it says until then is
    /// handed on.
    pub fn part(mut self, patience: Duration, mut hear: impl FnMut(WorkerMessage<W::Event>)) {
        let deadline = Instant::now() + patience;
        self.close();
        while let Ok(said) = self.next(&|| Instant::now() >= deadline) {
            let is_over = matches!(said, WorkerMessage::Ended(..));
            hear(said);
            if is_over {
                return;
            }
        }
    }

    /// The time of this work does not count against the worker.
    pub fn ignore<T>(&mut self, work: impl FnOnce() -> T) -> T {
        self.attention.ignore(Instant::now());
        let done = work();
        self.attention.go_on(Instant::now());
        done
    }

    /// The time in which the caller has listened.
    #[must_use]
    pub fn clock(&self) -> &AttentionClock {
        self.attention.clock()
    }
}

impl<W: Work> fmt::Debug for Blocking<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocking").field("attention", &self.attention).finish_non_exhaustive()
    }
}

//! A child that is asked one thing, such as a trial or a test. Whoever asks judges how long that takes and what the
//! answer is worth, so any message in the frame is taken.

use crate::{
    Blocking, CallDeadlines, ChildOrder, LEAST_PENDING, MessageMemory, StartOptions, StartedWorker, Supervisor, Terms,
    UnaskedEvent, Work, WorkerThreads,
};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// The most entries of all lists of a message.
const MOST_ENTRIES: usize = 1 << 20;

/// Such a child is not watched, so this is never used.
const UNWATCHED: Duration = Duration::from_secs(3_600);

/// Any messages of at most this many bytes.
struct AnyWords {
    longest: usize,
}

impl<W: Work> Terms<W> for AnyWords {
    fn note(&mut self, _: &W::Request) {}

    /// The caller judges the time by itself.
    fn is_owed(&self) -> bool {
        false
    }

    fn longest(&self) -> usize {
        self.longest
    }

    fn most_entries(&self) -> usize {
        MOST_ENTRIES
    }

    fn admit(&mut self, _: &mut W::Event) -> Result<(), UnaskedEvent> {
        Ok(())
    }
}

impl<W: Work> Blocking<W> {
    /// A child for one request, which the supervisor starts for this order. Its messages have at most `longest` bytes,
    /// or [`SHORT_MESSAGE`](crate::SHORT_MESSAGE) if that is more. It is not watched: it hangs when the caller says so.
    ///
    /// # Errors
    /// The system has no descriptors for the wait.
    pub fn unwatched(
        pool: &Arc<WorkerThreads>,
        supervisor: &Supervisor,
        start: StartOptions,
        order: ChildOrder,
        longest: usize,
    ) -> io::Result<Self> {
        let (supervisor, share) = (supervisor.clone(), MessageMemory::new(LEAST_PENDING).share(&order.content));
        let begin = move || Ok(StartedWorker { started: supervisor.start(start)?, order });
        let patience = CallDeadlines { call: UNWATCHED, other: UNWATCHED };
        Self::in_child(pool, begin, Box::new(AnyWords { longest }), patience, share)
    }
}

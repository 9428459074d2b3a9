//! A worker in this process.

use crate::output::Inlet;
use crate::{EventOutput, Signal, Work};
use std::fmt;

/// The work, and what it says.
pub(crate) struct LocalWorker<W: Work> {
    work: W,
    said: Inlet<W::Event>,
}

impl<W: Work> LocalWorker<W> {
    pub(crate) fn new(make: impl FnOnce(EventOutput<W::Event>) -> W) -> Self {
        let (output, said) = EventOutput::here();
        Self { work: make(output), said }
    }

    pub(crate) fn ask(&mut self, request: W::Request) {
        self.work.take(request);
    }

    pub(crate) fn signal(&mut self, signal: Signal) {
        self.work.signal(signal);
    }

    pub(crate) fn forgo(&mut self) {
        self.work.forgo();
        self.said.forget_answer();
    }

    pub(crate) fn abandon(&mut self) {
        self.work.abandon();
    }

    /// The next event. To drop the future loses nothing.
    pub(crate) async fn next(&mut self) -> W::Event {
        match self.said.next().await {
            Some(event) => event,
            // The work has its output, so there may always be more.
            None => std::future::pending().await,
        }
    }
}

impl<W: Work> fmt::Debug for LocalWorker<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Here").finish_non_exhaustive()
    }
}

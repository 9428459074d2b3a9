//! The messages between a caller and a worker in a child: a line of JSON each. What is asked and said depends on the
//! work; the frame around it is the same for all.

use crate::{Signal, WorkPulses, at_most};
use serde::{Deserialize, Serialize};

/// The maximum number of sentences about what a system cannot enforce.
const MOST_LACKS: usize = 16;

/// What a caller says. A request is only written here, so it is borrowed.
#[derive(Debug, Serialize)]
pub(crate) enum ToWorker<'a, R> {
    Do(&'a R),
    Signal(Signal),
    /// To say what the threads do. Answered by [`FromWorker::Pulses`].
    Ping,
}

/// The same, for the worker to read.
#[derive(Debug, Deserialize)]
pub(crate) enum WorkerCall<R> {
    Do(R),
    Signal(Signal),
    Ping,
}

/// What a worker says.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum FromWorker<E> {
    /// What this system cannot enforce, one sentence each. It is the first message, said before the library is loaded,
    /// so that no library can say it.
    Lacks(#[serde(deserialize_with = "at_most::<MOST_LACKS, _, _>")] Vec<String>),
    /// The library cannot be loaded, for this reason; the worker ends.
    Unloadable(String),
    /// The library is loaded, and from now on pings are answered.
    Loaded,
    Pulses(WorkPulses),
    Event(E),
}

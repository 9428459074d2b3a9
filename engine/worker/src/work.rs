//! What a kind of worker does, and what its caller lets it say.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The work with one library: what it is asked, what it says, and how it is done.
///
/// None of its functions may wait, nor call the library: they run on the thread that also answers pings, or on the task
/// of a session. What calls the library is handed to threads, which say their events by the
/// [`Output`](crate::EventOutput) that the work was made with.
pub trait Work: Send + 'static {
    /// What it is asked. A *question* has one answer. A *task* says what it likes, and ends once.
    type Request: Serialize + DeserializeOwned + Send + 'static;

    /// What it says.
    type Event: Serialize + DeserializeOwned + Send + 'static;

    /// Takes a request. The caller has at most one question and one task under way.
    fn take(&mut self, request: Self::Request);

    /// A word to the task, if there is one.
    fn signal(&mut self, signal: Signal);

    /// What its threads do.
    fn pulses(&self) -> WorkPulses;

    /// The caller no longer waits for the answer of the question under way, and it must not be sent. It is for work in
    /// this process only: a child is ended.
    fn forgo(&mut self) {}

    /// The caller no longer waits for the task under way: it hangs. It is for work in this process only.
    fn abandon(&mut self) {}
}

/// A word to the task under way. It goes the same way as requests, so it never reaches a later task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Signal {
    /// To end as soon as it can.
    Stop,
    /// The move that it thinks about was played: its clock runs from now on.
    Hit,
}

/// What the threads of a worker do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkPulses {
    /// The searches so far. While this grows the work goes on, however short its searches are.
    pub searches: u64,
    /// Whether it waits for somebody else than its library, such as an engine that is a program.
    pub is_waiting: bool,
    /// The number and the pulse of each thread that walks a tree.
    #[serde(deserialize_with = "crate::at_most::<MOST_PULSES, _, _>")]
    pub threads: Vec<(u64, u64)>,
}

/// The most threads of a worker that have a pulse.
const MOST_PULSES: usize = 4_096;

/// What a caller lets the worker say, by what it has asked. A worker in this process is not checked against it.
pub trait Terms<W: Work>: Send {
    /// This is asked now.
    fn note(&mut self, request: &W::Request);

    /// Whether something was asked that has not ended: only then the worker is watched.
    fn is_owed(&self) -> bool;

    /// The longest message that may come, in bytes; [`SHORT_MESSAGE`](crate::SHORT_MESSAGE) if nothing longer was asked
    /// for.
    fn longest(&self) -> usize;

    /// The most entries of all lists of a message: a short message can have many, and each takes more memory than its
    /// text.
    fn most_entries(&self) -> usize;

    /// Whether this may be said now. It may shorten what is only too long for the log.
    ///
    /// # Errors
    /// It was not asked for.
    fn admit(&mut self, event: &mut W::Event) -> Result<(), UnaskedEvent>;
}

/// A worker said something that was not asked for: its process is ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnaskedEvent(pub String);

impl Default for UnaskedEvent {
    fn default() -> Self {
        Self("an answer that does not fit".into())
    }
}

impl fmt::Display for UnaskedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

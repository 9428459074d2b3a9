//! Where a work sends its events: to a channel of this process, or to the stream of a child.

use crate::ParentStream;
use crate::frame::FromWorker;
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, mpsc};

/// The events of a task that may wait for the caller of a worker in this process; more wait with the worker, or are
/// dropped.
const EVENT_QUEUE: usize = 64;

/// Where events are said. Clones are the same.
#[derive(Debug)]
pub struct EventOutput<E>(OutputTarget<E>);

#[derive(Debug)]
enum OutputTarget<E> {
    /// A caller in this process.
    Caller { answer: Arc<AnswerSlot<E>>, events: mpsc::Sender<E> },
    /// The parent of this process.
    Parent(ParentStream),
}

/// The receiving end of an [`EventOutput`] in this process. It does not end while the work has its output.
#[derive(Debug)]
pub(crate) struct Inlet<E> {
    answer: Arc<AnswerSlot<E>>,
    events: mpsc::Receiver<E>,
}

/// The right to say one event without a wait: the end of a task.
#[derive(Debug)]
pub struct LastEvent<E>(LastTo<E>);

#[derive(Debug)]
enum LastTo<E> {
    Caller(Option<mpsc::OwnedPermit<E>>),
    Parent(ParentStream),
}

/// The answer of the one question under way.
#[derive(Debug)]
struct AnswerSlot<E> {
    answer: Mutex<Option<E>>,
    is_there: Notify,
}

impl<E> AnswerSlot<E> {
    fn put(&self, answer: Option<E>) -> Option<E> {
        std::mem::replace(&mut *self.answer.lock().unwrap_or_else(PoisonError::into_inner), answer)
    }

    async fn take(&self) -> E {
        loop {
            if let Some(answer) = self.put(None) {
                return answer;
            }
            // A notice that came before this is kept.
            self.is_there.notified().await;
        }
    }
}

impl<E> Clone for EventOutput<E> {
    fn clone(&self) -> Self {
        Self(match &self.0 {
            OutputTarget::Caller { answer, events } => {
                OutputTarget::Caller { answer: Arc::clone(answer), events: events.clone() }
            }
            OutputTarget::Parent(stream) => OutputTarget::Parent(stream.clone()),
        })
    }
}

impl<E: Serialize> EventOutput<E> {
    /// To a caller in this process.
    pub(crate) fn here() -> (Self, Inlet<E>) {
        let (events, told) = mpsc::channel(EVENT_QUEUE);
        let answer = Arc::new(AnswerSlot { answer: Mutex::new(None), is_there: Notify::new() });
        (Self(OutputTarget::Caller { answer: Arc::clone(&answer), events }), Inlet { answer, events: told })
    }

    pub(crate) fn to_parent(stream: ParentStream) -> Self {
        Self(OutputTarget::Parent(stream))
    }

    /// The answer of the one question under way. It does not wait for a caller in this process.
    pub fn answer(&self, event: E) {
        match &self.0 {
            OutputTarget::Caller { answer, .. } => {
                answer.put(Some(event));
                answer.is_there.notify_one();
            }
            OutputTarget::Parent(stream) => stream.say(&FromWorker::Event(event)),
        }
    }

    /// An event of the task that must arrive. Waits until there is room. Returns whether anybody may still get it.
    pub fn say(&self, event: E) -> bool {
        match &self.0 {
            OutputTarget::Caller { events, .. } => events.blocking_send(event).is_ok(),
            OutputTarget::Parent(stream) => {
                stream.say(&FromWorker::Event(event));
                true
            }
        }
    }

    /// An event that may be too long for a parent, which takes no longer message than this. Waits until there is room.
    ///
    /// # Errors
    /// The event has this many bytes, which is too many, and nothing was said.
    pub fn say_within(&self, longest: usize, event: E) -> Result<(), usize> {
        match &self.0 {
            OutputTarget::Caller { events, .. } => {
                // Without a caller the event is not wanted.
                let _ = events.blocking_send(event);
                Ok(())
            }
            OutputTarget::Parent(stream) => stream.say_within(longest, &FromWorker::Event(event)),
        }
    }

    /// An event of the task that a caller may lose which reads slowly. It is returned if the caller is too busy for it.
    ///
    /// # Errors
    /// The caller does not read at present, or is gone.
    pub fn offer(&self, event: E) -> Result<(), E> {
        match &self.0 {
            OutputTarget::Caller { events, .. } => {
                events.try_send(event).map_err(mpsc::error::TrySendError::into_inner)
            }
            OutputTarget::Parent(stream) if stream.offer(&FromWorker::Event(&event)) => Ok(()),
            OutputTarget::Parent(_) => Err(event),
        }
    }

    /// Whether an event that is offered now would be taken.
    #[must_use]
    pub fn has_room(&self) -> bool {
        match &self.0 {
            OutputTarget::Caller { events, .. } => events.capacity() > 0,
            OutputTarget::Parent(stream) => stream.is_ready(),
        }
    }

    /// The place for the last event of a task, which begins now.
    #[must_use]
    pub fn reserve(&self) -> LastEvent<E> {
        LastEvent(match &self.0 {
            // The task before has ended, so there is room.
            OutputTarget::Caller { events, .. } => LastTo::Caller(events.clone().try_reserve_owned().ok()),
            OutputTarget::Parent(stream) => LastTo::Parent(stream.clone()),
        })
    }
}

impl<E: Serialize> LastEvent<E> {
    /// Ends the task with this.
    pub fn say(self, event: E) {
        match self.0 {
            LastTo::Caller(place) => drop(place.map(|place| place.send(event))),
            LastTo::Parent(stream) => stream.say(&FromWorker::Event(event)),
        }
    }
}

impl<E> Inlet<E> {
    /// The caller no longer waits for an answer that may have come.
    pub(crate) fn forget_answer(&self) {
        self.answer.put(None);
    }

    /// The next event. To drop the future loses nothing.
    pub(crate) async fn next(&mut self) -> Option<E> {
        tokio::select! {
            answer = self.answer.take() => Some(answer),
            event = self.events.recv() => event,
        }
    }
}

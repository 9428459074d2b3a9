//! The child's side of engines outside of it: the match starts and reaches them, because a child has limits.

use super::messages::{ChildEvent, EngineEvent, EngineRequest};
use crate::MatchError;
use crate::no_answer::NoAnswer;
use crate::reach::{Reach, ReachedEngine, RunningProgram};
use plyd_tournament::settings::EngineSettings;
use plyd_tournament::{EngineFault, Reason};
use plyd_worker::{EventOutput, ReceivedDescriptors};
use std::collections::HashMap;
use std::fmt;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the match may take to do something, beside the time that it may wait for the system.
const MATCH_TIME: Duration = Duration::from_secs(30);

/// The interval at which the match checks whether a program has ended, and so the longest delay of its report.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// The way to the match. Clones are the same.
#[derive(Clone)]
pub(super) struct MatchLink(Arc<SharedLink>);

struct SharedLink {
    output: EventOutput<ChildEvent>,
    /// The streams of engines, which come with the messages about them.
    handed: ReceivedDescriptors,
    state: Mutex<LinkState>,
    changed: Condvar,
}

#[derive(Default)]
struct LinkState {
    next: u64,
    /// What is known of each engine that was asked for, by its number.
    all: HashMap<u64, EngineRecord>,
}

#[derive(Default)]
struct EngineRecord {
    started: Option<Result<RemoteStreams, NoAnswer>>,
    /// How the program has ended.
    end: Option<String>,
    /// The end of its standard error, once it is ended.
    errors: Option<String>,
}

/// Input and output, and whether they belong to a program.
type RemoteStreams = ([OwnedFd; 2], bool);

/// A program of the match. Dropped, the match ends it.
struct RemoteProgram {
    link: MatchLink,
    number: u64,
    is_over: bool,
}

impl MatchLink {
    pub(super) fn new(output: EventOutput<ChildEvent>, handed: ReceivedDescriptors) -> Self {
        Self(Arc::new(SharedLink { output, handed, state: Mutex::default(), changed: Condvar::new() }))
    }

    /// Takes in a message of the match. The reader of the message must call it at once: the streams of an engine come
    /// with it.
    pub(super) fn take(&self, told: EngineEvent) {
        let mut state = self.state();
        match told {
            EngineEvent::Started { number, is_program } => {
                let streams = self.0.handed.take().map(|streams| (streams, is_program));
                let lost = || NoAnswer::Lack("its streams did not come".into());
                state.of(number, |known| known.started = Some(streams.ok_or_else(lost)));
            }
            EngineEvent::NotStarted { number, text, is_lack: true } => {
                state.of(number, |known| known.started = Some(Err(NoAnswer::Lack(text))));
            }
            EngineEvent::NotStarted { number, text, is_lack: false } => {
                state.of(number, |known| known.started = Some(Err(EngineFault::new(Reason::Start, text).into())));
            }
            EngineEvent::Stopped { number, failure } => {
                let error = MatchError::from(failure);
                state.of(number, |known| known.started = Some(Err(NoAnswer::Stopped(error))));
            }
            EngineEvent::Ended { number, how } => state.of(number, |known| known.end = Some(how)),
            EngineEvent::Errors { number, text } => state.of(number, |known| known.errors = Some(text)),
        }
        drop(state);
        self.0.changed.notify_all();
    }

    fn say(&self, wanted: EngineRequest) {
        self.0.output.say(ChildEvent::Program(wanted));
    }

    /// What `find` finds of an engine within this time.
    fn wait<T>(&self, number: u64, time: Duration, mut find: impl FnMut(&mut EngineRecord) -> Option<T>) -> Option<T> {
        let deadline = Instant::now() + time;
        let mut state = self.state();
        loop {
            if let Some(found) = state.all.get_mut(&number).and_then(&mut find) {
                return Some(found);
            }
            let left = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
            state = self.0.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn forget(&self, number: u64) {
        self.state().all.remove(&number);
    }

    fn state(&self) -> MutexGuard<'_, LinkState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LinkState {
    /// Changes the state of an engine. An unknown number is ignored.
    fn of(&mut self, number: u64, change: impl FnOnce(&mut EngineRecord)) {
        if let Some(known) = self.all.get_mut(&number) {
            change(known);
        }
    }
}

impl Reach for MatchLink {
    fn reach(&self, engine: &EngineSettings, time: Duration) -> Result<ReachedEngine, NoAnswer> {
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        state.all.insert(number, EngineRecord::default());
        drop(state);
        self.say(EngineRequest::Start { number, engine: engine.name.clone() });
        // The match can have to start the other engine first.
        let Some(started) = self.wait(number, 2 * time + MATCH_TIME, |known| known.started.take()) else {
            self.forget(number);
            self.say(EngineRequest::End { number });
            return Err(NoAnswer::Lack("the match did not start it in time".into()));
        };
        match started {
            Ok(([input, output], true)) => {
                let program = RemoteProgram { link: self.clone(), number, is_over: false };
                Ok(ReachedEngine { input, output, program: Some(Box::new(program)) })
            }
            Ok(([input, output], false)) => {
                self.forget(number);
                Ok(ReachedEngine { input, output, program: None })
            }
            Err(reason) => {
                self.forget(number);
                Err(reason)
            }
        }
    }

    fn greeted(&self, engine: &str, version: Option<String>) {
        self.say(EngineRequest::Greeted { engine: engine.to_owned(), version });
    }
}

impl RunningProgram for RemoteProgram {
    fn ended_within(&mut self, time: Duration) -> Option<String> {
        let time = if time.is_zero() { time } else { time + LOOK_INTERVAL };
        self.link.wait(self.number, time, |known| known.end.clone())
    }

    fn standard_error(&mut self) -> String {
        self.is_over = true;
        self.link.say(EngineRequest::End { number: self.number });
        self.link.wait(self.number, MATCH_TIME, |known| known.errors.clone()).unwrap_or_default()
    }
}

impl Drop for RemoteProgram {
    fn drop(&mut self) {
        if !self.is_over {
            self.standard_error();
        }
        self.link.forget(self.number);
    }
}

impl fmt::Debug for RemoteProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("number", &self.number).finish_non_exhaustive()
    }
}

//! A process of the check from within: it takes on its limits, loads the library, plays and searches, and says what
//! came of it.

use super::{Memory, ProbeLimits};
use crate::examination::{Examination, PairCounts};
use crate::inside::{TestJob, fault, no_thread};
use crate::ledger::Ledger;
use crate::process::IsLast;
use crate::random::CheckRandom;
use crate::report::{Finding, GameFacts, TestReport};
use crate::suite;
use plyd_confine::{ConfineError, MissingLimit, SandboxLimits, address_space, peak_address_space};
use plyd_host::LIBRARY_THREADS;
use plyd_search::STACK_BYTES;
use plyd_worker::{ChildOrder, ChildStreams, EventOutput, Signal, Work, WorkPulses, serve_unloaded};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The tests of the tour: all that a session asks of a library, and more than one thread.
const TOUR: [&str; 5] = ["options", "games", "texts", "threads", "algorithms"];
/// The address space that a library may take in addition to what the process has: as much as a session's library, and
/// the stacks and arenas of eight threads.
const MEMORY: u64 = (512 << 20) + 8 * (128 << 20);
/// What the allocator reserves for a thread.
const ARENA_BYTES: u64 = 64 << 20;
/// The threads of the process: the library's own, and the eight.
const THREADS: u64 = LIBRARY_THREADS + 8;
/// The descriptors of the process.
const DESCRIPTORS: u64 = 32;

/// What such a process is asked.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ProbeRequest {
    /// Its limits.
    pub(super) wall: ProbeLimits,
    /// The seed of its random choices.
    pub(super) seed: u64,
    /// The time for its games and searches.
    pub(super) time: Duration,
    /// Folders that the library may read within the limits.
    #[serde(with = "plyd_worker::path::list")]
    pub(super) readable: Vec<PathBuf>,
}

/// What the process says.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ProbeMessage {
    /// The limits are in force, or as many as the system has; what it lacks.
    Limited(Vec<String>),
    /// The limits were refused, for this reason.
    Unlimited(String),
    /// What is done now.
    Doing(Finding),
    /// The end.
    Done(Box<TestReport>, Option<Memory>),
}

impl IsLast for ProbeMessage {
    fn is_last(&self) -> bool {
        matches!(self, Self::Unlimited(_) | Self::Done(..))
    }
}

/// The work of such a process.
pub(super) struct ProbeWork {
    order: ChildOrder,
    output: EventOutput<ProbeMessage>,
    job: TestJob,
}

/// Loads the library of this order within limits, plays and searches, and says what came of it. The order has no
/// limits, because these are what is asked. What the library prints goes to standard error. Returns when the parent has
/// the result. The process must have one thread.
pub fn serve_wall(streams: ChildStreams, order: &ChildOrder, confined: Result<Vec<MissingLimit>, ConfineError>) {
    let job = TestJob::default();
    let output =
        serve_unloaded(streams, confined, |output| ProbeWork { order: order.clone(), output, job: job.clone() });
    job.finish(output);
}

impl Work for ProbeWork {
    type Request = ProbeRequest;
    type Event = ProbeMessage;

    fn take(&mut self, wanted: ProbeRequest) {
        // The stack and the arena of the thread that calls the library are not the library's.
        let had = address_space().map(|had| had + STACK_BYTES as u64 + ARENA_BYTES);
        // There is one thread so far, and its limits apply to all that it starts.
        match limit(&self.order, &wanted, had) {
            Ok(lacks) => {
                self.output.say(ProbeMessage::Limited(lacks));
            }
            Err(error) => {
                self.output.say(ProbeMessage::Unlimited(error.to_string()));
                return;
            }
        }
        let order = self.order.clone();
        let begun = self.job.begin(&self.output, move |output| {
            let part = play(&order, &wanted, output);
            let memory = had.zip(peak_address_space());
            let memory = memory.map(|(had, peak)| Memory { taken: peak.saturating_sub(had), allowed: MEMORY });
            ProbeMessage::Done(Box::new(part), memory)
        });
        if let Err(error) = begun {
            self.output.say(ProbeMessage::Done(Box::new(no_thread(&error)), None));
        }
    }

    fn signal(&mut self, _: Signal) {}

    fn pulses(&self) -> WorkPulses {
        WorkPulses::default()
    }
}

/// Takes on the limits. Returns what the system lacks.
fn limit(order: &ChildOrder, wanted: &ProbeRequest, had: Option<u64>) -> Result<Vec<String>, ConfineError> {
    let limits = SandboxLimits {
        library_folders: vec![order.copy.clone()],
        data_folders: wanted.readable.clone(),
        address_space: had.map(|had| had + MEMORY),
        descriptors: Some(DESCRIPTORS),
        threads: Some(THREADS),
    };
    match wanted.wall {
        ProbeLimits::Without => Ok(Vec::new()),
        ProbeLimits::Whole => Ok(limits.apply()?.iter().map(ToString::to_string).collect()),
        ProbeLimits::Only(kind, denial) => {
            limits.apply_only(kind, denial)?;
            Ok(Vec::new())
        }
    }
}

/// Loads the library, plays and searches.
fn play(order: &ChildOrder, wanted: &ProbeRequest, output: &EventOutput<ProbeMessage>) -> TestReport {
    let library = match order.load() {
        Ok(library) => library,
        Err(error) => return fault(format!("the file {error}")),
    };
    let (telling, game) = (output.clone(), GameFacts::of(&library));
    let mut exam = Examination {
        library,
        other: None,
        random: CheckRandom::new(wanted.seed, "isolation"),
        until: Instant::now(),
        part: TestReport::default(),
        tell: Box::new(move |what| {
            telling.say(ProbeMessage::Doing(what.clone()));
        }),
        // A run within limits looks for what is denied; a fault that ends the process shows in the way it ends.
        keep: Box::new(|_| {}),
        shortens: false,
        ledger: Ledger::default(),
        pairs: PairCounts::default(),
    };
    let fault = tour(&mut exam, wanted.time);
    TestReport { game: Some(game), fault, ..exam.part }
}

/// All tests of the tour, up to the first fault.
fn tour(exam: &mut Examination, time: Duration) -> Option<Finding> {
    let chosen = suite::ALL.iter().filter(|test| TOUR.contains(&test.name));
    chosen
        .map(|test| {
            exam.doing(Finding::new(format!("beginning the test `{}`", test.name)));
            exam.until = Instant::now() + time / TOUR.len() as u32;
            (test.run)(exam)
        })
        .find_map(Result::err)
}

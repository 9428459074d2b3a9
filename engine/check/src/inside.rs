//! The process of one test: it loads the library, does the test, and says what it does and what came of it.

use crate::examination::{Examination, PairCounts};
use crate::ledger::Ledger;
use crate::random::CheckRandom;
use crate::report::{Finding, GameFacts, TestReport};
use crate::suite::{AGAINST, ALL, FIRST, needless};
use crate::surroundings::ProcessSurroundings;
use plyd_confine::{ConfineError, MissingLimit, survive_long_files};
use plyd_host::{Cache, Library, LoadError};
use plyd_search::STACK_BYTES;
use plyd_worker::{ChildOrder, ChildStreams, EventOutput, ParentStream, Signal, Work, WorkPulses, end, serve_unloaded};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The most memory of a test's process, in bytes: a library that takes all there is fails its test, not the machine.
pub(super) const MAX_MEMORY: u64 = 8 << 30;

/// The longest file that a test's process may write, in bytes: its outputs are files.
const LONGEST_FILE: u64 = 1 << 30;

/// The file of the positions that all tests have met, beside the folder of each.
const POSITIONS: &str = "positions";

/// The file of what a library writes to standard output, in the folder of a test.
pub(super) const OUTPUT: &str = "output";

/// A request for one test.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TestRequest {
    /// Its name.
    pub(super) test: String,
    /// The seed of its random choices.
    pub(super) seed: u64,
    /// The time limit of the examination.
    pub(super) time: Duration,
    /// The folder of this test. The folder around it has the positions of all tests.
    #[serde(with = "plyd_worker::path")]
    pub(super) folder: PathBuf,
    /// The library to compare with, if the test is about two.
    #[serde(with = "plyd_worker::path::list")]
    pub(super) against: Vec<PathBuf>,
    /// The folder of private copies, if it is not the user's own.
    #[serde(with = "plyd_worker::path::list")]
    pub(super) cache: Vec<PathBuf>,
}

/// What the process of a test says.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum TestProcessMessage {
    /// What is done now.
    Doing(Finding),
    /// The result so far.
    Kept(Box<TestReport>),
    /// The result.
    Done(Box<TestReport>),
}

/// The work of such a process.
pub(super) struct Testing {
    order: ChildOrder,
    output: EventOutput<TestProcessMessage>,
    job: TestJob,
}

/// Does one test for the parent, with the library of this order. The process has a memory limit then. Returns when the
/// parent has the result, so that the process ends as others do, with the code that the library has for its end.
pub fn serve_test(streams: ChildStreams, order: &ChildOrder, confined: Result<Vec<MissingLimit>, ConfineError>) {
    limit();
    let job = TestJob::default();
    let output = serve_unloaded(streams, confined, |output| Testing { order: order.clone(), output, job: job.clone() });
    job.finish(output);
}

/// What a process of the check does for its parent, on a thread with the stack of a search. Clones are the same.
#[derive(Clone, Debug, Default)]
pub(super) struct TestJob {
    is_done: Arc<AtomicBool>,
    thread: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl TestJob {
    /// Begins it, and says what it returns. If it panics, the process ends.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub(super) fn begin<E: Serialize + Send + 'static>(
        &self,
        output: &EventOutput<E>,
        work: impl FnOnce(&EventOutput<E>) -> E + Send + 'static,
    ) -> io::Result<()> {
        let (output, is_done) = (output.clone(), Arc::clone(&self.is_done));
        let thread = thread::Builder::new().name("test".into()).stack_size(STACK_BYTES).spawn(move || {
            let _end = EndOfPanic;
            let result = work(&output);
            // The parent asks for the end as soon as it has the result.
            is_done.store(true, Relaxed);
            output.say(result);
        })?;
        *self.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
        Ok(())
    }

    /// Returns when the process can end as others do; it ends at once if the work was not done when the parent said no
    /// more. The parent judges how long the rest takes, so it sees the end of the stream only at the end of the
    /// process.
    pub(super) fn finish(self, output: ParentStream) {
        mem::forget(output);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            if !self.is_done.load(Relaxed) {
                end();
            }
            // The library may have code for the end of the thread, too.
            let _ = thread.join();
        }
    }
}

impl Work for Testing {
    type Request = TestRequest;
    type Event = TestProcessMessage;

    fn take(&mut self, wanted: TestRequest) {
        let order = self.order.clone();
        let begun = self.job.begin(&self.output, move |output| {
            // Within limits nothing can be written to a file.
            let taken = if order.is_limited { Ok(()) } else { take_output(&wanted.folder) };
            let part = match taken {
                Ok(()) => examine(&order, wanted, output),
                Err(error) => fault(format!("the output of the test cannot be taken over: {error}")),
            };
            TestProcessMessage::Done(Box::new(part))
        });
        if let Err(error) = begun {
            self.output.say(TestProcessMessage::Done(Box::new(no_thread(&error))));
        }
    }

    fn signal(&mut self, _: Signal) {}

    fn pulses(&self) -> WorkPulses {
        WorkPulses::default()
    }
}

/// The result if the system has no thread for the work.
pub(super) fn no_thread(error: &io::Error) -> TestReport {
    fault(format!("a thread cannot be started: {error}"))
}

/// Ends this process if it is dropped by a panic.
struct EndOfPanic;

impl Drop for EndOfPanic {
    fn drop(&mut self) {
        if thread::panicking() {
            end();
        }
    }
}

/// A result with this fault alone.
pub(super) fn fault(what: String) -> TestReport {
    TestReport { fault: Some(Finding::new(what)), ..TestReport::default() }
}

/// Has all that is written to standard output go to the file of it.
fn take_output(folder: &Path) -> io::Result<()> {
    // All who write there write at the end.
    let file = File::options().append(true).open(folder.join(OUTPUT))?;
    Ok(rustix::stdio::dup2_stdout(file)?)
}

/// Does the test.
fn examine(order: &ChildOrder, wanted: TestRequest, output: &EventOutput<TestProcessMessage>) -> TestReport {
    let Some(test) = ALL.iter().chain([&AGAINST]).find(|test| test.name == wanted.test) else {
        return fault(format!("there is no test {}", wanted.test));
    };
    let before = ProcessSurroundings::now();
    let cache = Cache::new(wanted.cache.into_iter().next());
    let library = match load(order, &cache) {
        Ok(library) => library,
        Err(error) => return fault(format!("the file {error}")),
    };
    let other = wanted.against.first().filter(|_| test.name == AGAINST.name);
    let other = match other.map(|file| Library::load(file, &cache)).transpose() {
        Ok(other) => other,
        Err(error) => return fault(format!("the file to compare with {error}")),
    };
    let (until, random) = (Instant::now() + wanted.time, CheckRandom::new(wanted.seed, test.name));
    let part = TestReport { game: Some(GameFacts::of(&library)), ..TestReport::default() };
    let (telling, keeping) = (output.clone(), output.clone());
    let tell = Box::new(move |what: &Finding| {
        telling.say(TestProcessMessage::Doing(what.clone()));
    });
    let keep = Box::new(move |part: &TestReport| {
        keeping.say(TestProcessMessage::Kept(Box::new(part.clone())));
    });
    let positions = (!order.is_limited).then(|| wanted.folder.with_file_name(POSITIONS));
    let ledger = positions.map_or_else(Ledger::default, Ledger::open);
    let mut exam = Examination {
        library,
        other,
        random,
        until,
        part,
        tell,
        keep,
        shortens: false,
        ledger,
        pairs: PairCounts::default(),
    };
    exam.doing(Finding::new("beginning the test"));
    exam.part.fault = (test.run)(&mut exam).err();
    if test.name == FIRST && exam.part.fault.is_none() {
        // The process may end while the library is asked: it loads all the same.
        exam.save();
        exam.part.needless = needless(&mut exam);
    }
    for change in before.changes() {
        exam.warn(change);
    }
    exam.doing(Finding::new("ending the process"));
    if !order.is_limited
        && let Err(error) = exam.ledger.save()
    {
        exam.note(format!("the positions of this test are lost for the others: {error}"));
    }
    exam.part
}

/// Loads the library of a test: the copy that its order names, or one that it makes if it may write.
fn load(order: &ChildOrder, cache: &Cache) -> Result<Arc<Library>, LoadError> {
    if order.is_limited {
        return order.load();
    }
    let library = Library::load(&order.copy, cache)?;
    // One check is about one content.
    match library.copy() {
        Some(copy) if *copy.content() == order.content => Ok(library),
        _ => Err(LoadError::Changing),
    }
}

/// Ensures that this process takes neither all memory nor all room for files.
fn limit() {
    // Without it the check says that the process was ended, not that its library printed too much.
    let _ = survive_long_files();
    for (resource, most) in [(Resource::As, MAX_MEMORY), (Resource::Fsize, LONGEST_FILE)] {
        let maximum = getrlimit(resource).maximum;
        let current = Some(maximum.map_or(most, |maximum| maximum.min(most)));
        // The limit only protects the machine: the test is as good without it.
        let _ = setrlimit(resource, Rlimit { current, maximum });
    }
}

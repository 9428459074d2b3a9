//! The work of a session with one library, in this process or in a child.
//!
//! The thread that takes requests never calls the library. Questions and the task have threads of their own.

use super::place::{PermitSlot, TaskPermit};
use super::report::TaskReporter;
use super::{
    ClientSetup, Grant, JobKind, JobResources, MoveClock, TaskJob, WorkerRequest, last_line, plugin_error, refused,
    turn_of,
};
use crate::event::{CheckedReplies, PositionFacts, WorkerEvent, within};
use crate::position::{self, PositionRefused};
use plyd_host::{Library, Position};
use plyd_player::{ClientTablebases, GameSearcher, Quota, SearchOptions, SearchTable, TableMemory};
use plyd_protocol::Reply;
use plyd_rules::Game;
use plyd_search::{Control, STACK_BYTES};
use plyd_worker::{
    ChildOrder, EventOutput, LastEvent, SHORT_MESSAGE, Signal, Stacks, Traffic, Work, WorkPulses, WorkerThreads,
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The most time to supply a table with memory, enough for some gigabytes: `isready` waits for it.
const SUPPLY_TIME: Duration = Duration::from_millis(500);

/// The position that all new sessions begin with, and share once one of them has opened it.
#[derive(Debug)]
pub(crate) struct InitialPosition {
    library: Arc<Library>,
    setup: ClientSetup,
    opened: OnceLock<(Position, PositionFacts)>,
}

impl InitialPosition {
    /// It has not been opened yet.
    pub(crate) fn new(library: &Arc<Library>, setup: ClientSetup) -> Self {
        Self { library: Arc::clone(library), setup, opened: OnceLock::new() }
    }

    /// What is known of this position of this library, if it is that.
    pub(crate) fn about(&self, library: &Arc<Library>, setup: &ClientSetup) -> Option<PositionFacts> {
        self.opened.get().filter(|_| self.is(library, setup)).map(|(_, about)| *about)
    }

    fn is(&self, library: &Arc<Library>, setup: &ClientSetup) -> bool {
        Arc::ptr_eq(&self.library, library) && self.setup == *setup
    }
}

/// A library, a position, and the work that the session asks for.
pub(crate) struct SessionWork {
    library: Arc<Library>,
    output: EventOutput<WorkerEvent>,
    pool: Arc<WorkerThreads>,
    traffic: Arc<Traffic>,
    position: Arc<Mutex<Option<Position>>>,
    table: Arc<SearchTable>,
    /// The tables of solved games, which a search opens when it first needs them.
    tablebases: Arc<ClientTablebases>,
    means: SearchResources,
    /// Whether the answer to the current question is no longer wanted.
    given_up: Arc<GivenUp>,
    /// The latest task.
    task: Option<RunningTask>,
}

/// Where memory for a table and threads come from.
pub(crate) enum SearchResources {
    /// From the bounds of this process.
    Shared {
        threads: Arc<Quota>,
        /// The task's place among all that run.
        places: PermitSlot,
        /// How long a task may take to obey, before it counts as hanging.
        stop_time: Duration,
        start: Option<Arc<InitialPosition>>,
    },
    /// The parent grants them.
    Granted(Arc<TableMemory>),
}

struct RunningTask {
    control: Arc<Control>,
    clock: Arc<MoveClock>,
    place: TaskPermit,
}

impl Work for SessionWork {
    type Request = WorkerRequest;
    type Event = WorkerEvent;

    fn take(&mut self, request: WorkerRequest) {
        match request {
            WorkerRequest::Open(setup) => self.open(setup),
            WorkerRequest::Ask(question) => {
                let (position, table) = (self.position(), Arc::clone(&self.table));
                let longest = question.longest_answer();
                self.answer(WorkerEvent::Answered, longest, move |is_given_up| {
                    question.answer(&position?, &table, is_given_up).map(CheckedReplies)
                });
            }
            WorkerRequest::FindLegal(wanted) => {
                let position = self.position();
                let find = move |_: &dyn Fn() -> bool| position::legal_or_first(&position?, wanted.as_deref());
                self.answer(WorkerEvent::Legal, SHORT_MESSAGE, find);
            }
            WorkerRequest::GetReady(options, hash) => self.get_ready(*options, hash),
            WorkerRequest::Start(job, grant) => self.start(job, grant),
            WorkerRequest::Forget => self.table.forget(),
            WorkerRequest::FreeTable => self.table.free_idle(),
        }
    }

    fn signal(&mut self, signal: Signal) {
        let Some(task) = &self.task else { return };
        match signal {
            Signal::Stop => task.control.stop(),
            Signal::Hit => task.clock.run(),
        }
    }

    fn pulses(&self) -> WorkPulses {
        let threads = self.task.as_ref().map_or_else(Vec::new, |task| task.control.pulses());
        WorkPulses { threads, ..WorkPulses::default() }
    }

    fn forgo(&mut self) {
        self.given_up.set();
    }

    fn abandon(&mut self) {
        self.task.iter().for_each(|task| task.place.give_up());
    }
}

impl SessionWork {
    /// In this process, with the table and the tablebases of a session.
    pub(crate) fn new(
        (library, pool): (Arc<Library>, &Arc<WorkerThreads>),
        (table, tablebases): (Arc<SearchTable>, Arc<ClientTablebases>),
        means: SearchResources,
        output: EventOutput<WorkerEvent>,
    ) -> Self {
        let traffic = pool.traffic(&library);
        Self {
            library,
            output,
            pool: Arc::clone(pool),
            traffic,
            position: Arc::default(),
            table,
            tablebases,
            means,
            given_up: Arc::default(),
            task: None,
        }
    }

    /// In a child of this order.
    pub(crate) fn in_child(library: Arc<Library>, order: &ChildOrder, output: EventOutput<WorkerEvent>) -> Self {
        let memory = TableMemory::new(0);
        let tablebases = ClientTablebases::in_folders(order.data.clone(), order.data_memory);
        // The parent ends what hangs.
        let pool = WorkerThreads::new(Duration::MAX, Stacks { calls: STACK_BYTES, searches: STACK_BYTES }, 0);
        let own = (SearchTable::new(&memory), Arc::new(tablebases));
        Self::new((library, &pool), own, SearchResources::Granted(memory), output)
    }

    fn position(&self) -> Result<Position, PositionRefused> {
        // A position is set up before anything is asked about it.
        lock(&self.position).clone().ok_or_else(position::no_game)
    }

    fn open(&mut self, setup: ClientSetup) {
        let start = match &self.means {
            SearchResources::Shared { start, .. } => start.clone().filter(|start| start.is(&self.library, &setup)),
            SearchResources::Granted(_) => None,
        };
        if let Some((known, about)) = start.as_ref().and_then(|start| start.opened.get()) {
            // The library need not be asked.
            *lock(&self.position) = Some(known.clone());
            return self.output.answer(WorkerEvent::Opened(Ok(*about)));
        }
        let (library, position) = (Arc::clone(&self.library), Arc::clone(&self.position));
        // A position that is no longer wanted replaces no other.
        let put = move |opened: Result<(Position, PositionFacts), PositionRefused>| {
            WorkerEvent::Opened(opened.map(|(opened, about)| {
                *lock(&position) = Some(opened);
                about
            }))
        };
        self.answer(put, SHORT_MESSAGE, move |is_given_up| {
            let opened = setup.open(&library, is_given_up)?;
            let turn = opened.turn().ok().map(turn_of);
            let about = PositionFacts { turn, has_key: opened.game().facts().has_key };
            // Another session may have been first.
            start.into_iter().for_each(|start| drop(start.opened.set((opened.clone(), about))));
            Ok((opened, about))
        });
    }

    /// Answers the question under way, on a thread for calls, with a message that may be so long in a child. There is
    /// an answer also if the library panics.
    fn answer<T: Send + 'static>(
        &mut self,
        event: impl FnOnce(Result<T, PositionRefused>) -> WorkerEvent + Send + 'static,
        longest: usize,
        question: impl FnOnce(&dyn Fn() -> bool) -> Result<T, PositionRefused> + Send + 'static,
    ) {
        let given_up = Arc::<GivenUp>::default();
        self.given_up = Arc::clone(&given_up);
        let longest = matches!(self.means, SearchResources::Granted(_)).then_some(longest);
        let output = self.output.clone();
        let answer = OwedAnswer { output, longest, event: Some(Box::new(event)), given_up: Arc::clone(&given_up) };
        self.pool.call(&self.traffic, move |thread| {
            let is_given_up = || given_up.is_set.load(Relaxed);
            answer.say(match thread {
                Ok(()) if is_given_up() => Err(position::died()),
                Ok(()) => question(&is_given_up),
                Err(_) => Err(position::no_call()),
            });
        });
    }

    /// Does on a thread for calls what the next search need not do on its clock. A large table is not supplied with all
    /// of its memory here.
    fn get_ready(&mut self, options: SearchOptions, hash: usize) {
        if let SearchResources::Granted(memory) = &self.means {
            // The memory of another one was given to others.
            self.table.free_unless(hash);
            memory.set_total(hash);
        }
        let (position, table) = (self.position(), Arc::clone(&self.table));
        self.answer(WorkerEvent::Answered, SHORT_MESSAGE, move |is_given_up| {
            let (position, end) = (position?, Instant::now() + SUPPLY_TIME);
            // Of threads and tablebases it needs none.
            let searcher = GameSearcher::new(options, table, Quota::new(0));
            searcher.make_ready(position.game(), &|| is_given_up() || Instant::now() >= end);
            Ok(CheckedReplies::default())
        });
    }

    fn start(&mut self, job: Box<TaskJob>, grant: Grant) {
        let control = Arc::new(Control::new());
        let runs = match &*job {
            TaskJob::Search(order) => !order.go.infinite && !order.go.ponder,
            TaskJob::Perft(_) | TaskJob::Explain(..) => false,
        };
        let clock = Arc::new(MoveClock::new(Arc::clone(&control), runs || grant.is_hit));
        if grant.is_stopped {
            control.stop();
        }
        let (threads, permit, longest) = match &self.means {
            SearchResources::Shared { threads, places, .. } => (Arc::clone(threads), places.take(), None),
            SearchResources::Granted(memory) => {
                if grant.hash > 0 || matches!(*job, TaskJob::Search(_)) {
                    // The memory of another one was given to others.
                    self.table.free_unless(grant.hash);
                }
                memory.set_total(grant.hash);
                (Quota::new(grant.threads), None, Some(job.longest_message()))
            }
        };
        let (table, tablebases) = (Arc::clone(&self.table), Arc::clone(&self.tablebases));
        let shared = JobResources {
            table,
            threads,
            tablebases,
            control: Arc::clone(&control),
            clock: Arc::clone(&clock),
            budget: grant.budget(),
        };
        let place = TaskPermit::new(permit, self.traffic.begin(None));
        let (position, left) = (self.position(), place.clone());
        let report = TaskReporter::new(self.output.clone(), longest);
        let mut ending = OwedEnd { report, last: Some(self.output.reserve()), place: left, job };
        self.pool.search(move |thread| {
            let job = &ending.job;
            let (lines, last) = match thread.map_err(|reason| position::no_thread(&reason)).and(position) {
                Ok(position) => job.run(&position, &shared, &ending.report),
                Err(reason) => refused(job.kind(), job.mode(), reason),
            };
            ending.tell(lines, last);
        });
        self.task = Some(RunningTask { control, clock, place });
    }
}

/// The worker is no longer needed: what is under way is stopped, and counts as hanging if it does not.
impl Drop for SessionWork {
    fn drop(&mut self) {
        self.given_up.set();
        if let Some(task) = &self.task {
            task.control.stop();
            if let SearchResources::Shared { stop_time, .. } = &self.means {
                task.place.give_up_after(*stop_time);
            }
        }
    }
}

/// The end of a task that is owed.
struct OwedEnd {
    report: TaskReporter,
    last: Option<LastEvent<WorkerEvent>>,
    place: TaskPermit,
    job: Box<TaskJob>,
}

impl OwedEnd {
    fn tell(&mut self, lines: Vec<Reply>, end: Option<Reply>) {
        // Whoever gets the end may begin another one.
        self.place.leave();
        if let Some(last) = self.last.take() {
            self.report.end(last, lines, end);
        }
    }
}

impl Drop for OwedEnd {
    fn drop(&mut self) {
        if self.last.is_none() {
            return;
        }
        let (kind, mode) = (self.job.kind(), self.job.mode());
        // The session knows the best move so far. Of a child it takes no search without an answer.
        let end = if kind == JobKind::Search && !self.report.is_bounded() { None } else { last_line(kind, None, mode) };
        self.tell(vec![plugin_error("the search ended without an answer")], end);
    }
}

/// What is said of what was found out.
type EventMaker<T> = Box<dyn FnOnce(Result<T, PositionRefused>) -> WorkerEvent + Send>;

/// The answer of a question that is owed.
struct OwedAnswer<T> {
    output: EventOutput<WorkerEvent>,
    longest: Option<usize>,
    /// `None` once it was said.
    event: Option<EventMaker<T>>,
    given_up: Arc<GivenUp>,
}

/// Whether anyone still waits for an answer. A call that takes many steps asks between them.
#[derive(Default)]
struct GivenUp {
    is_set: AtomicBool,
    /// Locked while the answer is said, or given up.
    saying: Mutex<()>,
}

impl GivenUp {
    fn set(&self) {
        let _saying = lock(&self.saying);
        self.is_set.store(true, Relaxed);
    }
}

impl<T> OwedAnswer<T> {
    fn say(mut self, answer: Result<T, PositionRefused>) {
        self.tell(answer);
    }

    fn tell(&mut self, answer: Result<T, PositionRefused>) {
        let Some(event) = self.event.take() else { return };
        let _saying = lock(&self.given_up.saying);
        if self.given_up.is_set.load(Relaxed) {
            return;
        }
        let event = event(answer);
        let event = match self.longest {
            Some(longest) => within(longest, event),
            None => Some(event),
        };
        event.into_iter().for_each(|event| self.output.answer(event));
    }
}

impl<T> Drop for OwedAnswer<T> {
    fn drop(&mut self) {
        if self.event.is_some() {
            self.tell(Err(position::died()));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

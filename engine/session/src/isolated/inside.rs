//! The child's side: one library, one position, and the work that the session asks for.
//!
//! One thread reads what the parent says, and never calls the library. Calls and the task have threads of their own.
//! When the parent's end of the stream is closed the process ends at once, whatever its threads do.

use super::longest;
use super::messages::{About, FromChild, Grant, MOST_REMARKS, ToChild};
use crate::work::position::{self, PositionRefused};
use crate::work::{Job, MoveClock, Shared, TaskEvent, Timing, turn_of};
use plyd_confine::{ConfineError, Lack};
use plyd_host::{Library, Position, keep_little_memory};
use plyd_player::{ClientTablebases, Quota, SearchTable, TableMemory};
use plyd_rules::Game;
use plyd_search::{Control, STACK_BYTES};
use plyd_worker::Threads;
use plyd_worker::{Inbox, Order, SHORT_MESSAGE, Stream, Streams, end};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;

/// Lines of a task that may wait until they are written.
const EVENT_QUEUE: usize = 64;

/// Serves the parent until its end, which is the end of this process. `confined` is what became of the
/// [limits](Order::limit) of this process: without them the library is not loaded.
pub fn serve_parent(streams: Streams, order: &Order, confined: Result<Vec<Lack>, ConfineError>) -> ! {
    let output = streams.output;
    let loaded = confined.map_err(|reason| format!("its process cannot be limited: {reason}")).and_then(|lacks| {
        // Also if there are none: a library must not be the first to say it.
        output.say(&FromChild::Lacks { lacks: lacks.iter().map(ToString::to_string).collect() });
        keep_little_memory();
        order.load().map_err(|reason| format!("it {reason}"))
    });
    match loaded {
        Ok(library) => Inside::new(library, order, output).serve(streams.input),
        Err(reason) => output.say(&FromChild::Unloadable { reason }),
    }
    end()
}

struct Inside {
    library: Arc<Library>,
    output: Stream,
    position: Arc<Mutex<Option<Position>>>,
    memory: Arc<TableMemory>,
    table: Arc<SearchTable>,
    calls: Threads,
    searches: Threads,
    /// The tables in the folders of the order, which a search opens when it first needs them.
    tablebases: Arc<ClientTablebases>,
    task: Option<Task>,
}

/// The latest task.
struct Task {
    number: u64,
    control: Arc<Control>,
    clock: Arc<MoveClock>,
}

impl Inside {
    fn new(library: Arc<Library>, order: &Order, output: Stream) -> Self {
        let memory = TableMemory::new(0);
        let table = SearchTable::new(&memory);
        let (calls, searches) = (Threads::new("call", STACK_BYTES, 0), Threads::new("search", STACK_BYTES, 0));
        let tablebases = Arc::new(ClientTablebases::in_folders(order.data.clone(), order.data_memory));
        Self { library, output, position: Arc::default(), memory, table, calls, searches, tablebases, task: None }
    }

    fn serve(mut self, mut input: Inbox) {
        // The parent is the same program, so it says nothing but messages.
        while let Ok(Some(message)) = input.message() {
            self.take(message);
        }
    }

    fn take(&mut self, message: ToChild) {
        match message {
            ToChild::Open { call, setup } => {
                let (library, position) = (Arc::clone(&self.library), Arc::clone(&self.position));
                self.answer(call, SHORT_MESSAGE, move || {
                    let opened = setup.open(&library, &|| false)?;
                    let turn = opened.turn().ok().map(turn_of);
                    let about = About { turn, has_key: opened.game().facts().has_key };
                    *lock(&position) = Some(opened);
                    Ok(FromChild::Opened { call, about })
                });
            }
            ToChild::Ask { call, question } => {
                let (position, table) = (self.position(), Arc::clone(&self.table));
                self.answer(call, longest::of_answer(&question), move || {
                    let lines = question.answer(&position?, &table, &|| false)?;
                    Ok(FromChild::Answered { call, lines })
                });
            }
            ToChild::FindLegal { call, wanted } => {
                let position = self.position();
                self.answer(call, SHORT_MESSAGE, move || {
                    let found = position::legal_or_first(&position?, wanted.as_deref())?;
                    Ok(FromChild::Legal { call, found })
                });
            }
            ToChild::Start { task, job, grant } => self.start(task, job, grant),
            ToChild::Stop { task } => self.with_task(task, |task| task.control.stop()),
            ToChild::PonderHit { task } => self.with_task(task, |task| task.clock.run()),
            ToChild::Forget => self.table.forget(),
            ToChild::FreeTable => self.table.free_idle(),
            ToChild::Ping => {
                let pulses = self.task.as_ref().map_or_else(Vec::new, |task| task.control.pulses());
                self.output.say(&FromChild::Pulses { pulses });
            }
        }
    }

    fn position(&self) -> Result<Position, PositionRefused> {
        // The parent sets one up before it asks.
        lock(&self.position).clone().ok_or_else(position::no_game)
    }

    /// Answers a call, on a thread for calls, with a message that may be so long.
    fn answer(
        &self,
        call: u64,
        longest: usize,
        answer: impl FnOnce() -> Result<FromChild, PositionRefused> + Send + 'static,
    ) {
        let output = self.output.clone();
        self.calls.run(move |thread| {
            let answer = match thread {
                Ok(()) => answer(),
                Err(reason) => Err(position::no_thread(&reason)),
            };
            let answer = answer.unwrap_or_else(|refused| FromChild::Refused { call, refused });
            longest::within(longest, answer).iter().for_each(|answer| output.say(answer));
        });
    }

    fn start(&mut self, task: u64, job: Box<Job>, grant: Grant) {
        let control = Arc::new(Control::new());
        let runs = match &*job {
            Job::Search(order) => !order.go.infinite && !order.go.ponder,
            Job::Perft(_) | Job::Explain(..) => false,
        };
        let clock = Arc::new(MoveClock::new(Arc::clone(&control), runs || grant.is_hit));
        if grant.is_stopped {
            control.stop();
        }
        self.task = Some(Task { number: task, control: Arc::clone(&control), clock: Arc::clone(&clock) });
        if grant.hash > 0 || matches!(*job, Job::Search(_)) {
            // The memory of another one was given to others.
            self.table.free_unless(grant.hash);
        }
        self.memory.set_total(grant.hash);
        let (table, threads) = (Arc::clone(&self.table), Quota::new(grant.threads));
        let (tablebases, timing) = (Arc::clone(&self.tablebases), Timing::Told(grant.budget()));
        let shared = Shared { table, threads, tablebases, control, clock, timing };
        let (sender, mut events) = mpsc::channel(EVENT_QUEUE);
        let (position, output) = (self.position(), self.output.clone());
        let (kind, mode, longest) = (job.kind(), job.mode(), longest::of_job(&job));
        self.calls.run(move |thread| {
            if let Err(reason) = thread {
                // This is the thread that reads: it must not wait for the search, whose events nobody takes now.
                let (lines, last) = position::no_thread(&reason).ended(kind, mode);
                return output.say(&FromChild::Ended { task, lines, last });
            }
            while let Some(event) = events.blocking_recv() {
                longest::within(longest, told(task, event)).iter().for_each(|message| output.say(message));
            }
        });
        self.searches.run(move |thread| {
            let (lines, last) = match thread.map_err(|reason| position::no_thread(&reason)).and(position) {
                Ok(position) => job.run(&position, &shared, &sender),
                Err(refused) => refused.ended(job.kind(), job.mode()),
            };
            // If there is no thread that writes, the end was told already.
            let _ = sender.blocking_send(TaskEvent::End(lines, last));
        });
    }

    fn with_task(&self, number: u64, act: impl FnOnce(&Task)) {
        if let Some(task) = self.task.as_ref().filter(|task| task.number == number) {
            act(task);
        }
    }
}

fn told(task: u64, event: TaskEvent) -> FromChild {
    match event {
        TaskEvent::Began { first_move, algorithm, order, .. } => {
            let algorithm = algorithm.map(|algorithm| algorithm.name().to_owned());
            FromChild::Began { task, first_move, algorithm, order }
        }
        TaskEvent::Line(line) => FromChild::Line { task, line },
        TaskEvent::Remarks(mut remarks) => {
            remarks.truncate(MOST_REMARKS);
            FromChild::Remarks { task, remarks }
        }
        TaskEvent::End(lines, last) => FromChild::Ended { task, lines, last },
        // Only parents lose children.
        TaskEvent::Lost(refused) => FromChild::Ended { task, lines: vec![refused.into()], last: None },
        // These are made by parents.
        TaskEvent::Blocked => FromChild::Remarks { task, remarks: Vec::new() },
        TaskEvent::LastLine(line) => FromChild::Line { task, line },
        TaskEvent::Reserved(event, _) => told(task, *event),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The parent's side: the child of a session, which is started when it is needed, and replaced when it has ended.

use super::Isolation;
use super::connection::{Answer, Connection, Expected, Granted, Running, Task, crashed};
use super::longest;
use super::messages::{About, Grant, ToChild};
use super::signals::Signals;
use crate::Engine;
use crate::library_calls::CallFailure;
use crate::work::position::{PositionRefused, no_thread};
use crate::work::{Job, Kind, Question, Setup, SharedLag, TaskEvent};
use plyd_host::{ContentHash, Library};
use plyd_player::{Room, Share, TableGrant};
use plyd_protocol::{ErrorCode, Reply, TurnOf};
use plyd_rules::Turn;
use plyd_tablebase::Reserved;
use plyd_worker::{Crashes, Order, Patience, Start};
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};
use tracing::Instrument;

/// Events of a task that may wait for the session.
pub(super) const EVENT_QUEUE: usize = 64;

/// A position that a session has set up in its child.
#[derive(Debug)]
pub(crate) struct AwayBoard {
    number: u64,
    pub(crate) library: Arc<Library>,
    setup: Setup,
}

/// The place of a session's child process. It is empty until something is asked, and after the child has ended.
#[derive(Debug)]
pub(crate) struct Seat {
    engine: Arc<Engine>,
    isolation: Isolation,
    grant: Arc<TableGrant>,
    state: Arc<Mutex<State>>,
    /// Held while a child is started, or a position set up in it.
    preparing: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct State {
    taken: Option<Taken>,
    crashes: HashMap<ContentHash, Crashes>,
    /// The latest number of a call, a task or a board.
    latest: u64,
}

/// A child, and what it has.
#[derive(Clone, Debug)]
struct Taken {
    connection: Arc<Connection>,
    content: ContentHash,
    needs: Room,
    /// The number of the board that is set up, and what it told.
    holds: Option<(u64, About)>,
    /// The memory for its tablebases.
    _tablebases: Arc<Reserved>,
}

impl Seat {
    /// An empty one.
    pub(crate) fn new(engine: &Arc<Engine>, isolation: &Isolation) -> Arc<Self> {
        let state = Arc::<Mutex<State>>::default();
        let seen = Arc::downgrade(&state);
        // An idle table gives way to that of another session.
        let free = move || {
            if let Some(state) = seen.upgrade()
                && let Some(taken) = &lock(&state).taken
            {
                taken.connection.send(Task::Tell(ToChild::FreeTable));
                taken.connection.allow(Room { hash: 0, threads: 1 }.in_use());
            }
        };
        let (engine, isolation, preparing) = (Arc::clone(engine), isolation.clone(), tokio::sync::Mutex::default());
        let grant = TableGrant::new(&engine.tables, free);
        Arc::new(Self { engine, isolation, grant, state, preparing })
    }

    /// A position that is set up as soon as something is asked about it.
    pub(crate) fn board(&self, library: &Arc<Library>, setup: Setup) -> Arc<AwayBoard> {
        Arc::new(AwayBoard { number: self.next_number(), library: Arc::clone(library), setup })
    }

    /// Sets a position up, in a child of its library. If it fails the seat stays as it was.
    pub(crate) async fn open(self: Arc<Self>, board: Arc<AwayBoard>, needs: Room) -> Answer<Arc<AwayBoard>> {
        self.ready(&board, needs).await?;
        Ok(board)
    }

    /// Asks the library about the position.
    pub(crate) async fn ask(
        self: Arc<Self>,
        board: Arc<AwayBoard>,
        question: Question,
        needs: Room,
    ) -> Answer<Vec<Reply>> {
        let (connection, _) = self.ready(&board, needs).await?;
        let (sender, answer) = oneshot::channel();
        let call = self.next_number();
        let expected = Expected::Answered(question.clone(), sender);
        connection.send(Task::Call(ToChild::Ask { call, question }, call, expected));
        lost(answer.await, &connection)
    }

    /// The move of this text if it is legal, or else the first legal move.
    pub(crate) async fn find_legal(
        self: Arc<Self>,
        board: Arc<AwayBoard>,
        wanted: Option<String>,
        needs: Room,
    ) -> Answer<Option<String>> {
        let (connection, _) = self.ready(&board, needs).await?;
        let (sender, answer) = oneshot::channel();
        let call = self.next_number();
        connection.send(Task::Call(ToChild::FindLegal { call, wanted }, call, Expected::Legal(sender)));
        lost(answer.await, &connection)
    }

    /// Whose turn it is; `None` if the library cannot tell.
    pub(crate) async fn turn(self: Arc<Self>, board: Arc<AwayBoard>, needs: Room) -> Answer<Option<Turn>> {
        Ok(self.ready(&board, needs).await?.1.turn.map(turn_of))
    }

    /// Starts a task. Its events come as those of a thread would. The signals may have been given before.
    pub(crate) fn start(
        self: &Arc<Self>,
        board: Arc<AwayBoard>,
        job: Job,
        needs: Room,
        lag: SharedLag,
        signals: &Arc<Signals>,
    ) -> mpsc::Receiver<TaskEvent> {
        let (sender, events) = mpsc::channel(EVENT_QUEUE);
        let (seat, heard, began) = (Arc::clone(self), Arc::clone(signals), Instant::now());
        let starting = async move {
            match seat.ready(&board, needs).await {
                Ok((connection, about)) => {
                    let task = seat.next_number();
                    let kind = job.kind();
                    let job = Box::new(job);
                    let (grant, running) = seat.grant(&job, kind, about, (&lag, began), sender);
                    // A table is kept while others than searches are at work.
                    let room = Room { hash: seat.grant.granted(), threads: grant.threads + 1 };
                    connection.allow(room.in_use());
                    heard.begin(connection, task, grant, |grant| {
                        Task::Start(ToChild::Start { task, job, grant }, task, running)
                    });
                }
                Err(refused) => {
                    let (lines, last) = refused.ended(job.kind(), job.mode());
                    // A session that has gone takes no events.
                    let _ = sender.send(TaskEvent::End(lines, last)).await;
                }
            }
        };
        tokio::spawn(starting.in_current_span());
        events
    }

    /// What a task is granted.
    fn grant(
        &self,
        job: &Job,
        kind: Kind,
        about: About,
        (lag, began): (&SharedLag, Instant),
        events: mpsc::Sender<TaskEvent>,
    ) -> (Grant, Running) {
        let mut budget = None;
        let mut in_use = InUse { grant: Arc::clone(&self.grant), threads: None };
        let mut grant = Grant { hash: 0, threads: 0, budget: None, is_stopped: false, is_hit: false };
        if let Job::Search(order) = job {
            budget = order
                .begin(about.turn.map_or(Turn::Max, turn_of), &mut lag.lock().unwrap_or_else(PoisonError::into_inner));
            grant.hash = order.options.wanted_hash(about.has_key).map_or(0, |wanted| self.grant.begin(wanted));
            let share = self.engine.threads.take(order.options.wanted_threads(grant.hash > 0));
            grant.threads = share.size();
            in_use.threads = Some(share);
            // The time until now counts, unless the clock does not run yet.
            let spent = if order.go.ponder || order.go.infinite { Default::default() } else { began.elapsed() };
            grant.budget = budget.map(|budget| (budget.soft.saturating_sub(spent), budget.hard.saturating_sub(spent)));
        }
        let longest = longest::of_job(job);
        (grant, Running { kind, longest, events, budget, _granted: Box::new(in_use) })
    }

    /// Forgets what searches have learnt.
    pub(crate) fn forget(&self) {
        self.tell(ToChild::Forget);
    }

    /// Frees the table, which no search uses.
    pub(crate) fn free_idle(&self) {
        self.grant.free_idle();
    }

    /// Whether there is a child.
    pub(crate) fn is_taken(&self) -> bool {
        lock(&self.state).taken.is_some()
    }

    /// Whether the child is not read, because the messages of all children take too much memory.
    pub(crate) fn is_paused(&self) -> bool {
        lock(&self.state).taken.as_ref().is_some_and(|taken| taken.connection.is_paused())
    }

    /// Ends the child, which has nothing to do. The next question starts another one.
    pub(crate) fn leave(&self) {
        lock(&self.state).taken = None;
        self.grant.free_idle();
    }

    /// Ends the child, which counts as a crash. All who wait for it hear this reason.
    pub(crate) fn kill(&self, reason: &str) {
        if let Some(taken) = &lock(&self.state).taken {
            taken.connection.kill(crashed(reason));
        }
    }

    fn tell(&self, message: ToChild) {
        if let Some(taken) = &lock(&self.state).taken {
            taken.connection.send(Task::Tell(message));
        }
    }

    fn next_number(&self) -> u64 {
        let mut state = lock(&self.state);
        state.latest += 1;
        state.latest
    }

    /// A child that has this position set up, and what it says about it.
    async fn ready(&self, board: &AwayBoard, needs: Room) -> Answer<(Arc<Connection>, About)> {
        let _one_at_a_time = self.preparing.lock().await;
        let last = lock(&self.state).taken.as_ref().map(|taken| Arc::clone(&taken.connection));
        if let Some(connection) = last {
            connection.settle().await;
        }
        let mut taken = match self.usable(board, needs)? {
            Some(taken) => taken,
            None => self.start_child(&board.library, needs).await?,
        };
        let about = match taken.holds {
            Some((number, about)) if number == board.number => about,
            _ => {
                let (sender, answer) = oneshot::channel();
                let (call, setup) = (self.next_number(), board.setup.clone());
                let message = ToChild::Open { call, setup };
                taken.connection.send(Task::Call(message, call, Expected::Opened(sender)));
                let about = lost(answer.await, &taken.connection).inspect_err(|_| self.note_loss_of(&taken))?;
                taken.holds = Some((board.number, about));
                about
            }
        };
        let connection = Arc::clone(&taken.connection);
        lock(&self.state).taken = Some(taken);
        Ok((connection, about))
    }

    /// The child, if it is alive, has this library, and has room enough.
    fn usable(&self, board: &AwayBoard, needs: Room) -> Answer<Option<Taken>> {
        if let Some(taken) = { lock(&self.state).taken.clone() } {
            self.note_loss_of(&taken);
        }
        let state = lock(&self.state);
        let content = board.library.content();
        if state.crashes.get(content).is_some_and(|crashes| crashes.are_too_many(Instant::now())) {
            let text = format!(
                "the library of `{}` has crashed three times within a minute; this session does not call it until a \
                 minute has passed",
                board.library.id()
            );
            return Err(PositionRefused { code: ErrorCode::PluginDisabled, text });
        }
        let fits = |taken: &&Taken| taken.content == *content && needs.fits(taken.needs);
        Ok(state.taken.as_ref().filter(fits).cloned())
    }

    /// Counts the crash of a child that has ended, once.
    fn note_loss_of(&self, taken: &Taken) {
        if taken.connection.end().is_none() {
            return;
        }
        let mut state = lock(&self.state);
        let is_ours = |known: &Taken| Arc::ptr_eq(&known.connection, &taken.connection);
        if state.taken.as_ref().is_some_and(is_ours) {
            state.taken = None;
        }
        if taken.connection.count_end() {
            state.crashes.entry(taken.content.clone()).or_default().note(Instant::now());
        }
    }

    async fn start_child(&self, library: &Arc<Library>, needs: Room) -> Answer<Taken> {
        let settings = &self.engine.settings;
        let tablebases = Arc::new(self.engine.tablebases.reserve(library.id()));
        let (data, data_memory) = (settings.search.tablebases.clone(), tablebases.bytes());
        let memory = settings.plugins.memory();
        // There is room for what it may be granted, which is more than it may have in use now.
        let room = Room { hash: needs.hash.min(settings.search.total_hash), ..needs };
        let address_space = memory.map(|memory| room.address_space(memory).saturating_add(data_memory));
        let nothing = Room { hash: 0, threads: 0 };
        let memory = memory.map(|memory| nothing.memory(memory).saturating_add(data_memory));
        let readable = settings.plugins.read_folders.clone();
        let (niceness, search_threads) = (settings.niceness, needs.threads);
        let limits = Patience { call: settings.session.stop_time(), other: settings.session.position_time() };
        let supervisor = self.isolation.supervisor.clone();
        let started = {
            let library = Arc::clone(library);
            move || {
                // The copy of the library may have to be made again.
                let order = Order::new(&library)?;
                let order =
                    Order { niceness, search_threads, address_space, memory, readable, data, data_memory, ..order };
                let started = supervisor.start(Start::of(&order))?;
                Ok((order, started))
            }
        };
        let (order, started) = match self.engine.calls.read(started).await {
            Ok(started) => started.map_err(|reason| not_started(&reason))?,
            Err(CallFailure::NoThread) => return Err(no_thread(&io::Error::other("there is none left"))),
            Err(CallFailure::Died) => return Err(not_started(&io::Error::other("starting it failed"))),
        };
        let connection =
            Connection::begin(started, &order, limits, &self.isolation, (&self.engine.counters, library.id()))
                .map_err(|reason| not_started(&reason))?;
        Ok(Taken { connection, content: library.content().clone(), needs, holds: None, _tablebases: tablebases })
    }
}

/// The refusal if the system does not start a process.
fn not_started(reason: &io::Error) -> PositionRefused {
    let text = format!("cannot start a process for the game's library: {reason}");
    PositionRefused { code: ErrorCode::OutOfResources, text }
}

/// The answer of a call, or why the child gave none.
fn lost<T>(answer: Result<Answer<T>, oneshot::error::RecvError>, connection: &Connection) -> Answer<T> {
    answer.unwrap_or_else(|_| Err(connection.end().cloned().unwrap_or_else(|| crashed("it has ended"))))
}

fn turn_of(turn: TurnOf) -> Turn {
    match turn {
        TurnOf::First => Turn::Max,
        TurnOf::Second => Turn::Min,
        TurnOf::Chance => Turn::Chance,
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a search was granted.
#[derive(Debug)]
struct InUse {
    grant: Arc<TableGrant>,
    threads: Option<Share>,
}

impl Granted for InUse {}

impl Drop for InUse {
    fn drop(&mut self) {
        // The threads go back by themselves.
        self.threads = None;
        self.grant.end();
    }
}

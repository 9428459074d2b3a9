//! A session's view of a search, a perft or an explanation.

use super::board::SessionPosition;
use super::grant::InUse;
use crate::counters::CountedSearch;
use crate::event::{CheckedReplies, WorkerEvent};
use crate::queue::{Permit, QueueTurn};
use crate::terms::algorithm;
use crate::work::{JobKind, TaskJob, last_line, plugin_error};
use crate::{Activity, Engine};
use plyd_protocol::{ErrorCode, Mode, Reply};
use plyd_search::Budget;
use plyd_worker::{AttentionClock, MessagePermit, Moment, SHORT_MESSAGE};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most lines at the end of a task that are said at once. More are said one by one, as the client takes them.
const LINES_AT_ONCE: usize = 16;

/// The longest span; clocks of clients can be absurd.
const FAR: Duration = Duration::from_secs(365 * 24 * 3_600);

/// The work to run.
pub(super) struct TaskPlan {
    pub(super) job: TaskJob,
    /// The position that it is about.
    pub(super) board: SessionPosition,
    /// Its place in the numbers of the process, of a search.
    pub(super) counted: Option<CountedSearch>,
    /// Its turn, if as many run as may.
    pub(super) turn: Option<QueueTurn>,
    /// The time for the move, if it is known while it waits for its turn.
    pub(super) budget: Option<Budget>,
}

/// The running task of a session: a search, a perft or an explanation, one at a time.
pub(super) struct SessionTask {
    engine: Arc<Engine>,
    /// What is to be done, until the worker is asked for it.
    job: Option<Box<TaskJob>>,
    board: SessionPosition,
    kind: JobKind,
    /// In which units a search gives scores.
    mode: Mode,
    stage: TaskStage,
    /// An event that waits until the client has taken enough.
    blocked: Option<(WorkerEvent, Option<MessagePermit>)>,
    /// The lines at its end that are still to be said, and the last one.
    ending: Option<(VecDeque<Reply>, Option<Reply>)>,
    /// The place of the latest event, if it came from a child.
    place: Option<MessagePermit>,
    /// What it was granted.
    in_use: Option<InUse>,
    /// The attention of its session.
    attention: AttentionClock,
    began: Moment,
    /// Since when its clock runs, of a search.
    clock_since: Option<Moment>,
    /// The time on the clock, once it is known.
    budget: Option<Budget>,
    infinite: bool,
    ponder: bool,
    /// Whether the pondered move was played.
    is_hit: bool,
    /// Whether its worker has said its end.
    is_over: bool,
    /// The answer, while it is held back.
    answer: Option<Reply>,
    /// The time of the request to stop.
    stopping: Option<Moment>,
    /// Its place in the numbers of the process, of a search.
    counted: Option<CountedSearch>,
    /// The move to answer if the library hangs.
    fallback: Option<String>,
}

enum TaskStage {
    /// As many run as may, and it waits for its turn.
    Queued(QueueTurn),
    /// Its position is set up in the worker.
    Opening { since: Moment },
    /// The worker is at it. A search that has not begun since `asking_since` asks the library about the position.
    Running { asking_since: Option<Moment> },
    /// Its worker is lost, and another one looks for a legal move.
    Recovering { since: Moment },
}

/// What a task waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskWait {
    /// Its turn; meanwhile it may be found out whose move it is.
    Turn,
    /// Its position.
    Position,
    /// The next event.
    Event,
    /// A legal move.
    Move,
}

/// What a stop asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopping {
    /// That it begins at once, and ends.
    Launch,
    /// That the worker gets a signal.
    Signal,
    /// Nothing.
    Nothing,
}

/// What the session gets from its task.
pub(super) enum TaskMessage {
    Event(WorkerEvent),
    /// A line at the end. More follow.
    LastLine(Reply),
}

impl SessionTask {
    /// It waits for its turn, if it has one to wait for, or begins, in a session with this attention.
    pub(super) fn new(engine: &Arc<Engine>, plan: TaskPlan, attention: AttentionClock) -> Self {
        let TaskPlan { job, board, counted, turn, budget } = plan;
        let (infinite, ponder) = match &job {
            TaskJob::Search(order) => (order.go.infinite, order.go.ponder),
            TaskJob::Perft(_) | TaskJob::Explain(..) => (false, false),
        };
        let (kind, mode) = (job.kind(), job.mode());
        let began = attention.moment(Instant::now());
        Self {
            engine: Arc::clone(engine),
            job: Some(Box::new(job)),
            board,
            kind,
            mode,
            stage: turn.map_or(TaskStage::Opening { since: began }, TaskStage::Queued),
            blocked: None,
            ending: None,
            place: None,
            in_use: None,
            attention,
            began,
            clock_since: (kind == JobKind::Search && !infinite && !ponder).then_some(began),
            budget,
            infinite,
            ponder,
            is_hit: false,
            is_over: false,
            answer: None,
            stopping: None,
            counted,
            fallback: None,
        }
    }

    pub(super) fn kind(&self) -> JobKind {
        self.kind
    }

    pub(super) fn mode(&self) -> Mode {
        self.mode
    }

    /// The position that it is about.
    pub(super) fn board(&self) -> &SessionPosition {
        &self.board
    }

    /// What is to be done, unless the worker was asked for it.
    pub(super) fn job(&self) -> Option<&TaskJob> {
        self.job.as_deref()
    }

    pub(super) fn take_job(&mut self) -> Option<Box<TaskJob>> {
        self.job.take()
    }

    /// What it waits for.
    pub(super) fn waits_for(&self) -> TaskWait {
        match self.stage {
            TaskStage::Queued(_) => TaskWait::Turn,
            TaskStage::Opening { .. } => TaskWait::Position,
            TaskStage::Running { .. } => TaskWait::Event,
            TaskStage::Recovering { .. } => TaskWait::Move,
        }
    }

    /// Waits for its turn, if it has to. To drop the future loses nothing. `None` if no turn can come any more.
    pub(super) async fn turn(&mut self) -> Option<Permit> {
        match &mut self.stage {
            TaskStage::Queued(turn) => turn.come().await,
            _ => std::future::pending().await,
        }
    }

    /// Whether it waits for its turn.
    pub(super) fn is_queued(&self) -> bool {
        matches!(self.stage, TaskStage::Queued(_))
    }

    /// Whether the worker is at it.
    pub(super) fn is_at_work(&self) -> bool {
        matches!(self.stage, TaskStage::Running { .. }) && !self.is_over
    }

    /// What it does, for those who look at the session.
    pub(super) fn activity(&self) -> Activity {
        match (self.is_queued(), self.kind) {
            (true, _) => Activity::Queued,
            (false, JobKind::Search) => Activity::Search,
            (false, JobKind::Perft) => Activity::Perft,
            (false, JobKind::Explain) => Activity::Explain,
        }
    }

    /// It waits for its turn no more.
    pub(super) fn open(&mut self) {
        self.stage = TaskStage::Opening { since: self.now() };
    }

    /// The time for the move is this.
    pub(super) fn know(&mut self, budget: Option<Budget>) {
        self.budget = budget;
    }

    /// The worker is asked for it.
    pub(super) fn run(&mut self, now: Instant, budget: Option<Budget>, in_use: Option<InUse>) {
        let asking_since = (self.kind == JobKind::Search).then(|| self.attention.moment(now));
        self.stage = TaskStage::Running { asking_since };
        (self.budget, self.in_use) = (budget, in_use);
    }

    /// Takes an event of its worker. Returns what the session has to say; `None` if that waits until the client has
    /// taken enough, see [`SessionTask::next`].
    pub(super) fn take(
        &mut self,
        event: WorkerEvent,
        place: Option<MessagePermit>,
        has_room: bool,
    ) -> Option<TaskMessage> {
        match &event {
            WorkerEvent::Began { first_move, algorithm: name, .. } => {
                self.stage = TaskStage::Running { asking_since: None };
                self.fallback.clone_from(first_move);
                if let (Some(known), Some(counted)) = (name.as_deref().and_then(algorithm), &mut self.counted) {
                    counted.note_algorithm(known.name());
                }
            }
            // What it had is for others.
            WorkerEvent::Ended { .. } => (self.in_use, self.is_over) = (None, true),
            _ => {}
        }
        if !has_room && !event.may_be_dropped() {
            // From now on the session pays no attention to the library.
            self.blocked = Some((event, place));
            return None;
        }
        self.place = place.filter(|_| has_room);
        Some(self.tell(event))
    }

    /// What waits until the client has taken enough, as it has now.
    pub(super) fn next(&mut self) -> Option<TaskMessage> {
        if let Some((mut lines, last)) = self.ending.take() {
            // The very last line comes with the end: a client that has read it may ask for something else.
            if lines.len() <= 1 {
                return Some(TaskMessage::Event(WorkerEvent::Ended { lines: CheckedReplies(lines.into()), last }));
            }
            let next = lines.pop_front().map(TaskMessage::LastLine);
            self.ending = Some((lines, last));
            return next;
        }
        let (event, place) = self.blocked.take()?;
        self.place = place;
        Some(self.tell(event))
    }

    fn tell(&mut self, event: WorkerEvent) -> TaskMessage {
        match event {
            WorkerEvent::Ended { lines: CheckedReplies(lines), last }
                if lines.len() > LINES_AT_ONCE || lines.iter().any(is_long) =>
            {
                let mut lines = VecDeque::from(lines);
                let first = lines.pop_front();
                self.ending = Some((lines, last));
                TaskMessage::LastLine(first.unwrap_or_else(Reply::blank))
            }
            event => TaskMessage::Event(event),
        }
    }

    /// The client has taken what came before, or all but a little.
    pub(super) fn give_place_back(&mut self) {
        if self.ending.is_none() {
            self.place = None;
        }
    }

    /// Whether something waits until the client has taken enough. Until then nothing more is heard of the library.
    pub(super) fn is_blocked(&self) -> bool {
        self.blocked.is_some() || self.ending.is_some()
    }

    /// Its worker is lost. If a move is owed another one is asked for a legal move, which is this if it is legal.
    pub(super) fn recover(&mut self) -> Option<String> {
        (self.blocked, self.ending, self.place, self.in_use) = (None, None, None, None);
        self.stage = TaskStage::Recovering { since: self.now() };
        self.fallback.take()
    }

    fn now(&self) -> Moment {
        self.attention.moment(Instant::now())
    }

    /// Whether all its lines must arrive, so that it has more time where they wait for a slow client.
    pub(super) fn needs_every_line(&self) -> bool {
        self.kind != JobKind::Search
    }

    /// When it was started, or queued.
    pub(super) fn began(&self) -> Moment {
        self.began
    }

    /// Whether it was asked to stop.
    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.is_some()
    }

    /// Whether the pondered move was played.
    pub(super) fn is_hit(&self) -> bool {
        self.is_hit
    }

    /// Since when other commands wait for its end: since the request to stop, or since its start for an explanation,
    /// which is short.
    pub(super) fn keeps_others_waiting_since(&self) -> Option<Moment> {
        let explains = (self.kind == JobKind::Explain).then_some(self.began);
        explains.or(self.stopping)
    }

    /// The time since it began, but no more than it was meant to last: what goes beyond is not the search's doing.
    pub(super) fn thought(&self) -> Duration {
        self.began.at().elapsed().min(self.budget.map_or(Duration::MAX, |budget| budget.hard))
    }

    /// Whether only a `stop` or `ponderhit` brings its answer.
    pub(super) fn is_held(&self) -> bool {
        self.infinite || self.ponder
    }

    /// Keeps the answer of a finished search that must wait.
    pub(super) fn hold(&mut self, answer: Reply) {
        (self.answer, self.place) = (Some(answer), None);
    }

    /// Whether it has finished, and its answer is kept.
    pub(super) fn has_answer(&self) -> bool {
        self.answer.is_some()
    }

    /// Takes the kept answer of a finished search.
    pub(super) fn take_answer(&mut self) -> Option<Reply> {
        self.answer.take()
    }

    /// It must end; its answer follows as an event, unless it is kept already. Returns what is to be done for that.
    pub(super) fn stop(&mut self) -> Stopping {
        if self.stopping.is_some() {
            return Stopping::Nothing;
        }
        self.stopping = Some(self.now());
        (self.infinite, self.ponder) = (false, false);
        match self.stage {
            TaskStage::Queued(_) => Stopping::Launch,
            TaskStage::Running { .. } if !self.is_over => Stopping::Signal,
            _ => Stopping::Nothing,
        }
    }

    /// The pondered move was played: the clock starts, if there is one. False if nothing was pondered.
    pub(super) fn ponderhit(&mut self) -> bool {
        let was_pondering = std::mem::take(&mut self.ponder);
        if was_pondering && !self.infinite {
            self.is_hit = true;
            self.clock_since = Some(self.now());
        }
        was_pondering
    }

    /// The end of the time of a search that waits for its turn.
    pub(super) fn end_of_queue(&self) -> Option<Instant> {
        let hard = self.budget.filter(|_| self.is_queued())?.hard;
        Some(self.clock_since?.at() + hard.min(FAR))
    }

    /// When its library counts as hung, see [`is_over`](plyd_worker::is_over).
    pub(super) fn deadline(&self) -> Option<Instant> {
        let settings = &self.engine.settings.session;
        let after = |since: Moment, span: Duration| Some(self.attention.end(since, span.min(FAR)));
        match (&self.stage, self.stopping) {
            _ if self.has_answer() => None,
            (TaskStage::Recovering { since }, _) => after(*since, settings.position_time()),
            (TaskStage::Queued(_), _) => None,
            (_, Some(stopping)) => after(stopping, settings.stop_time()),
            (&TaskStage::Opening { since } | &TaskStage::Running { asking_since: Some(since) }, _) => {
                after(since, settings.position_time())
            }
            _ => after(self.clock_since?, self.budget?.hard.saturating_add(settings.stop_time())),
        }
    }

    /// Remembers the best move so far.
    pub(super) fn note(&mut self, line: &Reply) {
        self.count_nodes(line);
        if let Reply::Info(info) = line
            && info.is_result()
            && let Some(best) = info.pv.first()
        {
            self.fallback = Some(best.clone());
        }
    }

    /// Counts the nodes that a line reports.
    pub(super) fn count_nodes(&mut self, line: &Reply) {
        if let (Reply::Info(info), Some(counted)) = (line, &mut self.counted) {
            counted.note_nodes(info.nodes.unwrap_or_default());
        }
    }

    /// Counts the time that a search took to stop, if it was asked to.
    pub(super) fn note_stop(&self) {
        if let (JobKind::Search, Some(stopping)) = (self.kind, self.stopping) {
            self.engine.counters.stop.note(stopping.at().elapsed());
        }
    }

    /// The error for a library that did not return by the deadline.
    pub(super) fn hung(&self) -> Reply {
        let asks = matches!(self.stage, TaskStage::Opening { .. } | TaskStage::Running { asking_since: Some(_) });
        if asks && self.stopping.is_none() {
            let text = "the game's library did not answer about the position in time".into();
            Reply::Error { code: ErrorCode::Timeout, text }
        } else {
            plugin_error("the game's library did not return in time")
        }
    }

    /// Whether another worker is being asked for a legal move, after one was lost.
    pub(super) fn is_recovering(&self) -> bool {
        matches!(self.stage, TaskStage::Recovering { .. })
    }

    /// The last line of a task that is given up, with the best move so far.
    pub(super) fn last_line(&mut self) -> Option<Reply> {
        last_line(self.kind, self.fallback.take(), self.mode)
    }
}

/// Whether a line may be too long to be said at once with others.
fn is_long(line: &Reply) -> bool {
    matches!(line, Reply::Tree(text) | Reply::Text(text) | Reply::Svg(text) if text.len() > SHORT_MESSAGE)
}

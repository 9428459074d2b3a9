//! A search, a perft or an explanation, as its session sees it.

use super::place::Place;
use crate::counters::CountedSearch;
use crate::isolated::{AwayBoard, Seat, Signals, crashed};
use crate::library_calls::Traffic;
use crate::queue::{Owner, Permit, Turn};
use crate::work::position::{PositionRefused, no_thread};
use crate::work::{Job, Kind, MoveClock, Shared, SharedLag, TaskEvent, last_line, plugin_error};
use crate::{Activity, Engine};
use plyd_host::Position;
use plyd_player::Room;
use plyd_protocol::{ErrorCode, Mode, Reply};
use plyd_search::{Budget, Control};
use plyd_worker::{AttentionClock, Moment, Place as MessagePlace, SHORT_MESSAGE};
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Info lines that may wait for a session; more are dropped.
const EVENT_QUEUE: usize = 64;

/// The most lines at the end of a task that are said at once. More are said one by one, as the client takes them.
const LINES_AT_ONCE: usize = 16;

/// Whether a line may be too long to be said at once with others.
fn is_long(line: &Reply) -> bool {
    matches!(line, Reply::Tree(text) | Reply::Text(text) if text.len() > SHORT_MESSAGE)
}

/// A future that is polled again and again.
pub(super) type Waiting<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Where a job is done.
pub(super) enum Workplace {
    /// On a thread of this process.
    Here { position: Position, traffic: Arc<Traffic> },
    /// In the child of the session.
    Away { seat: Arc<Seat>, board: Arc<AwayBoard>, needs: Room, lag: SharedLag },
}

/// The work to run.
pub(super) struct Plan {
    pub(super) job: Job,
    /// To whom it belongs.
    pub(super) owner: Option<Owner>,
    /// Its place in the numbers of the process, of a search.
    pub(super) counted: Option<CountedSearch>,
    pub(super) workplace: Workplace,
    /// What it shares with the session, and with nothing else if it is done in a child.
    pub(super) shared: Shared,
    /// Finds out the time for the move. It is asked only while the search waits for its turn.
    pub(super) budget: Waiting<Option<Budget>>,
}

/// The running task of a session: a search, a perft or an explanation, one at a time. Dropping it stops it, and its
/// last events are lost.
pub(super) struct Task {
    engine: Arc<Engine>,
    control: Arc<Control>,
    kind: Kind,
    /// In which units a search gives scores.
    mode: Mode,
    /// The child in which it is done, if it is.
    away: Option<Away>,
    /// What the child is told of it while it runs, or when it begins.
    signals: Arc<Signals>,
    stage: Stage,
    /// An event that waits until the client has taken enough.
    blocked: Option<TaskEvent>,
    /// The lines at its end that are still to be said, and the last one.
    ending: Option<(VecDeque<Reply>, Option<Reply>)>,
    /// The place of the latest event, if it came from a child.
    place: Option<MessagePlace>,
    /// The attention of its session.
    attention: AttentionClock,
    began: Moment,
    /// The clock and since when it runs, of a search.
    clock: Arc<MoveClock>,
    clock_since: Option<Moment>,
    /// The time on the clock, as soon as it is known.
    budget: Option<Budget>,
    infinite: bool,
    ponder: bool,
    /// The answer, while it is held back.
    answer: Option<Reply>,
    /// The time of the request to stop.
    stopping: Option<Moment>,
    /// Its place in the numbers of the process, of a search.
    counted: Option<CountedSearch>,
    /// The move to answer if the library hangs.
    fallback: Option<String>,
}

/// What a task needs to have a child asked for a legal move.
#[derive(Clone)]
struct Away {
    seat: Arc<Seat>,
    board: Arc<AwayBoard>,
    needs: Room,
}

enum Stage {
    /// As many run as may, and it waits for its turn.
    Queued { turn: Turn, budget: Option<Waiting<Option<Budget>>>, work: Option<Box<(Job, Workplace, Shared)>> },
    /// Its thread is at it, or its child. A search that has not begun since `asking_since` asks the library about the
    /// position.
    Running { events: mpsc::Receiver<TaskEvent>, worker: Worker, asking_since: Option<Moment> },
    /// Its child has ended, and another one looks for a legal move.
    Recovering { end: Waiting<TaskEvent>, since: Moment },
}

/// Who does the work.
enum Worker {
    Thread(Place),
    /// Without a permit once it is through: an answer that is held takes no place among those that run.
    Child {
        permit: Option<Permit>,
    },
}

impl Task {
    /// Starts it, or queues it if as many run as may, for a session with this attention.
    pub(super) fn start(engine: &Arc<Engine>, plan: Plan, attention: AttentionClock) -> Self {
        let Plan { job, owner, counted, workplace, shared, budget } = plan;
        let (infinite, ponder) = match &job {
            Job::Search(order) => (order.go.infinite, order.go.ponder),
            Job::Perft(_) | Job::Explain(..) => (false, false),
        };
        let (kind, mode) = (job.kind(), job.mode());
        let (control, clock) = (Arc::clone(&shared.control), Arc::clone(&shared.clock));
        let away = match &workplace {
            Workplace::Here { .. } => None,
            Workplace::Away { seat, board, needs, .. } => {
                Some(Away { seat: Arc::clone(seat), board: Arc::clone(board), needs: *needs })
            }
        };
        let (began, signals) = (attention.moment(Instant::now()), Arc::new(Signals::default()));
        let stage = match engine.running.take(owner) {
            Ok(permit) => launch(engine, (job, workplace, shared), &signals, Some(permit), began),
            Err(turn) => Stage::Queued { turn, budget: Some(budget), work: Some(Box::new((job, workplace, shared))) },
        };
        Self {
            engine: Arc::clone(engine),
            control,
            kind,
            mode,
            away,
            signals,
            stage,
            blocked: None,
            ending: None,
            place: None,
            attention,
            began,
            clock,
            clock_since: (kind == Kind::Search && !infinite && !ponder).then_some(began),
            budget: None,
            infinite,
            ponder,
            answer: None,
            stopping: None,
            counted,
            fallback: None,
        }
    }

    /// Whether it waits for its turn.
    pub(super) fn is_queued(&self) -> bool {
        matches!(self.stage, Stage::Queued { .. })
    }

    /// What it does, for those who look at the session.
    pub(super) fn activity(&self) -> Activity {
        match (self.is_queued(), self.kind) {
            (true, _) => Activity::Queued,
            (false, Kind::Search) => Activity::Search,
            (false, Kind::Perft) => Activity::Perft,
            (false, Kind::Explain) => Activity::Explain,
        }
    }

    /// The next event; `None` if its thread died. If the client has not taken enough (`has_room`), only what may be
    /// dropped comes, and all else waits. To drop the future loses nothing.
    pub(super) async fn next_event(&mut self, has_room: bool) -> Option<TaskEvent> {
        if !has_room && self.is_blocked() {
            return std::future::pending().await;
        }
        if has_room && self.ending.is_none() {
            // The client has taken what came before, or all but a little.
            self.place = None;
        }
        if let Some((mut lines, last)) = self.ending.take() {
            // The very last line comes with the end: a client that has read it may ask for something else.
            if lines.len() <= 1 {
                return Some(TaskEvent::End(lines.into(), last));
            }
            let next = lines.pop_front().map(TaskEvent::LastLine);
            self.ending = Some((lines, last));
            return next;
        }
        let event = match self.blocked.take() {
            Some(event) => Some(event),
            None => self.receive().await,
        };
        let event = match event {
            Some(event) if !has_room && !event.may_be_dropped() => {
                self.blocked = Some(event);
                // From now on the session pays no attention to the library.
                return Some(TaskEvent::Blocked);
            }
            Some(TaskEvent::Reserved(event, place)) => {
                if has_room {
                    self.place = Some(place);
                }
                Some(*event)
            }
            event => event,
        };
        match event {
            Some(TaskEvent::End(lines, last)) if lines.len() > LINES_AT_ONCE || lines.iter().any(is_long) => {
                let mut lines = VecDeque::from(lines);
                let first = lines.pop_front().map(TaskEvent::LastLine);
                self.ending = Some((lines, last));
                first
            }
            event => event,
        }
    }

    /// Whether something waits until the client has taken enough. Until then nothing more is heard of the library.
    pub(super) fn is_blocked(&self) -> bool {
        self.blocked.is_some() || self.ending.is_some()
    }

    /// The next event as it comes.
    async fn receive(&mut self) -> Option<TaskEvent> {
        loop {
            let permit = match &mut self.stage {
                Stage::Running { events, worker, asking_since } => {
                    let event = events.recv().await;
                    let told = match &event {
                        Some(TaskEvent::Reserved(event, _)) => Some(&**event),
                        event => event.as_ref(),
                    };
                    if let Some(TaskEvent::Began { first_move, budget, algorithm, .. }) = told {
                        *asking_since = None;
                        self.budget = *budget;
                        self.fallback.clone_from(first_move);
                        if let (Some(algorithm), Some(counted)) = (algorithm, &mut self.counted) {
                            counted.note_algorithm(algorithm.name());
                        }
                    }
                    if let (Some(TaskEvent::End(..)), Worker::Child { permit }) = (told, &mut *worker) {
                        *permit = None;
                    }
                    return match (event, worker) {
                        (None, Worker::Child { .. }) => Some(TaskEvent::Lost(crashed("it has ended"))),
                        (event, _) => event,
                    };
                }
                Stage::Recovering { end, .. } => return Some(end.as_mut().await),
                Stage::Queued { turn, budget, .. } => tokio::select! {
                    // Afterwards it runs, and waits for no other.
                    permit = turn.come() => permit,
                    found = found(budget) => {
                        (self.budget, *budget) = (found, None);
                        // Its end may be nearer now.
                        return Some(TaskEvent::Began { first_move: None, budget: found, algorithm: None, order: None });
                    }
                },
            };
            self.launch(permit);
        }
    }

    /// Starts its thread or child, if it has none.
    fn launch(&mut self, permit: Option<Permit>) {
        if let Stage::Queued { work, .. } = &mut self.stage
            && let Some(work) = work.take()
        {
            let now = self.attention.moment(Instant::now());
            self.stage = launch(&self.engine, *work, &self.signals, permit, now);
        }
    }

    /// The child has ended, or is ended now for this reason, without an answer. Another one is asked for a legal move,
    /// if a move is owed. Returns the error for the client; `None` if this task has no child.
    pub(super) fn lose_child(&mut self, reason: Option<&str>) -> Option<PositionRefused> {
        let Away { seat, board, needs } = self.away.clone()?;
        let error = crashed(reason.unwrap_or("it has ended"));
        reason.into_iter().for_each(|reason| seat.kill(reason));
        let (kind, mode, wanted) = (self.kind, self.mode, self.fallback.take());
        let end = async move {
            let found = if kind == Kind::Search { seat.find_legal(board, wanted, needs).await } else { Ok(None) };
            match found {
                Ok(best) => TaskEvent::End(Vec::new(), last_line(kind, best, mode)),
                Err(refused) => {
                    let (lines, last) = refused.ended(kind, mode);
                    TaskEvent::End(lines, last)
                }
            }
        };
        (self.blocked, self.ending) = (None, None);
        self.stage = Stage::Recovering { end: Box::pin(end), since: self.attention.moment(Instant::now()) };
        Some(error)
    }

    /// Whether all its lines must arrive, so that it has more time where they wait for a slow client.
    pub(super) fn needs_every_line(&self) -> bool {
        self.kind != Kind::Search
    }

    /// When it was started, or queued.
    pub(super) fn began(&self) -> Moment {
        self.began
    }

    /// Whether it was asked to stop.
    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.is_some()
    }

    /// Since when other commands wait for its end: since the request to stop, or since its start for an explanation,
    /// which is short.
    pub(super) fn keeps_others_waiting_since(&self) -> Option<Moment> {
        let explains = (self.kind == Kind::Explain).then_some(self.began);
        explains.or(self.stopping)
    }

    /// The time since it began, but no more than it was meant to last: what goes beyond is not the search's doing.
    pub(super) fn thought(&self) -> Duration {
        self.control.elapsed().min(self.budget.map_or(Duration::MAX, |budget| budget.hard))
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

    /// Tells it to stop; its answer follows as an event, unless it is kept already. One that waits for its turn need
    /// not.
    pub(super) fn stop(&mut self) {
        if self.stopping.is_none() {
            self.control.stop();
            self.stopping = Some(self.attention.moment(Instant::now()));
            (self.infinite, self.ponder) = (false, false);
            self.signals.stop();
            self.launch(None);
        }
    }

    /// The pondered move was played: the clock starts, if there is one. False if nothing was pondered.
    pub(super) fn ponderhit(&mut self) -> bool {
        let was_pondering = std::mem::take(&mut self.ponder);
        if was_pondering && !self.infinite {
            self.clock.run();
            self.clock_since = Some(self.attention.moment(Instant::now()));
            self.signals.ponderhit();
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
            (Stage::Recovering { since, .. }, _) => after(*since, settings.position_time()),
            (Stage::Queued { .. }, _) => None,
            (_, Some(stopping)) => after(stopping, settings.stop_time()),
            (&Stage::Running { asking_since: Some(since), .. }, _) => after(since, settings.position_time()),
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

    /// Counts the nodes that a line tells of.
    pub(super) fn count_nodes(&mut self, line: &Reply) {
        if let (Reply::Info(info), Some(counted)) = (line, &mut self.counted) {
            counted.note_nodes(info.nodes.unwrap_or_default());
        }
    }

    /// Counts the time that a search took to stop, if it was asked to.
    pub(super) fn note_stop(&self) {
        if let (Kind::Search, Some(stopping)) = (self.kind, self.stopping) {
            self.engine.counters.stop.note(stopping.at().elapsed());
        }
    }

    /// The error for a library that did not return by the deadline.
    pub(super) fn hung(&self) -> Reply {
        let asks = matches!(self.stage, Stage::Running { asking_since: Some(_), .. });
        if asks && self.stopping.is_none() {
            let text = "the game's library did not answer about the position in time".into();
            Reply::Error { code: ErrorCode::Timeout, text }
        } else {
            plugin_error("the game's library did not return in time")
        }
    }

    /// Whether a child is being asked for a legal move, after another one was lost.
    pub(super) fn is_recovering(&self) -> bool {
        matches!(self.stage, Stage::Recovering { .. })
    }

    /// Gives up a task whose thread has died or hangs. Returns its last line, with the best move so far.
    pub(super) fn abandon(mut self) -> Option<Reply> {
        if let Stage::Running { worker: Worker::Thread(place), .. } = &self.stage {
            place.give_up();
        }
        last_line(self.kind, self.fallback.take(), self.mode)
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.control.stop();
        self.signals.stop();
        if let Stage::Running { worker: Worker::Thread(place), .. } = &self.stage {
            place.give_up_after(self.engine.settings.session.stop_time());
        }
    }
}

async fn found(budget: &mut Option<Waiting<Option<Budget>>>) -> Option<Budget> {
    match budget {
        Some(budget) => budget.await,
        None => std::future::pending().await,
    }
}

/// The longest span; clocks of clients can be absurd.
const FAR: Duration = Duration::from_secs(365 * 24 * 3_600);

/// Has the work done. The place for its last event is reserved beforehand, so that it always arrives.
fn launch(
    engine: &Engine,
    (job, workplace, shared): (Job, Workplace, Shared),
    signals: &Arc<Signals>,
    permit: Option<Permit>,
    now: Moment,
) -> Stage {
    let asking_since = (job.kind() == Kind::Search).then_some(now);
    let (position, traffic) = match workplace {
        Workplace::Here { position, traffic } => (position, traffic),
        Workplace::Away { seat, board, needs, lag } => {
            let events = seat.start(board, job, needs, lag, signals);
            return Stage::Running { events, worker: Worker::Child { permit }, asking_since };
        }
    };
    let (sender, events) = mpsc::channel(EVENT_QUEUE);
    let place = Place::new(permit, traffic.begin(None));
    let left = place.clone();
    // The channel is empty, so that there is room for it.
    let last = sender.clone().try_reserve_owned();
    engine.search_threads.run(move |thread| {
        let (lines, end) = match thread {
            Ok(()) => job.run(&position, &shared, &sender),
            Err(reason) => no_thread(&reason).ended(job.kind(), job.mode()),
        };
        left.leave();
        if let Ok(last) = last {
            last.send(TaskEvent::End(lines, end));
        }
    });
    Stage::Running { events, worker: Worker::Thread(place), asking_since }
}

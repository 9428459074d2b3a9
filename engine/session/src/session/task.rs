//! A search, a perft or an explanation, as its session sees it.

use super::clock::MoveClock;
use super::info_lines::plugin_error;
use super::place::Place;
use crate::Engine;
use crate::library_calls::Traffic;
use plyd_protocol::{ErrorCode, Mode, Reply};
use plyd_search::{Budget, Control};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, mpsc};
use tokio::time::Instant;

/// Info lines that may wait for a session; more are dropped.
const EVENT_QUEUE: usize = 64;

/// A message of a task to its session.
#[derive(Debug)]
pub(super) enum TaskEvent {
    /// A search has asked the library what it must know, and begins.
    Began {
        /// The move to answer if the library hangs before there is a better one.
        first_move: Option<String>,
        /// The time for the move, from the start or from `ponderhit`.
        budget: Option<Budget>,
        /// The complete request, for a client that debugs.
        order: Option<String>,
    },
    /// A line on the way.
    Line(Reply),
    /// The last lines, and then one that says that it is over: `bestmove`, or the total of a perft.
    End(Vec<Reply>, Option<Reply>),
}

/// The result in [`TaskEvent::End`].
pub(super) type Ended = (Vec<Reply>, Option<Reply>);

/// The work of a task's thread.
pub(super) type Work = Box<dyn FnOnce(&mpsc::Sender<TaskEvent>) -> Ended + Send>;

/// A future that is polled again and again.
type Waiting<T> = Pin<Box<dyn Future<Output = T> + Send>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Search,
    Perft,
    Explain,
}

/// The work to run.
pub(super) struct Plan {
    pub(super) kind: Kind,
    pub(super) control: Arc<Control>,
    pub(super) work: Work,
    /// Its clock, of a search.
    pub(super) clock: Option<Arc<MoveClock>>,
    /// Whether the answer waits for `stop`.
    pub(super) infinite: bool,
    /// Whether the answer waits for `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// Finds out the time for the move. It is asked only while the search waits for its turn.
    pub(super) budget: Waiting<Option<Budget>>,
}

impl Plan {
    /// For a task that takes as long as it takes.
    pub(super) fn without_clock(kind: Kind, control: Arc<Control>, work: Work) -> Self {
        let budget = Box::pin(std::future::ready(None));
        Self { kind, control, work, clock: None, infinite: false, ponder: false, budget }
    }
}

/// The running task of a session: a search, a perft or an explanation, one at a time. Dropping it stops it, and its
/// last events are lost.
pub(super) struct Task {
    engine: Arc<Engine>,
    traffic: Arc<Traffic>,
    control: Arc<Control>,
    kind: Kind,
    stage: Stage,
    began: Instant,
    /// The clock and since when it runs, of a search.
    clock: Option<Arc<MoveClock>>,
    clock_since: Option<Instant>,
    /// The time on the clock, as soon as it is known.
    budget: Option<Budget>,
    infinite: bool,
    ponder: bool,
    /// The answer, while it is held back.
    answer: Option<Reply>,
    /// The time of the request to stop.
    stopping: Option<Instant>,
    /// The move to answer if the library hangs.
    fallback: Option<String>,
}

enum Stage {
    /// As many run as may, and it waits for its turn.
    Queued {
        turn: Waiting<Result<OwnedSemaphorePermit, AcquireError>>,
        budget: Option<Waiting<Option<Budget>>>,
        work: Work,
    },
    /// Its thread is at it. A search that has not begun since `launched` asks the library about the position.
    Running { events: mpsc::Receiver<TaskEvent>, place: Place, asking_since: Option<Instant> },
}

impl Task {
    /// Starts it on a thread, or queues it if as many run as may.
    pub(super) fn start(engine: &Arc<Engine>, traffic: Arc<Traffic>, plan: Plan) -> Self {
        let Plan { kind, control, work, clock, infinite, ponder, budget } = plan;
        let began = Instant::now();
        let stage = match Arc::clone(&engine.running).try_acquire_owned() {
            Ok(permit) => launch(engine, &traffic, kind, Some(permit), work),
            Err(_) => {
                let turn = Box::pin(Arc::clone(&engine.running).acquire_owned());
                Stage::Queued { turn, budget: Some(budget), work }
            }
        };
        Self {
            engine: Arc::clone(engine),
            traffic,
            control,
            kind,
            stage,
            began,
            clock,
            clock_since: (!infinite && !ponder).then_some(began),
            budget: None,
            infinite,
            ponder,
            answer: None,
            stopping: None,
            fallback: None,
        }
    }

    /// Whether it waits for its turn.
    pub(super) fn is_queued(&self) -> bool {
        matches!(self.stage, Stage::Queued { .. })
    }

    /// The next event; `None` if its thread died. To drop the future loses nothing.
    pub(super) async fn next_event(&mut self) -> Option<TaskEvent> {
        loop {
            let permit = match &mut self.stage {
                Stage::Running { events, asking_since, .. } => {
                    let event = events.recv().await;
                    if let Some(TaskEvent::Began { first_move, budget, .. }) = &event {
                        *asking_since = None;
                        self.budget = *budget;
                        self.fallback.clone_from(first_move);
                    }
                    return event;
                }
                Stage::Queued { turn, budget, .. } => tokio::select! {
                    // It is never closed.
                    permit = turn => permit.ok(),
                    found = found(budget) => {
                        (self.budget, *budget) = (found, None);
                        // Its end may be nearer now.
                        return Some(TaskEvent::Began { first_move: None, budget: found, order: None });
                    }
                },
            };
            self.launch(permit);
        }
    }

    /// Starts its thread, if it has none.
    fn launch(&mut self, permit: Option<OwnedSemaphorePermit>) {
        if let Stage::Queued { work, .. } = &mut self.stage {
            let work = std::mem::replace(work, Box::new(|_| (Vec::new(), None)));
            self.stage = launch(&self.engine, &self.traffic, self.kind, permit, work);
        }
    }

    /// Whether all its lines must arrive, so that they must wait for a slow client.
    pub(super) fn needs_every_line(&self) -> bool {
        self.kind != Kind::Search
    }

    /// When it was started, or queued.
    pub(super) fn began(&self) -> Instant {
        self.began
    }

    /// Whether it was asked to stop.
    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.is_some()
    }

    /// Since when other commands wait for its end: since the request to stop, or since its start for an explanation,
    /// which is short.
    pub(super) fn keeps_others_waiting_since(&self) -> Option<Instant> {
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
        self.answer = Some(answer);
    }

    /// Whether it has finished, and its answer is kept.
    pub(super) fn has_answer(&self) -> bool {
        self.answer.is_some()
    }

    /// Takes the kept answer of a finished search.
    pub(super) fn take_answer(&mut self) -> Option<Reply> {
        self.answer.take()
    }

    /// Tells it to stop; its answer follows as an event, unless it is kept already. One that waits for its turn need not.
    pub(super) fn stop(&mut self) {
        if self.stopping.is_none() {
            self.control.stop();
            self.stopping = Some(Instant::now());
            (self.infinite, self.ponder) = (false, false);
            self.launch(None);
        }
    }

    /// The pondered move was played: the clock starts, if there is one. False if nothing was pondered.
    pub(super) fn ponderhit(&mut self) -> bool {
        let was_pondering = std::mem::take(&mut self.ponder);
        if let (true, false, Some(clock)) = (was_pondering, self.infinite, &self.clock) {
            clock.run();
            self.clock_since = Some(Instant::now());
        }
        was_pondering
    }

    /// When it has lasted too long: one that waits for its turn is at the end of its time then, and the library of one that
    /// runs counts as hung.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let settings = &self.engine.settings.session;
        let hard = || Some((self.clock_since?, self.budget?.hard));
        match (&self.stage, self.stopping) {
            _ if self.has_answer() => None,
            (Stage::Queued { .. }, _) => hard().map(|(since, hard)| after(since, hard)),
            (_, Some(stopping)) => Some(after(stopping, settings.stop_time())),
            (&Stage::Running { asking_since: Some(since), .. }, _) => Some(after(since, settings.position_time())),
            _ => hard().map(|(since, hard)| after(since, hard.saturating_add(settings.stop_time()))),
        }
    }

    /// Remembers the best move so far.
    pub(super) fn note(&mut self, line: &Reply) {
        if let Reply::Info(info) = line
            && info.is_result()
            && let Some(best) = info.pv.first()
        {
            self.fallback = Some(best.clone());
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

    /// Gives up a task whose thread has died or hangs. Returns its last line, with the best move so far.
    pub(super) fn abandon(mut self, mode: Mode) -> Option<Reply> {
        if let Stage::Running { place, .. } = &self.stage {
            place.give_up();
        }
        last_line(self.kind, self.fallback.take(), mode)
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.control.stop();
        if let Stage::Running { place, .. } = &self.stage {
            place.give_up_after(self.engine.settings.session.stop_time());
        }
    }
}

/// The line that says that a task is over, which found this move.
fn last_line(kind: Kind, best: Option<String>, mode: Mode) -> Option<Reply> {
    match kind {
        Kind::Search => Some(Reply::best_move(best, None, mode)),
        Kind::Perft => None,
        Kind::Explain => Some(Reply::ExplainDone),
    }
}

async fn found(budget: &mut Option<Waiting<Option<Budget>>>) -> Option<Budget> {
    match budget {
        Some(budget) => budget.await,
        None => std::future::pending().await,
    }
}

/// An instant so long after another; clocks of clients can be absurd.
fn after(start: Instant, span: Duration) -> Instant {
    const FAR: Duration = Duration::from_secs(365 * 24 * 3_600);
    start + span.min(FAR)
}

/// Does the work on a thread. The place for its last event is reserved beforehand, so that it always arrives.
fn launch(
    engine: &Engine,
    traffic: &Arc<Traffic>,
    kind: Kind,
    permit: Option<OwnedSemaphorePermit>,
    work: Work,
) -> Stage {
    let (sender, events) = mpsc::channel(EVENT_QUEUE);
    let place = Place::new(permit, traffic.begin(None));
    let left = place.clone();
    // The channel is empty, so that there is room for it.
    let last = sender.clone().try_reserve_owned();
    engine.search_threads.run(move |thread| {
        let (lines, end) = match thread {
            Ok(()) => work(&sender),
            Err(reason) => {
                let text = format!("cannot start a thread for the search: {reason}");
                let error = Reply::Error { code: ErrorCode::OutOfResources, text };
                (vec![error], last_line(kind, None, Mode::Uci))
            }
        };
        left.leave();
        if let Ok(last) = last {
            last.send(TaskEvent::End(lines, end));
        }
    });
    let asking_since = (kind == Kind::Search).then(Instant::now);
    Stage::Running { events, place, asking_since }
}

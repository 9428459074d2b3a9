//! A search, a perft or an explanation on a thread of its own, as its session sees it.

use super::explain;
use super::info_lines::{InfoLines, plugin_error};
use plyd_explain::Request;
use plyd_host::Position;
use plyd_player::{Quota, SearchOptions, SearchTable, Searcher, random_seed};
use plyd_protocol::{ExplainFormat, Mode, Reply};
use plyd_rules::Move;
use plyd_search::{Budget, Control, Event, Limits, Perft, STACK_BYTES, perft};
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Info lines that may wait for a session; more are dropped.
const EVENT_QUEUE: usize = 64;

/// What a task tells its session.
#[derive(Debug)]
pub(super) enum TaskEvent {
    /// A line on the way.
    Line(Reply),
    /// The last lines, and then one that says that it is over: `bestmove`, or the total of a perft.
    End(Vec<Reply>, Option<Reply>),
}

/// What runs for a session: a search, a perft or an explanation, one at a time. Dropped, it stops the search, and
/// nobody reads its last events.
#[derive(Debug)]
pub(super) struct Task {
    control: Arc<Control>,
    /// The longest it may think, if its clock runs from the start.
    hard: Option<Duration>,
    events: mpsc::Receiver<TaskEvent>,
    kind: Kind,
    /// The answer is not to be given before a `stop`.
    infinite: bool,
    /// The answer is not to be given before a `stop` or a `ponderhit`, which starts the clock with this.
    pondered: Option<Option<Budget>>,
    /// The answer, while it is held back.
    answer: Option<Reply>,
    stopping: bool,
    /// When the library counts as hung.
    overdue: Option<Instant>,
    /// The move to answer if the library hangs.
    fallback: Option<String>,
    stop_time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Search,
    Perft,
    Explain,
}

/// How a search is to be run, beyond its limits.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// How.
    pub(super) options: SearchOptions,
    /// Where it takes its threads from, beyond the first.
    pub(super) threads: Arc<Quota>,
    /// Until when.
    pub(super) limits: Limits,
    /// How long, from the start or from `ponderhit`.
    pub(super) budget: Option<Budget>,
    /// Whether the answer waits for `stop`.
    pub(super) infinite: bool,
    /// Whether the answer waits for `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// In which units scores are written.
    pub(super) mode: Mode,
    /// How long the library may take to obey a stop.
    pub(super) stop_time: Duration,
}

impl Task {
    /// Starts a search of the position. `fallback` is the move to answer if the library hangs before there is a better one.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(super) fn search(
        position: &Position,
        order: Order,
        table: Arc<SearchTable>,
        fallback: Option<String>,
    ) -> io::Result<Self> {
        let control = Arc::new(Control::new());
        let budget = order.budget.filter(|_| !order.ponder && !order.infinite);
        if let Some(budget) = budget {
            control.start_clock(budget);
        }
        let pondered = order.ponder.then_some(order.budget);
        let (infinite, stop_time) = (order.infinite, order.stop_time);
        let (position, shared) = (position.clone(), Arc::clone(&control));
        let events = spawn("search", move |sender| {
            let searcher = Searcher::new(order.options.clone(), table, Arc::clone(&order.threads));
            let prepared = searcher.prepare(position.game());
            let mut info_lines = InfoLines::new(&position, prepared.table(), &order, &sender);
            prepared.remarks().iter().for_each(|remark| info_lines.remark(remark.clone()));
            let mut report = |event: Event<'_>| info_lines.tell(event);
            let answer = prepared.search(&position, &order.limits, random_seed(), &shared, &mut report);
            info_lines.finish(answer)
        })?;
        let overdue = budget.map(|budget| deadline(budget.hard.saturating_add(stop_time)));
        let (answer, stopping) = (None, false);
        let kind = Kind::Search;
        let hard = budget.map(|budget| budget.hard);
        Ok(Self { control, hard, events, kind, infinite, pondered, answer, stopping, overdue, fallback, stop_time })
    }

    /// Starts to count the leaves below the position.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(super) fn perft(position: &Position, depth: u32, stop_time: Duration) -> io::Result<Self> {
        let control = Arc::new(Control::new());
        let (position, shared) = (position.clone(), Arc::clone(&control));
        let events = spawn("perft", move |sender| {
            let mut each = |mv: Move, count: u64| match position.move_text(mv) {
                // A session that has gone away has stopped the count as well.
                Ok(mv) => drop(sender.blocking_send(TaskEvent::Line(Reply::PerftMove { mv, count }))),
                Err(fault) => drop(sender.blocking_send(TaskEvent::Line(plugin_error(&fault.to_string())))),
            };
            match perft(position.game(), position.state(), depth, &shared, &mut each) {
                Perft::Total(total) => (vec![Reply::blank()], Some(Reply::PerftTotal(total))),
                Perft::Stopped => (vec![Reply::InfoString("perft was stopped before its end".into())], None),
                Perft::Fault(fault) => (vec![plugin_error(&fault)], None),
            }
        })?;
        Ok(Self::without_clock(control, events, Kind::Perft, stop_time))
    }

    /// Starts to explain a search of the position.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(super) fn explain(
        position: &Position,
        request: Request,
        format: ExplainFormat,
        stop_time: Duration,
    ) -> io::Result<Self> {
        let control = Arc::new(Control::new());
        let (position, shared) = (position.clone(), Arc::clone(&control));
        let events = spawn("explain", move |sender| {
            (explain::tell(position, &request, format, &shared, &sender), Some(Reply::ExplainDone))
        })?;
        Ok(Self::without_clock(control, events, Kind::Explain, stop_time))
    }

    fn without_clock(
        control: Arc<Control>,
        events: mpsc::Receiver<TaskEvent>,
        kind: Kind,
        stop_time: Duration,
    ) -> Self {
        let (infinite, stopping, pondered, answer, overdue, fallback) = (false, false, None, None, None, None);
        let hard = None;
        Self { control, hard, events, kind, infinite, pondered, answer, stopping, overdue, fallback, stop_time }
    }

    /// The next event; `None` if the search's thread died.
    pub(super) async fn next_event(&mut self) -> Option<TaskEvent> {
        self.events.recv().await
    }

    /// Whether its lines must all arrive, so that they have to wait for a slow client.
    pub(super) fn needs_every_line(&self) -> bool {
        self.kind != Kind::Search
    }

    /// Whether it was told to stop.
    pub(super) fn is_stopping(&self) -> bool {
        self.stopping
    }

    /// Whether other commands wait for its end: it was told to stop, or it is an explanation, which is short.
    pub(super) fn keeps_others_waiting(&self) -> bool {
        self.stopping || self.kind == Kind::Explain
    }

    /// The time since it began, but no more than it was meant to last: what goes beyond is not the search's doing.
    pub(super) fn thought(&self) -> Duration {
        self.control.elapsed().min(self.hard.unwrap_or(Duration::MAX))
    }

    /// Whether only a `stop` or `ponderhit` brings its answer.
    pub(super) fn is_held(&self) -> bool {
        self.infinite || self.pondered.is_some()
    }

    /// Keeps the answer of a finished search that has to wait.
    pub(super) fn hold(&mut self, answer: Reply) {
        self.answer = Some(answer);
        self.overdue = None;
    }

    /// Whether it has finished, and its answer is kept.
    pub(super) fn has_answer(&self) -> bool {
        self.answer.is_some()
    }

    /// Takes the kept answer of a finished search.
    pub(super) fn take_answer(&mut self) -> Option<Reply> {
        self.answer.take()
    }

    /// Tells the search to stop; its answer follows as an event, unless it is kept already.
    pub(super) fn stop(&mut self) {
        if !self.stopping {
            self.control.stop();
            self.stopping = true;
            (self.infinite, self.pondered) = (false, None);
            self.overdue = Some(deadline(self.stop_time));
        }
    }

    /// The pondered move was played: the clock starts, if there is one. False if nothing was pondered.
    pub(super) fn ponderhit(&mut self) -> bool {
        let Some(budget) = self.pondered.take() else { return false };
        if let Some(budget) = budget.filter(|_| !self.infinite) {
            self.control.start_clock(budget);
            self.overdue = Some(deadline(budget.hard.saturating_add(self.stop_time)));
        }
        true
    }

    /// When the library counts as hung, unless the search has ended by then.
    pub(super) fn overdue(&self) -> Option<Instant> {
        self.overdue
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

    /// What to say when the thread has died or hangs: the reason, and the best move so far.
    pub(super) fn abandon(mut self, reason: &str, mode: Mode) -> (Reply, Option<Reply>) {
        let best = self.fallback.take();
        let last = match self.kind {
            Kind::Search => Some(Reply::best_move(best, None, mode)),
            Kind::Perft => None,
            Kind::Explain => Some(Reply::ExplainDone),
        };
        (plugin_error(reason), last)
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// An instant this far ahead; clocks of clients can be absurd.
fn deadline(span: Duration) -> Instant {
    const FAR: Duration = Duration::from_secs(365 * 24 * 3_600);
    Instant::now() + span.min(FAR)
}

/// Runs `work` on a thread of its own; the place for its last event is reserved beforehand, so that it always arrives.
fn spawn(
    name: &str,
    work: impl FnOnce(mpsc::Sender<TaskEvent>) -> (Vec<Reply>, Option<Reply>) + Send + 'static,
) -> io::Result<mpsc::Receiver<TaskEvent>> {
    let (sender, receiver) = mpsc::channel(EVENT_QUEUE);
    let last = sender.clone().try_reserve_owned().map_err(io::Error::other)?;
    thread::Builder::new().name(name.to_owned()).stack_size(STACK_BYTES).spawn(move || {
        let (lines, end) = work(sender);
        last.send(TaskEvent::End(lines, end));
    })?;
    Ok(receiver)
}

//! A conversation with a child that is no process: for tests of what a session makes of anything that a child may say.

use super::Isolation;
use super::connection::{Answer, Expected, Granted, Running, Task, crashed};
use super::conversation::Conversation;
use super::messages::{About, Grant, ToChild};
use super::reader::MessageReader;
use super::seat::EVENT_QUEUE;
use crate::work::position::PositionRefused;
use crate::work::{Job, Kind, Question, Record, Setup, TaskEvent};
use plyd_host::ContentHash;
use plyd_protocol::{Mode, Query, Reply};
use plyd_worker::{LONG_TEXT, LONG_TREE, Patience, SHORT_MESSAGE};
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, OnceLock};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;
use tokio::io::{AsyncWrite, SimplexStream, WriteHalf, simplex, sink};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{mpsc, oneshot};

/// So long a child would have to be silent.
const FOREVER: Duration = Duration::from_secs(1 << 20);

/// The most that a child says before the session reads, in bytes.
const PIPE: usize = 64 << 10;

/// Its clock is needed; nothing is run on it.
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_time().build().expect("the system has a clock"));

/// What a session asks of its child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To set a position up.
    Position,
    /// For a legal move.
    Legal,
    /// `query`
    Query(Query),
    /// `d`
    Show,
    /// `view`
    View,
    /// `known`
    Known,
    /// `read`
    Read,
    /// `eval`
    Evaluate,
    /// `go`
    Search,
    /// `go perft`
    Perft,
    /// `explain`
    Explain,
}

/// What a session heard about something that it asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The lines for the client, in their order. Of a task these are the lines before its last one.
    pub lines: Vec<Reply>,
    /// Each end that was told: none as long as the child owes an answer, and never more than one.
    pub ends: Vec<End>,
}

/// How an answer or a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With the answer, or with the last line of a task, if it has one.
    Answered(Option<Reply>),
    /// The child has refused it.
    Refused(PositionRefused),
    /// The child has ended a task by its own end.
    Lost(PositionRefused),
}

/// A session and its child: here the test is both.
pub struct Rehearsal {
    conversation: Pin<Box<dyn Future<Output = ()>>>,
    orders: mpsc::UnboundedSender<Task>,
    /// What the child says.
    child: WriteHalf<SimplexStream>,
    is_over: bool,
    asked: Vec<(Heard, Awaited)>,
}

enum Awaited {
    Opened(oneshot::Receiver<Answer<About>>),
    Lines(oneshot::Receiver<Answer<Vec<Reply>>>),
    Legal(oneshot::Receiver<Answer<Option<String>>>),
    Events(mpsc::Receiver<TaskEvent>),
    Nothing,
}

impl Rehearsal {
    /// Of a new child, which has said nothing yet.
    #[must_use]
    pub fn new(isolation: &Isolation) -> Self {
        let (orders, all) = mpsc::unbounded_channel();
        let (said, child) = simplex(PIPE);
        let limits = Patience { call: FOREVER, other: FOREVER };
        // No thread: what was said is heard before anything else happens.
        let mut conversation =
            Conversation::new(sink(), all, limits, isolation.clone(), &ContentHash::of(b"")).on_one_thread();
        let conversation = Box::pin(async move {
            let over = conversation.hold(MessageReader::new(said)).await;
            conversation.finish(over, "it was none", &OnceLock::new()).await;
        });
        Self { conversation, orders, child, is_over: false, asked: Vec::new() }
    }

    /// The session asks for this, under the next number: the first thing has the number 1. There is one task at a time:
    /// while one is under way another is not asked for, which this returns as false.
    pub fn ask(&mut self, asked: Asked) -> bool {
        let runs = |(heard, awaited): &(Heard, Awaited)| matches!(awaited, Awaited::Events(_)) && heard.ends.is_empty();
        if asked.is_task() && self.asked.iter().any(runs) {
            return false;
        }
        let (task, awaited) = asked.order(self.asked.len() as u64 + 1);
        self.asked.push((Heard::default(), awaited));
        // A conversation that is over takes nothing.
        let _ = self.orders.send(task);
        self.settle();
        true
    }

    /// The child says this.
    pub fn say(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() && !self.is_over {
            // It has room, as all that was said before was read.
            match Pin::new(&mut self.child).poll_write(&mut Context::from_waker(Waker::noop()), bytes) {
                Poll::Ready(Ok(count)) => bytes = &bytes[count..],
                Poll::Ready(Err(_)) | Poll::Pending => return,
            }
            self.settle();
        }
    }

    /// The child closes its pipe, and all that is still owed is lost. Returns what the session heard about each thing
    /// that it asked.
    #[must_use]
    pub fn end(mut self) -> Vec<Heard> {
        // A stream in memory is closed at once.
        let _ = Pin::new(&mut self.child).poll_shutdown(&mut Context::from_waker(Waker::noop()));
        self.settle();
        self.asked.into_iter().map(|(heard, _)| heard).collect()
    }

    /// Lets the conversation go on until it waits for one of the two.
    fn settle(&mut self) {
        let _clock = RUNTIME.enter();
        loop {
            let woken = Arc::new(Woken::default());
            let waker = Waker::from(Arc::clone(&woken));
            self.is_over = self.is_over || self.conversation.as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
            let has_heard = self.asked.iter_mut().fold(false, |any, (heard, awaited)| awaited.take(heard) || any);
            if !has_heard && (self.is_over || !woken.0.load(Relaxed)) {
                return;
            }
        }
    }
}

impl fmt::Debug for Rehearsal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rehearsal").field("is_over", &self.is_over).finish_non_exhaustive()
    }
}

impl Asked {
    fn is_task(self) -> bool {
        matches!(self, Self::Search | Self::Perft | Self::Explain)
    }

    fn order(self, number: u64) -> (Task, Awaited) {
        let question = match self {
            Self::Position => {
                let (sender, answer) = oneshot::channel();
                let message = ToChild::Open { call: number, setup: Setup::default() };
                return (Task::Call(message, number, Expected::Opened(sender)), Awaited::Opened(answer));
            }
            Self::Legal => {
                let (sender, answer) = oneshot::channel();
                let message = ToChild::FindLegal { call: number, wanted: None };
                return (Task::Call(message, number, Expected::Legal(sender)), Awaited::Legal(answer));
            }
            Self::Search => return task(Kind::Search, number),
            Self::Perft => return task(Kind::Perft, number),
            Self::Explain => return task(Kind::Explain, number),
            Self::Query(query) => Question::Query(query),
            Self::Show => Question::Show,
            Self::View => Question::View,
            Self::Read => Question::Read(Record::default()),
            Self::Known => Question::Known { mode: Mode::Uci, symmetry: true },
            Self::Evaluate => Question::Evaluate,
        };
        let (sender, answer) = oneshot::channel();
        let message = ToChild::Ask { call: number, question: question.clone() };
        (Task::Call(message, number, Expected::Answered(question, sender)), Awaited::Lines(answer))
    }
}

fn task(kind: Kind, number: u64) -> (Task, Awaited) {
    let (events, heard) = mpsc::channel(EVENT_QUEUE);
    let grant = Grant { hash: 0, threads: 0, budget: None, is_stopped: false, is_hit: false };
    // Nobody reads what the child is told, so any job will do: the kind is what counts.
    let start = ToChild::Start { task: number, job: Box::new(Job::Perft(1)), grant };
    let longest = match kind {
        Kind::Search => LONG_TREE,
        Kind::Perft => SHORT_MESSAGE,
        Kind::Explain => LONG_TEXT,
    };
    let running = Running { kind, longest, events, budget: None, _granted: Box::new(Nothing) };
    (Task::Start(start, number, running), Awaited::Events(heard))
}

#[derive(Debug)]
struct Nothing;

impl Granted for Nothing {}

impl Awaited {
    /// Takes what has been heard; whether there was something.
    fn take(&mut self, heard: &mut Heard) -> bool {
        let end = match self {
            Self::Nothing => return false,
            Self::Opened(answer) => answer.try_recv().map(|told| told.map(|_| Vec::new())),
            Self::Legal(answer) => {
                answer.try_recv().map(|told| told.map(|found| found.map(Reply::Text).into_iter().collect()))
            }
            Self::Lines(answer) => answer.try_recv(),
            Self::Events(events) => {
                match events.try_recv() {
                    // It is heard on after its end: there must be no second one.
                    Ok(event) => heard.note(event),
                    // As a session takes it.
                    Err(TryRecvError::Disconnected) if heard.ends.is_empty() => heard.ends.push(End::Lost(gone())),
                    Err(_) => return false,
                }
                return true;
            }
        };
        match end {
            Ok(Ok(lines)) => {
                heard.lines = lines;
                heard.ends.push(End::Answered(None));
            }
            Ok(Err(refused)) => heard.ends.push(End::Refused(refused)),
            Err(oneshot::error::TryRecvError::Empty) => return false,
            // The child was gone when it was asked.
            Err(oneshot::error::TryRecvError::Closed) => heard.ends.push(End::Refused(gone())),
        }
        *self = Self::Nothing;
        true
    }
}

/// What a session says of a child that had ended before it was asked.
fn gone() -> PositionRefused {
    crashed("it has ended")
}

impl Heard {
    fn note(&mut self, event: TaskEvent) {
        match event {
            TaskEvent::Began { order, .. } => self.lines.extend(order.map(Reply::InfoString)),
            TaskEvent::Line(line) | TaskEvent::LastLine(line) => self.lines.push(line),
            TaskEvent::Reserved(event, _) => self.note(*event),
            // It is for the log.
            TaskEvent::Remarks(_) | TaskEvent::Blocked => {}
            TaskEvent::End(lines, last) => {
                self.lines.extend(lines);
                self.ends.push(End::Answered(last));
            }
            TaskEvent::Lost(refused) => self.ends.push(End::Lost(refused)),
        }
    }
}

#[derive(Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Relaxed);
    }
}

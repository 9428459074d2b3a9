//! The connection with one child process, as its session holds it.

use super::Isolation;
use super::conversation::{Conversation, Over, end_process};
use super::messages::{About, ToChild};
use super::reader::MessageReader;
use super::writer::Writer;
use crate::counters::{ChildEnd, Counters};
use crate::work::position::PositionRefused;
use crate::work::{Kind, Question, TaskEvent};
use plyd_protocol::{ErrorCode, Reply, excerpt};
use plyd_search::Budget;
use plyd_worker::{Child, Order, Patience, Started};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::net::UnixStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tracing::Instrument;

/// How long it may take to notice the end of a process.
const SETTLE_TIME: Duration = Duration::from_secs(1);

/// A living child process, as its session knows it. When all of these are dropped the process is ended.
#[derive(Debug)]
pub(super) struct Connection {
    orders: mpsc::UnboundedSender<Task>,
    child: Arc<Child>,
    /// Why it has ended, as soon as it has.
    end: Arc<OnceLock<PositionRefused>>,
    /// The cause of its end, for the numbers of the process.
    cause: Arc<OnceLock<ChildEnd>>,
    /// Whether its end was counted.
    is_counted: AtomicBool,
    /// Whether it is not read, because the messages of all children take too much memory.
    is_paused: Arc<AtomicBool>,
}

/// The answer to a call.
pub(super) type Answer<T> = Result<T, PositionRefused>;

/// What the connection is told.
#[derive(Debug)]
pub(super) enum Task {
    /// To send this, and to wait for what it is answered.
    Call(ToChild, u64, Expected),
    /// To send this, and to pass on the events of the task.
    Start(ToChild, u64, Running),
    /// To send this, which has no answer.
    Tell(ToChild),
}

/// Who waits for the answer of a call.
#[derive(Debug)]
pub(super) enum Expected {
    Opened(oneshot::Sender<Answer<About>>),
    Answered(Question, oneshot::Sender<Answer<Vec<Reply>>>),
    Legal(oneshot::Sender<Answer<Option<String>>>),
}

/// A task under way.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) kind: Kind,
    /// The longest message of it, in bytes.
    pub(super) longest: usize,
    pub(super) events: mpsc::Sender<TaskEvent>,
    /// What it was given of time, to be passed on when it begins.
    pub(super) budget: Option<Budget>,
    /// What it was granted, given back when it ends.
    pub(super) _granted: Box<dyn Granted>,
}

/// Something that is given back when it is dropped.
pub(super) trait Granted: std::fmt::Debug + Send + Sync {}

impl Connection {
    /// Converses with a child that was just started, on a task of the runtime.
    ///
    /// # Errors
    /// The system cannot wait for its streams.
    pub(super) fn begin(
        Started { child, input, output }: Started,
        order: &Order,
        limits: Patience,
        isolation: &Isolation,
        (counters, library): (&Arc<Counters>, &str),
    ) -> io::Result<Arc<Self>> {
        let (orders, all) = mpsc::unbounded_channel();
        let (child, end) = (Arc::new(child), Arc::new(OnceLock::new()));
        let mut conversation = Conversation::new(Writer::new(input)?, all, limits, isolation.clone(), &order.content);
        conversation.begin(order)?;
        let is_paused = conversation.paused();
        output.set_nonblocking(true)?;
        let messages = MessageReader::new(UnixStream::from_std(output)?);
        let (process, noted) = (Arc::clone(&child), Arc::clone(&end));
        let cause = Arc::new(OnceLock::new());
        let (counters, library, known) = (Arc::clone(counters), library.to_owned(), Arc::clone(&cause));
        counters.child_started();
        let span = tracing::error_span!("child", library = library.as_str());
        let conversing = async move {
            let over = conversation.hold(messages).await;
            let how = end_process(&process, matches!(over, Over::Closed)).await;
            counters.child_ended(&library, *known.get_or_init(|| over.cause()));
            conversation.finish(over, &how, &noted).await;
        };
        tokio::spawn(conversing.instrument(span));
        Ok(Arc::new(Self { orders, child, end, cause, is_counted: AtomicBool::new(false), is_paused }))
    }

    /// Why the child has ended; `None` while it lives.
    pub(super) fn end(&self) -> Option<&PositionRefused> {
        self.end.get()
    }

    /// Whether it is not read, because the messages of all children take too much memory.
    pub(super) fn is_paused(&self) -> bool {
        self.is_paused.load(Relaxed)
    }

    /// Waits, if the process has ended, until that is known here: nothing more is asked of it. The end of its stream
    /// tells, unless a process that it started still holds that.
    pub(super) async fn settle(&self) {
        if self.child.has_ended() && timeout(SETTLE_TIME, self.orders.closed()).await.is_err() {
            self.kill(crashed("it ended its process, and something holds its output"));
        }
    }

    /// Whether this is the first to count its end.
    pub(super) fn count_end(&self) -> bool {
        !self.is_counted.swap(true, Relaxed)
    }

    /// Sends something, unless the child has ended: then all who wait for an answer hear of that.
    pub(super) fn send(&self, task: Task) {
        let _ = self.orders.send(task);
    }

    /// The process may have so many bytes of memory in use for what its searches were granted, as a
    /// [child](Child::allow) may.
    pub(super) fn allow(&self, bytes: u64) {
        self.child.allow(bytes);
    }

    /// Ends the process. `reason` is what its session says of it.
    pub(super) fn kill(&self, reason: PositionRefused) {
        tracing::warn!("a child process is ended: {reason}");
        // The first reason counts.
        let _ = self.cause.set(ChildEnd::Hung);
        let _ = self.end.set(reason);
        self.child.kill();
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.cause.set(ChildEnd::Unneeded);
        let _ = self.end.set(crashed("it is no longer needed"));
        self.child.kill();
    }
}

impl Expected {
    /// The call has no answer.
    pub(super) fn refuse(self, refused: PositionRefused) {
        // Nobody waits for an answer that was given up.
        match self {
            Self::Opened(sender) => drop(sender.send(Err(refused))),
            Self::Answered(_, sender) => drop(sender.send(Err(refused))),
            Self::Legal(sender) => drop(sender.send(Err(refused))),
        }
    }
}

/// The error of a library that has lost its process.
pub(crate) fn crashed(reason: &str) -> PositionRefused {
    let text = excerpt(&format!("the game's library has crashed: {reason}; a new process goes on"));
    PositionRefused { code: ErrorCode::PluginCrashed, text }
}

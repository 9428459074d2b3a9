//! A worker in a child, for a task of a runtime: it joins the conversation with the streams.

use crate::conversation::{Conversation, ConversationEnd, ReadMessage, WorkerNext};
use crate::writer::ChildWriter;
use crate::{
    AttentionClock, CallDeadlines, ChildOrder, ChildProcess, MessagePermit, MessageShare, ProcessEnd, Signal,
    StartedProcess, Terms, Work, WorkerThreads, is_over,
};
use std::cell::RefCell;
use std::fmt;
use std::future::{pending, poll_fn};
use std::io;
use std::os::fd::OwnedFd;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::UnixStream;
use tokio::sync::oneshot;

/// How long a process may take to end once it has closed its output, and its output to end once it has ended. Otherwise
/// it closed its output itself, or something that it started has its output.
const END_TIME: Duration = Duration::from_secs(1);

const READ_SIZE: usize = 16 << 10;

thread_local! {
    /// The bytes read go here first, into memory that this thread has used before. If the system had to supply memory
    /// while writing into it, the reader would wait for all other threads that ask for memory, even those of low
    /// priority.
    static PIECE: RefCell<Box<[u8]>> = RefCell::new(vec![0; READ_SIZE].into());
}

/// What comes from a worker.
#[derive(Debug)]
pub enum WorkerMessage<E> {
    /// Its event, with the memory that is reserved for it until somebody has taken it.
    Event(E, Option<MessagePermit>),
    /// What this system cannot enforce, one sentence each.
    Lacks(Vec<String>),
    /// It has ended, for this reason and in this way. Nothing more comes.
    Ended(ConversationEnd, ProcessEnd),
}

/// A child that was started for this order.
#[derive(Debug)]
pub struct StartedWorker {
    /// What it gets first.
    pub order: ChildOrder,
    /// The process and its streams.
    pub started: StartedProcess,
}

type BoxedFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

pub(crate) struct Remote<W: Work> {
    conversation: Conversation<W>,
    stage: RemoteStage,
    pool: Arc<WorkerThreads>,
    /// The place of the next message. While it is waited for the child is not read.
    waiting: Option<BoxedFuture<MessagePermit>>,
    /// A long message, which is read on a thread.
    reading: Option<BoxedFuture<Option<ReadMessage<W>>>>,
    /// Whether nothing more is asked: the input ends with what was asked before.
    is_parting: bool,
    /// Since when its process is known to have ended, on the clock that shows the time of listening.
    gone: Option<Instant>,
    /// Why the child ends.
    over: Option<ConversationEnd>,
}

enum RemoteStage {
    Starting(BoxedFuture<io::Result<StartedWorker>>),
    /// Without an input once nothing more is asked.
    Alive(ChildProcess, Option<ChildWriter>, UnixStream),
    /// Its end is waited for. The child is kept until then.
    Ending(oneshot::Receiver<ProcessEnd>, #[expect(dead_code, reason = "dropped, it is ended")] Option<ChildProcess>),
    Ended,
}

impl<W: Work> Remote<W> {
    pub(crate) fn start(
        pool: &Arc<WorkerThreads>,
        start: impl FnOnce() -> io::Result<StartedWorker> + Send + 'static,
        terms: Box<dyn Terms<W>>,
        patience: CallDeadlines,
        share: MessageShare,
    ) -> Self {
        let starting = pool.read(start);
        let lost = || Err(io::Error::other("starting it failed"));
        let starting = Box::pin(async move { starting.await.unwrap_or_else(lost) });
        Self {
            conversation: Conversation::new(terms, patience, share),
            stage: RemoteStage::Starting(starting),
            pool: Arc::clone(pool),
            waiting: None,
            reading: None,
            is_parting: false,
            gone: None,
            over: None,
        }
    }

    pub(crate) fn ask(&mut self, request: &W::Request, shown: Instant) {
        let asked = self.conversation.ask(request, shown);
        self.note(asked);
    }

    pub(crate) fn signal(&mut self, signal: Signal) {
        let told = self.conversation.signal(signal);
        self.note(told);
    }

    pub(crate) fn judge(&mut self, shown: Instant) {
        let is_kept = self.end_of_wait().is_some_and(|end| is_over(end, shown));
        let judged = if is_kept { Err(ConversationEnd::Kept) } else { self.conversation.judge(shown) };
        self.note(judged);
    }

    pub(crate) fn hand_over(&mut self, descriptors: [OwnedFd; 2]) {
        // One that is not there yet, or no more, has asked for nothing.
        if let RemoteStage::Alive(_, Some(input), _) = &mut self.stage
            && !input.hand_over(descriptors)
        {
            self.end(ConversationEnd::Lies("it wants more descriptors, and takes none".into()));
        }
    }

    pub(crate) fn end_input(&mut self) {
        self.is_parting = true;
        self.conversation.part();
    }

    pub(crate) fn next_look(&self) -> Option<Instant> {
        // While it starts, and once it ends, it is the system that is waited for.
        let is_alive = matches!(self.stage, RemoteStage::Alive(..));
        let looks = [self.conversation.next_look(), self.end_of_wait()];
        looks.into_iter().flatten().min().filter(|_| is_alive)
    }

    /// When the end of its process must have been heard of.
    fn end_of_wait(&self) -> Option<Instant> {
        Some(self.gone? + END_TIME)
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.waiting.is_some()
    }

    pub(crate) fn has_ended(&mut self, shown: Instant) -> bool {
        let has_ended = match &self.stage {
            RemoteStage::Starting(_) => false,
            RemoteStage::Alive(child, ..) => child.has_ended(),
            RemoteStage::Ending(..) | RemoteStage::Ended => true,
        };
        if has_ended {
            self.gone.get_or_insert(shown);
        }
        has_ended
    }

    pub(crate) fn child(&self) -> Option<&ChildProcess> {
        match &self.stage {
            RemoteStage::Alive(child, ..) => Some(child),
            _ => None,
        }
    }

    /// What is heard next. To drop the future loses nothing: all that is waited for is kept.
    pub(crate) async fn next(&mut self, clock: &AttentionClock, takes_events: bool) -> WorkerMessage<W::Event> {
        loop {
            match self.step(clock, takes_events).await {
                Ok(Some(said)) => return said,
                Ok(None) => {}
                Err(over) => self.end(over),
            }
        }
    }

    async fn step(
        &mut self,
        clock: &AttentionClock,
        takes_events: bool,
    ) -> Result<Option<WorkerMessage<W::Event>>, ConversationEnd> {
        let Self { conversation, stage, pool, waiting, reading, is_parting, over, .. } = self;
        let (input, output) = match stage {
            RemoteStage::Alive(_, input, output) => (input, output),
            RemoteStage::Starting(starting) => {
                let not_started = |error: io::Error| ConversationEnd::NotStarted(error.to_string());
                let StartedWorker { order, started } = starting.await.map_err(not_started)?;
                conversation.begin(&order).map_err(not_started)?;
                started.output.set_nonblocking(true).map_err(not_started)?;
                let output = UnixStream::from_std(started.output).map_err(not_started)?;
                let input = ChildWriter::new(started.input).map_err(not_started)?;
                *stage = RemoteStage::Alive(started.child, Some(input), output);
                return Ok(None);
            }
            RemoteStage::Ending(ended, _) => {
                let ended = ended.await.unwrap_or_default();
                *stage = RemoteStage::Ended;
                let over = over.take().unwrap_or(ConversationEnd::Closed);
                return Ok(Some(WorkerMessage::Ended(over, ended)));
            }
            RemoteStage::Ended => return pending().await,
        };
        if *is_parting && conversation.unsent().is_empty() {
            *input = None;
        }
        if let Some(later) = reading {
            // The child has caused this work, so its time goes on. Messages are still sent to it.
            let heard = tokio::select! {
                heard = later => heard,
                sent = send(input.as_mut(), conversation.unsent()) => {
                    conversation.note_sent(sent?);
                    return Ok(None);
                }
            };
            *reading = None;
            let heard = heard.ok_or_else(|| ConversationEnd::Lies("a message that cannot be read".into()))?;
            return Ok(conversation.hear(heard, clock.shown(Instant::now()))?.and_then(said));
        }
        if !takes_events {
            // It waits until the caller has taken enough; messages are still sent to it.
            let sent = send(input.as_mut(), conversation.unsent()).await;
            conversation.note_sent(sent?);
            return Ok(None);
        }
        if let Some(later) = waiting {
            tokio::select! {
                place = later => {
                    *waiting = None;
                    conversation.take_place(place);
                }
                sent = send(input.as_mut(), conversation.unsent()) => conversation.note_sent(sent?),
            }
            return Ok(None);
        }
        match conversation.next(clock.shown(Instant::now()), true)? {
            WorkerNext::Long(unread) => *reading = Some(Box::pin(pool.read(move || unread.read()))),
            WorkerNext::Full(wanted) => *waiting = Some(Box::pin(wanted.of(conversation.share()))),
            WorkerNext::Nothing => exchange(input.as_mut(), output, conversation).await?,
            next => return Ok(said(next)),
        }
        Ok(None)
    }

    fn note(&mut self, result: Result<(), ConversationEnd>) {
        if let Err(over) = result {
            self.end(over);
        }
    }

    /// Ends the child, for this reason. The first one counts.
    fn end(&mut self, over: ConversationEnd) {
        if self.over.is_some() || matches!(self.stage, RemoteStage::Ended) {
            return;
        }
        (self.waiting, self.reading) = (None, None);
        let patience = if over == ConversationEnd::Closed { END_TIME } else { Duration::ZERO };
        self.over = Some(over);
        self.stage = match std::mem::replace(&mut self.stage, RemoteStage::Ended) {
            RemoteStage::Alive(child, ..) => RemoteStage::Ending(child.finish(patience), Some(child)),
            // A receiver without a sender reports the end at once.
            _ => RemoteStage::Ending(oneshot::channel().1, None),
        };
    }
}

/// What the caller hears of it, if anything.
fn said<W: Work>(next: WorkerNext<W>) -> Option<WorkerMessage<W::Event>> {
    match next {
        WorkerNext::Said(event, place) => Some(WorkerMessage::Event(event, Some(place))),
        WorkerNext::Lacks(lacks) => Some(WorkerMessage::Lacks(lacks)),
        WorkerNext::Long(_) | WorkerNext::Full(_) | WorkerNext::Nothing => None,
    }
}

async fn send(input: Option<&mut ChildWriter>, unsent: &[u8]) -> Result<usize, ConversationEnd> {
    match input {
        Some(input) if !unsent.is_empty() => input.write(unsent).await.map_err(|_| ConversationEnd::Closed),
        _ => pending().await,
    }
}

/// Writes some of the waiting bytes or reads a piece, depending on which can be done.
async fn exchange<W: Work>(
    mut input: Option<&mut ChildWriter>,
    output: &mut UnixStream,
    conversation: &mut Conversation<W>,
) -> Result<(), ConversationEnd> {
    poll_fn(|context| {
        if let Some(input) = &mut input
            && !conversation.unsent().is_empty()
            && let Poll::Ready(sent) = Pin::new(&mut **input).poll_write(context, conversation.unsent())
        {
            conversation.note_sent(sent.map_err(|_| ConversationEnd::Closed)?);
            return Poll::Ready(Ok(()));
        }
        PIECE.with_borrow_mut(|piece| {
            let mut piece = ReadBuf::new(piece);
            ready!(Pin::new(&mut *output).poll_read(context, &mut piece)).map_err(|_| ConversationEnd::Closed)?;
            conversation.feed(piece.filled());
            Poll::Ready(if piece.filled().is_empty() { Err(ConversationEnd::Closed) } else { Ok(()) })
        })
    })
    .await
}

impl<W: Work> fmt::Debug for Remote<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Remote").field("conversation", &self.conversation).finish_non_exhaustive()
    }
}

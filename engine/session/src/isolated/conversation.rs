//! The conversation with one child process: its messages are matched with what was asked, and its silence is watched.

use super::Isolation;
use super::connection::{Answer, Expected, Running, Task, crashed};
use super::longest;
use super::messages::{About, FromChild, ToChild, read_message};
use super::permission::{is_move, may_answer, may_end, may_say};
use super::reader::MessageReader;
use crate::counters::ChildEnd;
use crate::turn::Turn;
use crate::work::position::PositionRefused;
use crate::work::{Kind, TaskEvent};
use plyd_host::ContentHash;
use plyd_protocol::Reply;
use plyd_search::Algorithm;
use plyd_worker::{
    Attention, Child, Found, Hang, LAST_LOOK, LONG_REQUEST, Order, Patience, Place, SHORT_MESSAGE, Share, Watch,
    message_line, next_look, weight,
};
use std::collections::HashMap;
use std::future::pending;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::time::sleep_until;

/// The most that may wait until the child reads it, in bytes.
const MOST_UNREAD: usize = LONG_REQUEST;

/// The same, of what has no answer, while nothing was asked that would have one: then no deadline ends a child that reads
/// nothing.
const MOST_UNANSWERED: usize = 1 << 20;

/// How long a process may take to end by itself, once it has closed its output.
const END_TIME: Duration = Duration::from_millis(100);

/// A longer message is read on a separate thread, as the long lines of clients are.
const LONG_MESSAGE: usize = 16 << 10;

/// Why a conversation is over.
pub(super) enum Over {
    /// The session has no more use for the child.
    Unwanted,
    /// The child has closed its output, or cannot be read.
    Closed,
    /// The child hangs.
    Hangs(Hang),
    /// The child said something that it may not say.
    Lies(String),
    /// The library was not loaded.
    Unloadable(String),
}

impl Over {
    /// The cause, for the numbers of the process.
    pub(super) fn cause(&self) -> ChildEnd {
        match self {
            Self::Unwanted => ChildEnd::Unneeded,
            Self::Closed => ChildEnd::Crashed,
            Self::Hangs(_) => ChildEnd::Hung,
            Self::Lies(_) => ChildEnd::Lied,
            Self::Unloadable(_) => ChildEnd::Unloadable,
        }
    }
}

/// The state of a conversation with a child.
pub(super) struct Conversation<W> {
    input: W,
    orders: mpsc::UnboundedReceiver<Task>,
    /// What the child has not taken yet.
    unread: Vec<u8>,
    calls: HashMap<u64, Expected>,
    running: Option<(u64, Running)>,
    /// The latest task that has begun, by its own word.
    begun: Option<u64>,
    watch: Watch,
    limits: Patience,
    isolation: Isolation,
    /// Whether the child has said anything.
    has_spoken: bool,
    attention: Attention,
    share: Share,
    /// The place for the long message that is being read, and how long that may be.
    long: Option<(Place, usize)>,
    /// Whether the child is not read, as the messages of all children take too much memory.
    is_paused: Arc<AtomicBool>,
    /// Whether long messages are read on other threads.
    has_readers: bool,
    turn: Turn,
}

/// What happens in a conversation.
enum Step {
    Heard(io::Result<Option<Found>>),
    Ordered(Option<Task>),
    Written(io::Result<usize>),
    Waited,
}

impl<W: AsyncWrite + Unpin> Conversation<W> {
    /// With a child that reads this, and has this library.
    pub(super) fn new(
        input: W,
        orders: mpsc::UnboundedReceiver<Task>,
        limits: Patience,
        isolation: Isolation,
        library: &ContentHash,
    ) -> Self {
        Self {
            input,
            orders,
            unread: Vec::new(),
            calls: HashMap::new(),
            running: None,
            begun: None,
            watch: Watch::new(limits),
            limits,
            has_spoken: false,
            attention: Attention::new(Instant::now()),
            share: isolation.pending.share(library),
            isolation,
            long: None,
            is_paused: Arc::default(),
            has_readers: true,
            turn: Turn::default(),
        }
    }

    /// The same with no thread but the one that holds the conversation.
    pub(super) fn on_one_thread(self) -> Self {
        Self { has_readers: false, ..self }
    }

    /// Whether the child is not read, as the messages of all children take too much memory.
    pub(super) fn paused(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_paused)
    }

    /// The first line for the child.
    ///
    /// # Errors
    /// A path in it cannot be written as text.
    pub(super) fn begin(&mut self, order: &Order) -> io::Result<()> {
        self.unread.extend_from_slice(message_line(order)?.as_bytes());
        Ok(())
    }

    /// Passes messages on until there is a reason to end.
    pub(super) async fn hold<R: AsyncRead + Unpin>(&mut self, mut messages: MessageReader<R>) -> Over {
        loop {
            self.turn.spend(0).await;
            messages.allow(self.long.as_ref().map_or(SHORT_MESSAGE, |(_, bytes)| *bytes));
            let now = Instant::now();
            let clock = self.attention.clock();
            let look = self.watch.next().map(|at| clock.when(next_look(at, clock.shown(now)), now));
            self.attention.listen(now, look);
            let step = tokio::select! {
                found = messages.next() => Step::Heard(found),
                task = self.orders.recv() => Step::Ordered(task),
                written = self.input.write(&self.unread), if !self.unread.is_empty() => Step::Written(written),
                () = until(look) => Step::Waited,
            };
            self.attention.go_on(Instant::now());
            if let Err(over) = self.take_step(step).await {
                return over;
            }
        }
    }

    async fn take_step(&mut self, step: Step) -> Result<(), Over> {
        match step {
            Step::Heard(Ok(Some(Found::Line(line)))) => {
                let line = String::from_utf8(line).map_err(|_| Over::Lies("no text".into()))?;
                let place = self.place(&line).await?;
                self.turn.spend(line.len()).await;
                self.hear(line, place).await
            }
            Step::Heard(Ok(Some(Found::TooLong))) => self.make_room().await,
            Step::Heard(Ok(None) | Err(_)) | Step::Written(Err(_)) => Err(Over::Closed),
            Step::Ordered(None) => Err(Over::Unwanted),
            Step::Ordered(Some(task)) => self.take_in_bounds(task),
            Step::Written(Ok(count)) => {
                self.unread.drain(..count);
                if self.unread.is_empty() {
                    self.unread = Vec::new();
                }
                Ok(())
            }
            Step::Waited => self.look(),
        }
    }

    /// Time has passed in which nothing happened.
    fn look(&mut self) -> Result<(), Over> {
        let now = self.now();
        // What came before a deadline was read by now, also if this process was stopped meanwhile.
        if let Some(hang) = now.checked_sub(LAST_LOOK).and_then(|judged| self.watch.hang(judged)) {
            return Err(Over::Hangs(hang));
        }
        if self.watch.is_ping_due(now) {
            self.write(&ToChild::Ping);
        }
        Ok(())
    }

    /// The time in which this conversation has paid attention to the child.
    fn now(&self) -> Instant {
        self.attention.clock().shown(Instant::now())
    }

    /// The longest message that may come, by what was asked.
    fn longest(&self) -> usize {
        let of_call = |expected: &Expected| match expected {
            Expected::Answered(question, _) => longest::of_answer(question),
            Expected::Opened(_) | Expected::Legal(_) => SHORT_MESSAGE,
        };
        let running = self.running.iter().map(|(_, running)| running.longest);
        self.calls.values().map(of_call).chain(running).fold(SHORT_MESSAGE, usize::max)
    }

    /// A message is longer than it may be so far. If it may be longer, its place is taken before more is read.
    async fn make_room(&mut self) -> Result<(), Over> {
        let longest = self.longest();
        if longest <= self.long.take().map_or(SHORT_MESSAGE, |(_, bytes)| bytes) {
            return Err(Over::Lies(format!("a message of more than {longest} bytes")));
        }
        // While it is read it is there twice, as text and as what it says.
        let place = match self.share.try_take_long(2 * longest) {
            Some(place) => place,
            None => {
                let share = self.share.clone();
                self.while_paused(share.take_long(2 * longest)).await?
            }
        };
        self.long = Some((place, longest));
        Ok(())
    }

    /// The place of a whole message.
    async fn place(&mut self, line: &str) -> Result<Place, Over> {
        if let Some((mut place, _)) = self.long.take() {
            place.shrink(2 * line.len());
            return Ok(place);
        }
        let weight = weight(line.as_bytes());
        match self.share.try_take(weight) {
            Some(place) => Ok(place),
            None => {
                let share = self.share.clone();
                self.while_paused(share.take(weight)).await
            }
        }
    }

    /// Waits for a place while the child is not read, which is not its fault. Others may keep all places for long, so this
    /// ends when the session has no more use for the child.
    async fn while_paused(&mut self, waiting: impl Future<Output = Place>) -> Result<Place, Over> {
        let mut waiting = std::pin::pin!(waiting);
        self.attention.ignore(Instant::now());
        self.is_paused.store(true, Relaxed);
        let place = loop {
            tokio::select! {
                place = &mut waiting => break Ok(place),
                task = self.orders.recv() => {
                    // The child is told when it is read again.
                    let taken = task.ok_or(Over::Unwanted).and_then(|task| self.take_in_bounds(task));
                    if let Err(over) = taken {
                        break Err(over);
                    }
                }
            }
        };
        self.is_paused.store(false, Relaxed);
        self.attention.go_on(Instant::now());
        place
    }

    /// Reads a message; a long one on another thread, as this one has others to serve.
    async fn read(&mut self, line: String) -> Result<FromChild, Over> {
        let read = if line.len() > LONG_MESSAGE && self.has_readers {
            let (line, readers) = (Arc::new(line), Arc::clone(&self.isolation.readers));
            let text = Arc::clone(&line);
            // The child has caused this work, so its time goes on. If there is no thread, it is read here.
            let reading = readers.read(move || read_message(&text)).await;
            reading.unwrap_or_else(|_| read_message(&line))
        } else {
            read_message(&line)
        };
        read.map_err(|error| Over::Lies(format!("no message ({error})")))
    }

    fn write(&mut self, message: &ToChild) {
        // The messages are made to be written.
        if let Ok(line) = message_line(message) {
            self.unread.extend_from_slice(line.as_bytes());
        }
    }

    /// The same, unless too much waits for the child already.
    fn take_in_bounds(&mut self, task: Task) -> Result<(), Over> {
        self.take(task);
        let is_asked = !self.calls.is_empty() || self.running.is_some();
        let most = if is_asked { MOST_UNREAD } else { MOST_UNANSWERED };
        if self.unread.len() > most { Err(Over::Hangs(Hang::Ping)) } else { Ok(()) }
    }

    /// The same for a message without an answer. What the child is to read last anyway is not said twice.
    fn tell(&mut self, message: &ToChild) {
        let Ok(line) = message_line(message) else { return };
        let before = self.unread.strip_suffix(line.as_bytes());
        if !before.is_some_and(|before| before.is_empty() || before.ends_with(b"\n")) {
            self.unread.extend_from_slice(line.as_bytes());
        }
    }

    fn take(&mut self, task: Task) {
        let message = match task {
            Task::Call(message, call, expected) => {
                self.calls.insert(call, expected);
                self.watch.begin(self.attention.clock().shown(Instant::now()));
                message
            }
            Task::Start(message, number, running) => {
                self.running = Some((number, running));
                self.watch.begin(self.attention.clock().shown(Instant::now()));
                message
            }
            Task::Tell(message) => return self.tell(&message),
        };
        self.write(&message);
    }

    /// Takes a message of the child.
    async fn hear(&mut self, line: String, mut place: Place) -> Result<(), Over> {
        // A short one has the place that it needs.
        let bytes = Some(line.len()).filter(|bytes| *bytes > SHORT_MESSAGE);
        let message = self.read(line).await?;
        bytes.into_iter().for_each(|bytes| place.shrink(bytes));
        match message {
            FromChild::Pulses { pulses } => {
                let now = self.now();
                if !self.watch.answer(&pulses, now) {
                    return Err(unasked());
                }
            }
            FromChild::Opened { call, about } => self.answer(call, Ok(Content::About(about)))?,
            FromChild::Answered { call, lines } => self.answer(call, Ok(Content::Lines(lines)))?,
            FromChild::Legal { call, found } => self.answer(call, Ok(Content::Move(found)))?,
            FromChild::Refused { call, refused } => self.answer(call, Err(refused))?,
            FromChild::Began { task, first_move, algorithm, order } => {
                let running = self.running(task)?;
                // It begins once.
                let is_first = self.begun != Some(task);
                if !is_first || running.kind != Kind::Search || !first_move.iter().all(|mv| is_move(mv)) {
                    return Err(unasked());
                }
                let budget = running.budget;
                let known =
                    |name: String| Algorithm::ALL.into_iter().find(|known| known.name() == name).ok_or_else(unasked);
                let algorithm = algorithm.map(known).transpose()?;
                self.begun = Some(task);
                self.pass_on(TaskEvent::Began { first_move, budget, algorithm, order }, place).await;
            }
            FromChild::Line { task, line } => {
                if !may_say(self.running(task)?.kind, &line) {
                    return Err(unasked());
                }
                self.pass_on(TaskEvent::Line(line), place).await;
            }
            FromChild::Remarks { task, remarks } => {
                self.running(task)?;
                self.pass_on(TaskEvent::Remarks(remarks), place).await;
            }
            FromChild::Ended { task, lines, last } => {
                if !may_end(self.running(task)?.kind, &lines, last.as_ref()) {
                    return Err(unasked());
                }
                self.pass_on(TaskEvent::End(lines, last), place).await;
                self.running = None;
            }
            FromChild::Lacks { lacks } => {
                if self.has_spoken {
                    return Err(unasked());
                }
                self.isolation.note_lacks(lacks);
            }
            FromChild::Unloadable { reason } => return Err(Over::Unloadable(reason)),
        }
        self.has_spoken = true;
        if self.calls.is_empty() && self.running.is_none() {
            self.watch.end();
        }
        Ok(())
    }

    fn running(&self, task: u64) -> Result<&Running, Over> {
        let known = self.running.as_ref().filter(|(number, _)| *number == task);
        known.map(|(_, running)| running).ok_or_else(unasked)
    }

    /// Passes an event of the task on. If the session is busy with a client that reads slowly, this waits, and so does
    /// the child.
    async fn pass_on(&mut self, event: TaskEvent, place: Place) {
        let Some((_, running)) = &self.running else { return };
        if let Err(refused) = running.events.try_send(TaskEvent::Reserved(Box::new(event), place))
            && let mpsc::error::TrySendError::Full(event) = refused
        {
            self.attention.ignore(Instant::now());
            // A session that has gone takes no more events.
            let _ = running.events.send(event).await;
            self.attention.go_on(Instant::now());
        }
    }

    fn answer(&mut self, call: u64, content: Answer<Content>) -> Result<(), Over> {
        let expected = self.calls.remove(&call).ok_or_else(unasked)?;
        // Nobody waits for an answer that was given up.
        match (expected, content) {
            (Expected::Opened(sender), Ok(Content::About(about))) => drop(sender.send(Ok(about))),
            (Expected::Answered(question, sender), Ok(Content::Lines(lines))) if may_answer(&question, &lines) => {
                drop(sender.send(Ok(lines)));
            }
            (Expected::Legal(sender), Ok(Content::Move(found))) if found.iter().all(|mv| is_move(mv)) => {
                drop(sender.send(Ok(found)));
            }
            (expected, Err(refused)) => expected.refuse(refused),
            (expected, Ok(_)) => {
                self.calls.insert(call, expected);
                return Err(unasked());
            }
        }
        Ok(())
    }

    /// Tells all who wait that the process has ended, and `how`.
    pub(super) async fn finish(mut self, over: Over, how: &str, end: &OnceLock<PositionRefused>) {
        let is_expected = end.get().is_some();
        let reason = end.get_or_init(|| {
            let reason = match over {
                Over::Unwanted => "it is no longer needed".to_owned(),
                Over::Closed => format!("it ended its process ({how})"),
                Over::Hangs(Hang::Ping) => {
                    format!("its process did not answer for {} s", self.limits.call.as_secs_f64())
                }
                Over::Hangs(Hang::Call) => format!("a call did not return within {} s", self.limits.call.as_secs_f64()),
                Over::Hangs(Hang::Other) => format!("it did not return within {} s", self.limits.other.as_secs_f64()),
                Over::Unloadable(reason) => format!("it was not loaded again: {reason}"),
                Over::Lies(what) => format!("its process sent what nobody asked for: {what}"),
            };
            crashed(&reason)
        });
        if !is_expected {
            tracing::warn!("a child process was lost: {reason}");
        }
        self.orders.close();
        while let Ok(task) = self.orders.try_recv() {
            self.take(task);
        }
        self.calls.drain().for_each(|(_, expected)| expected.refuse(reason.clone()));
        if let Some((_, running)) = self.running.take() {
            let _ = running.events.send(TaskEvent::Lost(reason.clone())).await;
        }
    }
}

/// Ends a process, unless it ends by itself, and returns how it ended.
pub(super) async fn end_process(child: &Child, ends: bool) -> String {
    if !ends {
        child.kill();
    }
    child.finish(END_TIME).await.unwrap_or_default().how()
}

/// What answers a call.
enum Content {
    About(About),
    Lines(Vec<Reply>),
    Move(Option<String>),
}

fn unasked() -> Over {
    Over::Lies("an answer that does not fit".into())
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline.into()).await,
        None => pending().await,
    }
}

#[cfg(test)]
mod tests;

//! The conversation with one child process: its messages are matched with what was asked, and its silence is watched.

use super::Isolation;
use super::connection::{Answer, Expected, Running, Task, crashed};
use super::messages::{About, FromChild, ToChild, read_message};
use super::permission::{is_move, may_answer, may_end, may_say};
use crate::client::Input;
use crate::counters::ChildEnd;
use crate::lines::{Line, LineReader};
use crate::work::position::PositionRefused;
use crate::work::{Kind, TaskEvent};
use plyd_isolation::{Child, Hang, Limits, Order, Watch, message_line};
use plyd_protocol::Reply;
use plyd_search::Algorithm;
use std::collections::HashMap;
use std::future::pending;
use std::io;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::time::{sleep, sleep_until};

/// The most that may wait until the child reads it, in bytes.
const MOST_UNREAD: usize = 64 << 20;

/// How long a process may take to end by itself, once it has closed its pipe.
const END_TIME: Duration = Duration::from_millis(100);

/// How long the system may take to end a process.
const KILL_TIME: Duration = Duration::from_secs(10);

/// Why a conversation is over.
pub(super) enum Over {
    /// The session has no more use for the child.
    Unwanted,
    /// The child has closed its pipe, or cannot be read.
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
    watch: Watch,
    limits: Limits,
    isolation: Isolation,
    /// Whether the child has said anything.
    has_spoken: bool,
}

impl<W: AsyncWrite + Unpin> Conversation<W> {
    /// With a child that reads this.
    pub(super) fn new(input: W, orders: mpsc::UnboundedReceiver<Task>, limits: Limits, isolation: Isolation) -> Self {
        Self {
            input,
            orders,
            unread: Vec::new(),
            calls: HashMap::new(),
            running: None,
            watch: Watch::new(limits),
            limits,
            isolation,
            has_spoken: false,
        }
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
    pub(super) async fn hold<R: Input>(&mut self, mut lines: LineReader<R>) -> Over {
        loop {
            let deadline = self.watch.next();
            tokio::select! {
                line = lines.next(true) => {
                    let heard = match line {
                        Ok(Some(Line::Text(line))) => self.hear(&line).await,
                        Ok(Some(_)) => Err(Over::Lies("a line that is too long, or no text".into())),
                        Ok(None) | Err(_) => Err(Over::Closed),
                    };
                    if let Err(over) = heard {
                        return over;
                    }
                }
                task = self.orders.recv() => {
                    let Some(task) = task else { return Over::Unwanted };
                    self.take(task);
                    if self.unread.len() > MOST_UNREAD {
                        return Over::Hangs(Hang::Ping);
                    }
                }
                written = self.input.write(&self.unread), if !self.unread.is_empty() => match written {
                    Ok(count) => {
                        self.unread.drain(..count);
                        if self.unread.is_empty() {
                            self.unread = Vec::new();
                        }
                    }
                    Err(_) => return Over::Closed,
                },
                () = until(deadline) => {
                    let now = Instant::now();
                    if let Some(hang) = self.watch.hang(now) {
                        return Over::Hangs(hang);
                    }
                    if self.watch.is_ping_due(now) {
                        self.write(&ToChild::Ping);
                    }
                }
            }
        }
    }

    fn write(&mut self, message: &ToChild) {
        // The messages are made to be written.
        if let Ok(line) = message_line(message) {
            self.unread.extend_from_slice(line.as_bytes());
        }
    }

    fn take(&mut self, task: Task) {
        let message = match task {
            Task::Call(message, call, expected) => {
                self.calls.insert(call, expected);
                self.watch.begin(Instant::now());
                message
            }
            Task::Start(message, number, running) => {
                self.running = Some((number, running));
                self.watch.begin(Instant::now());
                message
            }
            Task::Tell(message) => message,
        };
        self.write(&message);
    }

    /// Takes a message of the child.
    async fn hear(&mut self, line: &str) -> Result<(), Over> {
        match read_message(line).map_err(|error| Over::Lies(format!("no message ({error})")))? {
            FromChild::Pulses { pulses } => self.watch.answer(&pulses, Instant::now()),
            FromChild::Opened { call, about } => self.answer(call, Ok(Content::About(about)))?,
            FromChild::Answered { call, lines } => self.answer(call, Ok(Content::Lines(lines)))?,
            FromChild::Legal { call, found } => self.answer(call, Ok(Content::Move(found)))?,
            FromChild::Refused { call, refused } => self.answer(call, Err(refused))?,
            FromChild::Began { task, first_move, algorithm, order } => {
                let running = self.running(task)?;
                if running.kind != Kind::Search || !first_move.iter().all(|mv| is_move(mv)) {
                    return Err(unasked());
                }
                let budget = running.budget;
                let known =
                    |name: String| Algorithm::ALL.into_iter().find(|known| known.name() == name).ok_or_else(unasked);
                let algorithm = algorithm.map(known).transpose()?;
                self.pass_on(TaskEvent::Began { first_move, budget, algorithm, order }).await;
            }
            FromChild::Line { task, line } => {
                if !may_say(self.running(task)?.kind, &line) {
                    return Err(unasked());
                }
                self.pass_on(TaskEvent::Line(line)).await;
            }
            FromChild::Remarks { task, remarks } => {
                self.running(task)?;
                self.pass_on(TaskEvent::Remarks(remarks)).await;
            }
            FromChild::Ended { task, lines, last } => {
                if !may_end(self.running(task)?.kind, &lines, last.as_ref()) {
                    return Err(unasked());
                }
                self.pass_on(TaskEvent::End(lines, last)).await;
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
    async fn pass_on(&mut self, event: TaskEvent) {
        let Some((_, running)) = &self.running else { return };
        if let Err(refused) = running.events.try_send(event)
            && let mpsc::error::TrySendError::Full(event) = refused
        {
            // A session that has gone takes no more events.
            let _ = running.events.send(event).await;
            self.watch.resume(Instant::now());
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
    let began = Instant::now();
    let mut is_killed = !ends;
    if is_killed {
        child.kill();
    }
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.to_string(),
            Ok(None) => {}
            Err(error) => return error.to_string(),
        }
        if !is_killed && began.elapsed() > END_TIME {
            is_killed = true;
            child.kill();
        }
        if began.elapsed() > KILL_TIME {
            return "it does not end".into();
        }
        sleep(Duration::from_millis(1)).await;
    }
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

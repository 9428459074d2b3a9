//! Everything that can happen to a session, and the one place that waits for it.

use super::call::{LineInProgress, ParsedLine};
use super::grant::PendingGrant;
use super::hired::SessionWorker;
use super::task::SessionTask;
use super::{Session, SessionEnd};
use crate::client::Input;
use crate::event::WorkerEvent;
use crate::lines::{ClientLine, LineReader};
use crate::queue::Permit;
use plyd_protocol::Reply;
use plyd_worker::{AttentionClock, WorkerMessage};
use std::future::pending;
use std::io;
use std::ops::ControlFlow;
use tokio::io::AsyncWrite;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// Everything that can happen to a session.
pub(super) enum SessionInput {
    /// The client sends a line; `None` at the end of its input.
    Line(io::Result<Option<ClientLine>>),
    /// The worker says something, or has ended. In a box, because the others are much smaller.
    Said(Box<WorkerMessage<WorkerEvent>>),
    /// It is the turn of the task that waits.
    Turn(Option<Permit>),
    /// A long line was read.
    Parsed(Box<ParsedLine>),
    /// Another session wants the memory of the idle table.
    TableWanted,
    /// The next line that waits can be executed, or the next line of the task's end said.
    GoOn,
    /// The client has taken some of the output.
    Written(io::Result<()>),
    /// A deadline has passed.
    Time,
    /// The client has taken nothing for too long.
    Unread,
    /// The server ends, or the operator has ended the session.
    ShutDown,
    /// The client's token no longer counts.
    Revoked,
    /// The server takes no new games.
    Drained,
    /// This game has a new build.
    Built(String),
}

/// Waits for the first of all that can happen. Nothing is lost of what comes at the same time.
pub(super) async fn next<R: Input, W: AsyncWrite + Unpin>(
    session: &mut Session,
    lines: &mut LineReader<R>,
    writer: &mut W,
    shutdown: &CancellationToken,
) -> SessionInput {
    let (reads, goes_on) = (session.reads(), session.can_execute() || session.can_tell());
    session.give_place_back();
    let now = Instant::now();
    let deadline = session.deadline(now);
    let (unread, is_unwritten) = (session.output.deadline(), !session.output.is_delivered());
    session.listen(now, deadline);
    let takes_events = session.takes_events();
    let Session { hired, running, call, granting, attention, output, transport, closing, is_drained, builds, .. } =
        session;
    tokio::select! {
        line = lines.next(reads) => SessionInput::Line(line),
        happening = inside(hired, running, call, granting.as_ref(), (attention.clock(), takes_events)) => happening,
        () = std::future::ready(()), if goes_on => SessionInput::GoOn,
        written = output.write_some(writer), if is_unwritten => SessionInput::Written(written),
        () = until(deadline) => SessionInput::Time,
        () = until(unread) => SessionInput::Unread,
        () = shutdown.cancelled(), if !*closing => SessionInput::ShutDown,
        () = transport.revoked(), if !*closing => SessionInput::Revoked,
        () = transport.drained(), if !*is_drained => SessionInput::Drained,
        game = built(builds), if !*closing => SessionInput::Built(game),
    }
}

/// The game that has the next new build.
async fn built(builds: &mut Option<watch::Receiver<String>>) -> String {
    let Some(heard) = builds else { return pending().await };
    match heard.changed().await {
        Ok(()) => heard.borrow_and_update().clone(),
        // The server ends.
        Err(_) => pending().await,
    }
}

/// What the session itself has under way. Most of the time that is nothing, or the worker alone.
async fn inside(
    hired: &mut Option<Box<SessionWorker>>,
    running: &mut Option<SessionTask>,
    call: &mut Option<LineInProgress>,
    granting: Option<&PendingGrant>,
    (clock, takes_events): (&AttentionClock, bool),
) -> SessionInput {
    let said = async {
        match hired {
            Some(hired) => hired.worker.next(clock, takes_events).await,
            None => pending().await,
        }
    };
    let turn = async {
        match running {
            Some(running) => running.turn().await,
            None => pending().await,
        }
    };
    let parsed = async {
        match call {
            Some(call) => call.parsed().await,
            None => pending().await,
        }
    };
    let wanted = async {
        match granting {
            Some(granting) => granting.wanted().await,
            None => pending().await,
        }
    };
    tokio::select! {
        biased;
        said = said => SessionInput::Said(Box::new(said)),
        permit = turn => SessionInput::Turn(permit),
        parsed = parsed => SessionInput::Parsed(Box::new(parsed)),
        () = wanted => SessionInput::TableWanted,
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => pending().await,
    }
}

impl Session {
    /// Takes what has happened. Breaks with the end of a session that ends at once.
    pub(super) fn take(&mut self, happening: SessionInput) -> ControlFlow<SessionEnd> {
        match happening {
            SessionInput::Line(Ok(Some(line))) => self.take_line(line),
            SessionInput::Line(Ok(None)) => self.end_input(),
            SessionInput::Line(Err(_)) => return ControlFlow::Break(SessionEnd::Vanished),
            SessionInput::Said(said) => self.hear(*said),
            SessionInput::Turn(permit) => self.launch(permit),
            SessionInput::Parsed(parsed) => self.take_parsed(*parsed),
            SessionInput::TableWanted => self.free_table(),
            SessionInput::GoOn if self.can_tell() => self.tell_next(),
            SessionInput::GoOn => self.execute_next(),
            SessionInput::Written(Ok(())) => {}
            SessionInput::Written(Err(error)) => return ControlFlow::Break(SessionEnd::of_output(&error)),
            SessionInput::Time => self.judge(),
            SessionInput::Unread => {
                tracing::info!("the client has stopped reading; its session ends");
                return ControlFlow::Break(SessionEnd::Vanished);
            }
            SessionInput::ShutDown => self.shut_down(),
            SessionInput::Revoked => self.shut_out(),
            SessionInput::Drained => self.is_drained = true,
            SessionInput::Built(game) => self.say_in_time(Reply::InfoString(format!("build {game}"))),
        }
        ControlFlow::Continue(())
    }

    /// What comes from the worker.
    fn hear(&mut self, said: WorkerMessage<WorkerEvent>) {
        match said {
            WorkerMessage::Event(WorkerEvent::Opened(opened), _) => self.take_opened(opened),
            WorkerMessage::Event(WorkerEvent::Answered(answer), _) => self.take_lines(answer),
            WorkerMessage::Event(WorkerEvent::Legal(found), _) => self.take_move(found),
            // Of the task. It needs no other worker than it has.
            WorkerMessage::Event(event, place) => return self.take_event(event, place),
            WorkerMessage::Lacks(lacks) => {
                return self.engine.isolation.iter().for_each(|isolation| isolation.note_lacks(&lacks));
            }
            WorkerMessage::Ended(over, ended) => self.lose_worker(over, &ended),
        }
        self.ask_next();
    }
}

//! Everything that can happen to a session, and the one place that waits for it.

use super::call::{Call, Parsed};
use super::grant::Granting;
use super::hired::Hired;
use super::task::Task;
use super::{Session, SessionEnd};
use crate::client::Input;
use crate::event::Event;
use crate::lines::{Line, LineReader};
use crate::queue::Permit;
use plyd_protocol::Reply;
use plyd_worker::{AttentionClock, Said};
use std::future::pending;
use std::io;
use std::ops::ControlFlow;
use tokio::io::AsyncWrite;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// Everything that can happen to a session.
pub(super) enum Happening {
    /// The client sends a line; `None` at the end of its input.
    Line(io::Result<Option<Line>>),
    /// The worker says something, or has ended. In a box, because the others are much smaller.
    Said(Box<Said<Event>>),
    /// It is the turn of the task that waits.
    Turn(Option<Permit>),
    /// A long line was read.
    Parsed(Box<Parsed>),
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
) -> Happening {
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
        line = lines.next(reads) => Happening::Line(line),
        happening = inside(hired, running, call, granting.as_ref(), (attention.clock(), takes_events)) => happening,
        () = std::future::ready(()), if goes_on => Happening::GoOn,
        written = output.write_some(writer), if is_unwritten => Happening::Written(written),
        () = until(deadline) => Happening::Time,
        () = until(unread) => Happening::Unread,
        () = shutdown.cancelled(), if !*closing => Happening::ShutDown,
        () = transport.revoked(), if !*closing => Happening::Revoked,
        () = transport.drained(), if !*is_drained => Happening::Drained,
        game = built(builds), if !*closing => Happening::Built(game),
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
    hired: &mut Option<Box<Hired>>,
    running: &mut Option<Task>,
    call: &mut Option<Call>,
    granting: Option<&Granting>,
    (clock, takes_events): (&AttentionClock, bool),
) -> Happening {
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
        said = said => Happening::Said(Box::new(said)),
        permit = turn => Happening::Turn(permit),
        parsed = parsed => Happening::Parsed(Box::new(parsed)),
        () = wanted => Happening::TableWanted,
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
    pub(super) fn take(&mut self, happening: Happening) -> ControlFlow<SessionEnd> {
        match happening {
            Happening::Line(Ok(Some(line))) => self.take_line(line),
            Happening::Line(Ok(None)) => self.end_input(),
            Happening::Line(Err(_)) => return ControlFlow::Break(SessionEnd::Vanished),
            Happening::Said(said) => self.hear(*said),
            Happening::Turn(permit) => self.launch(permit),
            Happening::Parsed(parsed) => self.take_parsed(*parsed),
            Happening::TableWanted => self.free_table(),
            Happening::GoOn if self.can_tell() => self.tell_next(),
            Happening::GoOn => self.execute_next(),
            Happening::Written(Ok(())) => {}
            Happening::Written(Err(error)) => return ControlFlow::Break(SessionEnd::of_output(&error)),
            Happening::Time => self.judge(),
            Happening::Unread => {
                tracing::info!("the client has stopped reading; its session ends");
                return ControlFlow::Break(SessionEnd::Vanished);
            }
            Happening::ShutDown => self.shut_down(),
            Happening::Revoked => self.shut_out(),
            Happening::Drained => self.is_drained = true,
            Happening::Built(game) => self.say_in_time(Reply::InfoString(format!("build {game}"))),
        }
        ControlFlow::Continue(())
    }

    /// What comes from the worker.
    fn hear(&mut self, said: Said<Event>) {
        match said {
            Said::Event(Event::Opened(opened), _) => self.take_opened(opened),
            Said::Event(Event::Answered(answer), _) => self.take_lines(answer),
            Said::Event(Event::Legal(found), _) => self.take_move(found),
            // Of the task. It needs no other worker than it has.
            Said::Event(event, place) => return self.take_event(event, place),
            Said::Lacks(lacks) => {
                return self.engine.isolation.iter().for_each(|isolation| isolation.note_lacks(&lacks));
            }
            Said::Ended(over, ended) => self.lose_worker(over, &ended),
        }
        self.ask_next();
    }
}

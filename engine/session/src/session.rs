//! One client: the position, the options, the running search, and the loop that serves them.
//!
//! Architecture invariant: the loop never waits for a search, and never for a client that does not read.

mod commands;
mod explain;
mod games;
mod info_lines;
pub mod position;
mod task;
mod wdl;

use crate::lines::{Line, LineReader};
use crate::output::Output;
use crate::{Engine, SessionOptions};
use plyd_host::{Library, Position};
use plyd_player::SearchTable;
use plyd_protocol::{Command, ErrorCode, Mode, ParseError, Reply, parse};
use plyd_search::Lag;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use task::{Task, TaskEvent};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// How a session takes the end of its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOfInput {
    /// The client sends no more. Its search may finish for a while; a search without an end stops at once.
    Closed,
    /// The same on TCP, where the client may still reset the connection. The session polls for that.
    HalfClosed,
    /// The commands were a script. The search that it started runs to its own end.
    Script,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// By `quit`, end of input or shutdown, with everything delivered.
    Done {
        /// Whether an error line was written.
        had_errors: bool,
    },
    /// The client went away or stopped reading.
    Vanished,
}

/// How often a half-closed connection is looked at, so that a vanished client's search ends within 100 ms.
const PROBE_INTERVAL: Duration = Duration::from_millis(50);

/// Commands that may wait for a `bestmove` before no more input is read.
const MAX_PENDING: usize = 1_024;

struct Session {
    engine: Arc<Engine>,
    options: SessionOptions,
    position: Option<Position>,
    /// What its searches have learnt.
    table: Arc<SearchTable>,
    table_origin: Option<TableOrigin>,
    mode: Mode,
    debug: bool,
    running: Option<Task>,
    /// What the moves of this game cost on its clock beside the searches.
    lag: Lag,
    /// What came after a `stop`, or an `explain`, and waits for its last line.
    pending: VecDeque<Result<Command, ParseError>>,
    pending_bytes: usize,
    output: Output,
    had_errors: bool,
    /// No more commands are taken.
    closing: bool,
    /// Since when no more input comes.
    input_ended: Option<Instant>,
    end_of_input: EndOfInput,
}

/// The game that a session's table belongs to: positions of another game may share their keys.
struct TableOrigin {
    library: Arc<Library>,
    /// The values of the game's options that were set.
    options: Vec<(String, String)>,
}

/// Serves one client until it leaves or `shutdown` is cancelled. Whatever happens, no search is left running.
pub async fn serve<R, W>(
    engine: Arc<Engine>,
    reader: R,
    mut writer: W,
    end_of_input: EndOfInput,
    shutdown: CancellationToken,
) -> SessionEnd
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let limits = &engine.settings.session;
    let mut lines = LineReader::new(reader, limits.max_line_bytes);
    let output = Output::new(limits.output_bytes, limits.write_time());
    let mut session = Session::new(Arc::clone(&engine), output, end_of_input);
    session.open_start_position().await;
    loop {
        session.execute_pending().await;
        if session.is_done() {
            break;
        }
        let reads = session.reads();
        let takes_events = session.takes_events();
        let probes = session.input_ended.is_some() && end_of_input == EndOfInput::HalfClosed;
        let overdue = session.overdue();
        let unread = session.output.deadline();
        tokio::select! {
            line = lines.next(), if reads => match line {
                Ok(Some(line)) => session.take_line(line).await,
                Ok(None) => session.end_input(),
                Err(_) => return SessionEnd::Vanished,
            },
            event = next_event(&mut session.running), if takes_events => session.take_event(event),
            written = session.output.write_some(&mut writer), if !session.output.is_delivered() => {
                if written.is_err() {
                    return SessionEnd::Vanished;
                }
            }
            () = until(overdue) => session.time_out(),
            () = until(unread) => {
                tracing::info!("the client reads nothing, and is given up");
                return SessionEnd::Vanished;
            }
            () = tokio::time::sleep(PROBE_INTERVAL), if probes => {
                if lines.probe().await.is_err() {
                    return SessionEnd::Vanished;
                }
            }
            () = shutdown.cancelled(), if !session.closing => session.shut_down(),
        }
    }
    match session.output.finish(&mut writer).await {
        Ok(()) => SessionEnd::Done { had_errors: session.had_errors },
        Err(_) => SessionEnd::Vanished,
    }
}

async fn next_event(running: &mut Option<Task>) -> Option<TaskEvent> {
    match running {
        Some(running) => running.next_event().await,
        None => std::future::pending().await,
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

impl Session {
    fn new(engine: Arc<Engine>, output: Output, end_of_input: EndOfInput) -> Self {
        Self {
            options: engine.games().options.clone(),
            table: SearchTable::new(&engine.tables),
            table_origin: None,
            engine,
            position: None,
            mode: Mode::Uci,
            debug: false,
            running: None,
            lag: Lag::default(),
            pending: VecDeque::new(),
            pending_bytes: 0,
            output,
            had_errors: false,
            closing: false,
            input_ended: None,
            end_of_input,
        }
    }

    fn say(&mut self, reply: Reply) {
        if matches!(reply, Reply::Error { .. }) {
            self.had_errors = true;
            // The rest of a script means nothing once a line of it has failed.
            self.closing |= self.end_of_input == EndOfInput::Script;
        }
        self.output.push(&reply);
    }

    fn say_error(&mut self, code: ErrorCode, text: impl Into<String>) {
        self.say(Reply::Error { code, text: text.into() });
    }

    /// Whether a line can be taken now.
    fn reads(&self) -> bool {
        let limit = self.engine.settings.session.max_line_bytes;
        let waits = self.pending.len() >= MAX_PENDING || self.pending_bytes >= limit;
        self.input_ended.is_none() && !self.closing && !waits && !self.output.is_full()
    }

    /// Whether an event of the search can be taken now. Lines of a perft or an explanation wait for the client, as the
    /// answer is wrong without any of them.
    fn takes_events(&self) -> bool {
        let waits = |running: &Task| running.has_answer() || running.needs_every_line() && self.output.is_full();
        self.running.as_ref().is_some_and(|running| !waits(running))
    }

    fn is_done(&self) -> bool {
        self.running.is_none() && self.pending.is_empty() && (self.closing || self.input_ended.is_some())
    }

    /// When the running search has lasted too long.
    fn overdue(&self) -> Option<Instant> {
        let running = self.running.as_ref()?;
        let grace = self.engine.settings.session.end_of_input_time();
        let left = self.input_ended.filter(|_| self.end_of_input != EndOfInput::Script && !running.is_stopping());
        [running.overdue(), left.map(|ended| ended + grace)].into_iter().flatten().min()
    }

    /// A deadline of the running search has passed: one that did not obey a stop or its clock is given up; one whose client
    /// has closed its end is stopped.
    fn time_out(&mut self) {
        if let Some(running) = &mut self.running {
            if running.overdue().is_some_and(|overdue| overdue <= Instant::now()) {
                self.abandon("the game's library did not come back in time");
            } else {
                running.stop();
            }
        }
    }

    fn abandon(&mut self, reason: &str) {
        if let Some(running) = self.running.take() {
            tracing::warn!("a search was given up: {reason}");
            let (error, last) = running.abandon(reason, self.mode);
            self.say(error);
            last.into_iter().for_each(|last| self.say(last));
        }
    }

    /// Takes no more commands, and stops.
    fn close(&mut self) {
        self.closing = true;
        self.pending.clear();
        self.stop();
    }

    fn shut_down(&mut self) {
        // Not an error of this session, so that it does not count as one.
        let text = "the engine is shutting down".into();
        self.output.push(&Reply::Error { code: ErrorCode::Shutdown, text });
        self.close();
    }

    fn end_input(&mut self) {
        self.input_ended = Some(Instant::now());
        self.stop_endless();
    }

    /// A search that only its client could end ends with the client.
    fn stop_endless(&mut self) {
        let ended = self.input_ended.is_some() && self.end_of_input != EndOfInput::Script;
        if ended && self.running.as_ref().is_some_and(Task::is_held) {
            self.stop();
        }
    }

    /// Stops the search, if there is one; an answer that was held back is given.
    fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stop();
            if let Some(answer) = running.take_answer() {
                self.running = None;
                self.say(answer);
            }
        }
    }

    async fn take_line(&mut self, line: Line) {
        let (parsed, bytes) = match line {
            Line::Text(text) => {
                tracing::debug!(line = %text.chars().take(200).collect::<String>(), "received");
                (parse(&text).transpose(), text.len())
            }
            Line::TooLong => {
                let longest = self.engine.settings.session.max_line_bytes;
                let text = format!("the line is longer than {longest} bytes, and was skipped");
                (Some(Err(ParseError { code: ErrorCode::LineTooLong, text, owed: None })), 0)
            }
            Line::NotUtf8 => {
                let text = "the line is not UTF-8 text, and was skipped".into();
                (Some(Err(ParseError { code: ErrorCode::NotUtf8, text, owed: None })), 0)
            }
        };
        let Some(parsed) = parsed else { return };
        let overtakes = match parsed {
            Ok(Command::IsReady | Command::Quit) => true,
            // A second stop changes nothing, so it waits like other commands.
            Ok(Command::Stop) => self.running.as_ref().is_some_and(|running| !running.is_stopping()),
            _ => false,
        };
        if (self.must_wait() || !self.pending.is_empty()) && !overtakes {
            self.pending_bytes += bytes;
            self.pending.push_back(parsed);
        } else {
            self.execute(parsed).await;
        }
    }

    /// Whether what comes now waits for the last line of what runs.
    fn must_wait(&self) -> bool {
        self.running.as_ref().is_some_and(Task::keeps_others_waiting)
    }

    /// Executes what waited for a last line, up to the next command that has to wait.
    async fn execute_pending(&mut self) {
        while !self.must_wait() {
            let Some(parsed) = self.pending.pop_front() else {
                self.pending_bytes = 0;
                return;
            };
            self.execute(parsed).await;
            self.stop_endless();
        }
    }

    fn take_event(&mut self, event: Option<TaskEvent>) {
        let Some(running) = &mut self.running else { return };
        match event {
            Some(TaskEvent::Line(line)) => {
                running.note(&line);
                match line {
                    Reply::Info(info) => self.output.push_info(info),
                    line => self.say(line),
                }
            }
            Some(TaskEvent::End(lines, last)) => {
                let held = running.is_held();
                self.lag.end(running.thought());
                if let (true, Some(answer)) = (held, &last) {
                    running.hold(answer.clone());
                } else {
                    // Idle before the client can know of it: what it sends on reading the last line is not refused.
                    self.running = None;
                }
                lines.into_iter().for_each(|line| self.say(line));
                last.filter(|_| !held).into_iter().for_each(|last| self.say(last));
            }
            None => self.abandon("the search ended without an answer"),
        }
    }
}

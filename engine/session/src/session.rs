//! One client: the position, the options, the running search, and the loop that serves them.
//!
//! Architecture invariant: the loop never waits for a search, a library, or a client that does not read.

mod board;
mod call;
mod commands;
mod deadlines;
mod games;
mod input;
mod jobs;
mod place;
mod questions;
mod refusal;
mod task;
mod waiting;

use crate::client::{Input, Transport};
use crate::isolated::Seat;
use crate::lines::LineReader;
use crate::output::Output;
use crate::turn::Turn;
use crate::work::{SharedLag, TaskEvent, plugin_error};
use crate::{Activity, Engine, SessionOptions};
use board::Board;
use call::Call;
use plyd_host::Library;
use plyd_player::{ClientTablebases, SearchTable};
use plyd_protocol::{ErrorCode, Mode, Reply, Watching};
use plyd_worker::{Attention, Moment};
use refusal::Refusal;
use std::io;
use std::sync::{Arc, PoisonError};
use task::Task;
use tokio::io::AsyncWrite;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use waiting::{WaitingLine, WaitingLines};

/// The end of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// By `quit`, end of input or shutdown, with everything delivered.
    Done {
        /// Whether an error line was written.
        had_errors: bool,
    },
    /// The client went away or stopped reading.
    Vanished,
    /// Output cannot be written although the client is there, for example because the disk is full.
    Unwritten(io::ErrorKind),
}

impl SessionEnd {
    /// The end of a session that cannot write.
    fn of_output(error: &io::Error) -> Self {
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::BrokenPipe | Kind::ConnectionReset | Kind::ConnectionAborted | Kind::NotConnected => Self::Vanished,
            Kind::TimedOut | Kind::HostUnreachable | Kind::NetworkUnreachable => Self::Vanished,
            kind => Self::Unwritten(kind),
        }
    }
}

struct Session {
    engine: Arc<Engine>,
    options: SessionOptions,
    /// The last position that was accepted.
    board: Option<Board>,
    /// Why a newer one was not.
    refusal: Option<Refusal>,
    /// Its child process, if libraries have processes of their own.
    seat: Option<Arc<Seat>>,
    /// The knowledge learnt by its searches.
    tablebases: Arc<ClientTablebases>,
    table: Arc<SearchTable>,
    table_origin: Option<TableOrigin>,
    /// Whether the table may hold memory.
    has_table: bool,
    /// Whether a search has run since the table was last forgotten or freed.
    has_learnt: bool,
    /// Whether it has searched since it began, or since `ucinewgame`: a game is being played.
    in_game: bool,
    /// Whether the server takes no new games.
    is_drained: bool,
    mode: Mode,
    debug: bool,
    /// The part of the trees of its searches that the client watches.
    watching: Option<Watching>,
    running: Option<Task>,
    /// A call of the library, which keeps lines waiting.
    call: Option<Call>,
    /// The cost of the moves of this game on its clock, outside the searches.
    lag: SharedLag,
    waiting: WaitingLines,
    output: Output,
    had_errors: bool,
    /// No more commands are taken.
    closing: bool,
    /// Whether the server has it end, so that it does not wait for a client that reads slowly.
    hurries: bool,
    /// The attention that it has paid to the library.
    attention: Attention,
    /// Since when no more input comes.
    input_ended: Option<Moment>,
    transport: Transport,
    /// When the client last sent a line, or something that it asked for ended.
    active: Instant,
}

/// The game that a session's table belongs to: positions of another game may share their keys.
struct TableOrigin {
    library: Arc<Library>,
    /// The values of the game's options that were set.
    options: Vec<(String, String)>,
}

impl PartialEq for TableOrigin {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.library, &other.library) && self.options == other.options
    }
}

/// Serves one client until it leaves or `shutdown` is cancelled. In every case, no search is left running.
pub async fn serve<R: Input, W: AsyncWrite + Unpin>(
    engine: Arc<Engine>,
    reader: R,
    mut writer: W,
    transport: Transport,
    shutdown: CancellationToken,
) -> SessionEnd {
    let limits = &engine.settings.session;
    let mut lines = LineReader::new(reader, limits.max_line_bytes, transport.is_connection());
    let output = Output::new(limits.output_bytes, limits.write_time());
    let _counted = engine.counters.session();
    let mut session = Session::new(Arc::clone(&engine), output, transport.clone());
    session.open_start_position();
    let mut turn = Turn::default();
    while !session.is_done() {
        // Others have their turn even if this client always has something to do.
        turn.spend(session.output.take_grown()).await;
        session.show_activity();
        let reads = session.reads();
        let executes = session.can_execute();
        let (takes_events, has_room) = (session.takes_events(), session.has_room());
        let now = Instant::now();
        let deadline = session.deadline(now);
        let unread = session.output.deadline();
        session.listen(now, deadline);
        tokio::select! {
            line = lines.next(reads) => match line {
                Ok(Some(line)) => session.take_line(line),
                Ok(None) => session.end_input(),
                Err(_) => return SessionEnd::Vanished,
            },
            event = next_event(&mut session.running, has_room), if takes_events => session.take_event(event),
            answer = next_answer(&mut session.call) => session.take_answer(answer),
            () = std::future::ready(()), if executes => session.execute_next(),
            written = session.output.write_some(&mut writer), if !session.output.is_delivered() => {
                if let Err(error) = written {
                    return SessionEnd::of_output(&error);
                }
            }
            () = until(deadline) => session.time_out(),
            () = until(unread) => {
                tracing::info!("the client has stopped reading; its session ends");
                return SessionEnd::Vanished;
            }
            () = shutdown.cancelled(), if !session.closing => session.shut_down(),
            () = transport.revoked(), if !session.closing => session.shut_out(),
            () = transport.drained(), if !session.is_drained => session.is_drained = true,
        }
    }
    match session.output.finish(&mut writer).await {
        Ok(()) => SessionEnd::Done { had_errors: session.had_errors },
        Err(error) => SessionEnd::of_output(&error),
    }
}

async fn next_event(running: &mut Option<Task>, has_room: bool) -> Option<TaskEvent> {
    match running {
        Some(running) => running.next_event(has_room).await,
        None => std::future::pending().await,
    }
}

async fn next_answer(call: &mut Option<Call>) -> call::Answer {
    match call {
        Some(call) => call.answer().await,
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
    fn new(engine: Arc<Engine>, output: Output, transport: Transport) -> Self {
        Self {
            options: engine.games().options.clone(),
            tablebases: Arc::new(ClientTablebases::new(Arc::clone(&engine.tablebases))),
            table: SearchTable::new(&engine.tables),
            table_origin: None,
            has_table: false,
            has_learnt: false,
            seat: engine.isolation.as_ref().map(|isolation| Seat::new(&engine, isolation)),
            engine,
            board: None,
            refusal: None,
            in_game: false,
            is_drained: false,
            mode: Mode::Uci,
            debug: false,
            watching: None,
            running: None,
            call: None,
            lag: SharedLag::default(),
            waiting: WaitingLines::default(),
            output,
            had_errors: false,
            closing: false,
            hurries: false,
            attention: Attention::new(std::time::Instant::now()),
            input_ended: None,
            transport,
            active: Instant::now(),
        }
    }

    fn say(&mut self, reply: Reply) {
        if let Reply::Error { code, .. } = reply {
            self.engine.counters.error(code);
            self.had_errors = true;
            if self.transport.is_script() {
                // The rest means nothing once a line of it has failed.
                self.closing = true;
                self.waiting.clear();
            }
        }
        self.output.push(&reply);
    }

    /// The same, unless the session must not wait for a client that reads slowly.
    fn say_in_time(&mut self, reply: Reply) {
        if !self.hurries || !self.output.is_full() {
            self.say(reply);
        }
    }

    fn say_error(&mut self, code: ErrorCode, text: impl Into<String>) {
        let text = self.options.retold(text.into());
        self.say(Reply::Error { code, text });
    }

    /// Whether there are events of the search to be taken. While there is no [room](Self::has_room), most wait.
    fn takes_events(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.has_answer())
    }

    /// Whether the client has taken enough. Until then lines wait that it must not lose.
    fn has_room(&self) -> bool {
        self.hurries || !self.output.is_full()
    }

    /// The loop waits, until then at most.
    fn listen(&mut self, now: Instant, deadline: Option<Instant>) {
        if self.is_library_paused() {
            self.attention.ignore(now.into_std());
        } else {
            self.attention.listen(now.into_std(), deadline.map(Instant::into_std));
        }
    }

    /// This moment, for times that the library is given.
    fn moment(&mut self) -> Moment {
        let now = std::time::Instant::now();
        self.attention.go_on(now);
        self.attention.clock().moment(now)
    }

    fn is_done(&self) -> bool {
        let is_idle = self.running.is_none() && self.call.is_none() && self.waiting.is_empty();
        is_idle && (self.closing || self.input_ended.is_some())
    }

    /// Takes no more commands, and stops. Each search that waits is still answered.
    fn close(&mut self) {
        self.closing = true;
        self.waiting.keep_owed();
        if let Some(owed) = self.call.take().and_then(|call| call.owed()) {
            self.waiting.push_front(WaitingLine::owing(owed));
        }
        self.stop();
    }

    fn shut_down(&mut self) {
        if self.transport.visit().is_some_and(|visit| visit.is_kicked()) {
            let text = "the operator of the server has ended this session; the connection is closed";
            self.say_error(ErrorCode::Kicked, text);
            return self.close_soon();
        }
        self.leave("the engine is shutting down");
    }

    /// Ends because the server does.
    fn leave(&mut self, text: &str) {
        // Not an error of this session, so that it does not count as one.
        self.output.push(&Reply::Error { code: ErrorCode::Shutdown, text: text.into() });
        self.close_soon();
    }

    /// The same, and a client that reads slowly loses what it has not read.
    fn close_soon(&mut self) {
        self.hurries = true;
        self.close();
    }

    /// Tells the server what the session does.
    fn show_activity(&self) {
        let Some(visit) = self.transport.visit() else { return };
        visit.note(match (&self.running, &self.call) {
            (Some(running), _) => running.activity(),
            (None, Some(_)) => Activity::Call,
            (None, None) => Activity::Idle,
        });
    }

    /// From now on this is the position.
    fn put(&mut self, board: Board) {
        self.transport.visit().iter().for_each(|visit| visit.play(board.library()));
        (self.board, self.refusal) = (Some(board), None);
    }

    /// The client's token no longer counts.
    fn shut_out(&mut self) {
        self.say_error(ErrorCode::AuthRevoked, "the token of this connection was revoked; the connection is closed");
        self.close_soon();
    }

    /// A search that only its client could end ends with the client.
    fn stop_endless(&mut self) {
        let ended = self.input_ended.is_some() && !self.transport.is_script();
        if ended && self.running.as_ref().is_some_and(Task::is_held) {
            self.stop();
        }
    }

    /// Stops the search, if there is one; an answer that was held back is given.
    fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stop();
            if let Some(answer) = running.take_answer() {
                running.note_stop();
                self.running = None;
                self.say(answer);
            }
        }
    }

    fn take_event(&mut self, event: Option<TaskEvent>) {
        let Some(running) = &mut self.running else { return };
        match event {
            Some(TaskEvent::Began { order, .. }) => {
                if let Some(order) = order {
                    self.say_in_time(Reply::InfoString(order));
                }
            }
            Some(TaskEvent::Line(line)) => {
                running.note(&line);
                match line {
                    Reply::Info(info) => self.output.push_info(info),
                    // Each line stands for itself, and the last ones have all of it.
                    Reply::Tree(_) if self.output.is_full() => {}
                    line => self.say_in_time(line),
                }
            }
            Some(TaskEvent::LastLine(line)) => {
                running.count_nodes(&line);
                self.say_in_time(line);
            }
            Some(TaskEvent::Remarks(remarks)) => {
                let library = self.board.as_ref().map_or("", |board| board.library().id());
                remarks.iter().for_each(|text| self.engine.log_once(library, text));
            }
            Some(TaskEvent::Blocked) => {}
            // The task has taken it out of this.
            Some(TaskEvent::Reserved(event, _)) => self.take_event(Some(*event)),
            Some(TaskEvent::End(lines, last)) => {
                self.active = Instant::now();
                let held = running.is_held();
                lines.iter().for_each(|line| running.count_nodes(line));
                running.note_stop();
                self.lag.lock().unwrap_or_else(PoisonError::into_inner).end(running.thought());
                if let (true, Some(answer)) = (held, &last) {
                    running.hold(answer.clone());
                } else {
                    // Idle before the client can know of it: what it sends on reading the last line is not refused.
                    self.running = None;
                }
                lines.into_iter().for_each(|line| self.say_in_time(line));
                last.filter(|_| !held).into_iter().for_each(|last| self.say(last));
            }
            Some(TaskEvent::Lost(refused)) => {
                if running.lose_child(None).is_some() {
                    self.say(refused.into());
                }
            }
            None => self.abandon(plugin_error("the search ended without an answer")),
        }
    }

    /// Gives up the search, with its best move so far.
    fn abandon(&mut self, error: Reply) {
        if let Some(running) = self.running.take() {
            let game = self.board.as_ref().map(|board| board.library().id());
            tracing::warn!(game, "gave up a search: {error}");
            let last = running.abandon();
            self.say(error);
            last.into_iter().for_each(|last| self.say(last));
        }
    }
}

//! One client: the position, the options, the running search, and the loop that serves them.
//!
//! Architecture invariant: the loop never waits for a search, a library, or a client that does not read.

mod board;
mod call;
mod commands;
mod deadlines;
mod facts;
mod games;
mod grant;
mod happening;
mod hired;
mod input;
mod jobs;
mod questions;
mod ready;
mod refusal;
mod task;
mod waiting;

use crate::client::{Input, Transport};
use crate::event::{CheckedReplies, WorkerEvent};
use crate::lines::LineReader;
use crate::output::OutputBuffer;
use crate::turn::TurnBudget;
use crate::work::PermitSlot;
use crate::{Activity, Engine, SessionOptions};
use board::SessionPosition;
use call::LineInProgress;
use grant::PendingGrant;
use hired::SessionWorker;
use plyd_host::{ContentHash, Library};
use plyd_player::{ClientTablebases, SearchTable};
use plyd_protocol::{ClientRequest, Command, ErrorCode, Mode, Reply, WatchedTreePart};
use plyd_search::MoveLag;
use plyd_worker::{Attention, Crashes, MessagePermit, Moment, Signal};
use questions::PendingQuestions;
use refusal::SettingRefusal;
use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use task::{SessionTask, Stopping, TaskMessage};
use tokio::io::AsyncWrite;
use tokio::sync::watch;
use tokio::time::Instant;
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
    board: Option<SessionPosition>,
    /// Why a newer one was not.
    refusal: Option<SettingRefusal>,
    /// The number of the latest position.
    boards: u64,
    /// The worker with its library, if it has needed one.
    hired: Option<Box<SessionWorker>>,
    /// What the worker is asked, and is to be asked.
    questions: PendingQuestions,
    /// The position of the question whose answer is being taken.
    asked_about: Option<SessionPosition>,
    /// What searches in a child have of the memory for tables; `None` without children.
    granting: Option<PendingGrant>,
    /// The crashes of libraries that it has seen.
    crashes: HashMap<ContentHash, Crashes>,
    /// The place of the task that it starts next.
    places: PermitSlot,
    /// The knowledge learnt by its searches.
    tablebases: Arc<ClientTablebases>,
    table: Arc<SearchTable>,
    table_origin: Option<TableOrigin>,
    /// Whether the table may occupy memory.
    has_table: bool,
    /// Whether the next `isready` has the next search prepared: a game begins or was chosen, or searches have other
    /// room or another network.
    is_unready: bool,
    /// Whether a search has run since the table was last forgotten or freed.
    has_learnt: bool,
    /// Whether it has searched since it began, or since `ucinewgame`: a game is being played.
    in_game: bool,
    /// Whether the server takes no new games.
    is_drained: bool,
    mode: Mode,
    debug: bool,
    /// The part of the trees of its searches that the client watches.
    watching: Option<WatchedTreePart>,
    running: Option<SessionTask>,
    /// A call of the library, which keeps lines waiting.
    call: Option<LineInProgress>,
    /// The cost of the moves of this game on its clock, outside the searches.
    lag: MoveLag,
    waiting: WaitingLines,
    output: OutputBuffer,
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
    /// The new builds of games that somebody works on; `None` without a server.
    builds: Option<watch::Receiver<String>>,
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
    let output = OutputBuffer::new(limits.output_bytes, limits.write_time());
    let _counted = engine.counters.session();
    let mut session = Session::new(Arc::clone(&engine), output, transport);
    session.open_start_position();
    let mut turn = TurnBudget::default();
    while !session.is_done() {
        // Others have their turn even if this client always has something to do.
        turn.spend(session.output.take_grown()).await;
        session.show_activity();
        let happening = happening::next(&mut session, &mut lines, &mut writer, &shutdown).await;
        if let ControlFlow::Break(end) = session.take(happening) {
            return end;
        }
    }
    match session.output.finish(&mut writer).await {
        Ok(()) => SessionEnd::Done { had_errors: session.had_errors },
        Err(error) => SessionEnd::of_output(&error),
    }
}

impl Session {
    fn new(engine: Arc<Engine>, output: OutputBuffer, transport: Transport) -> Self {
        Self {
            options: engine.games().options.clone(),
            tablebases: Arc::new(ClientTablebases::new(Arc::clone(&engine.tablebases))),
            table: SearchTable::new(&engine.tables),
            table_origin: None,
            has_table: false,
            is_unready: false,
            has_learnt: false,
            boards: 0,
            hired: None,
            questions: PendingQuestions::default(),
            asked_about: None,
            granting: PendingGrant::new(&engine),
            crashes: HashMap::new(),
            places: PermitSlot::default(),
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
            lag: MoveLag::default(),
            waiting: WaitingLines::default(),
            output,
            had_errors: false,
            closing: false,
            hurries: false,
            attention: Attention::new(std::time::Instant::now()),
            input_ended: None,
            builds: transport.visit().map(|visit| visit.builds().hear()),
            transport,
            active: Instant::now(),
        }
    }

    fn say(&mut self, reply: Reply) {
        if let Reply::Error { code: ErrorCode::Plugin | ErrorCode::PluginCrashed, .. } = reply {
            self.say_where();
        }
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

    /// Says at which position a library has failed, as a line that its author can try again. Of a position that
    /// cannot be set up the client has just sent that line.
    fn say_where(&mut self) {
        let of_task = || self.running.as_ref().map(SessionTask::board);
        let Some(board) = self.asked_about.as_ref().or_else(of_task) else { return };
        let command = Command::Position(board.setup.text.clone());
        let line = ClientRequest { command: &command, mode: self.mode };
        let text = format!("the library of `{}` was at: {line}", board.library.id());
        self.output.push(&Reply::InfoString(text));
    }

    /// The same as [`say`](Self::say), unless the session must not wait for a client that reads slowly.
    fn say_in_time(&mut self, reply: Reply) {
        if !self.hurries || !self.output.is_full() {
            self.say(reply);
        }
    }

    fn say_error(&mut self, code: ErrorCode, text: impl Into<String>) {
        let text = self.options.retold(text.into());
        self.say(Reply::Error { code, text });
    }

    /// Whether what the worker says is taken. While something of the task waits for the client, the rest must wait too.
    fn takes_events(&self) -> bool {
        !self.running.as_ref().is_some_and(SessionTask::is_blocked)
    }

    /// The client has taken what came before, or all but a little.
    fn give_place_back(&mut self) {
        if self.has_room() {
            self.running.iter_mut().for_each(SessionTask::give_place_back);
        }
    }

    /// Whether something of the task that has waited for the client can be said.
    fn can_tell(&self) -> bool {
        !self.takes_events() && self.has_room()
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
        if let Some(owed) = self.drop_call() {
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
    fn put(&mut self, board: SessionPosition) {
        self.transport.visit().iter().for_each(|visit| visit.play(&board.library));
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
        if ended && self.running.as_ref().is_some_and(SessionTask::is_held) {
            self.stop();
        }
    }

    /// Stops the search, if there is one; an answer that was held back is sent.
    fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            match running.stop() {
                Stopping::Launch => return self.launch(None),
                Stopping::Signal => self.hired.iter_mut().for_each(|hired| hired.worker.signal(Signal::Stop)),
                Stopping::Nothing => {}
            }
            if let Some(answer) = running.take_answer() {
                running.note_stop();
                self.running = None;
                self.say(answer);
            }
        }
    }

    /// Takes an event of the task.
    fn take_event(&mut self, event: WorkerEvent, place: Option<MessagePermit>) {
        let has_room = self.has_room();
        if matches!(event, WorkerEvent::Ended { .. }) {
            // Another one may run in its place.
            self.places.put(None);
        }
        let told = self.running.as_mut().and_then(|running| running.take(event, place, has_room));
        told.into_iter().for_each(|told| self.tell(told));
    }

    /// Says what has waited for the client.
    fn tell_next(&mut self) {
        let told = self.running.as_mut().and_then(SessionTask::next);
        told.into_iter().for_each(|told| self.tell(told));
    }

    fn tell(&mut self, told: TaskMessage) {
        let Some(running) = &mut self.running else { return };
        match told {
            TaskMessage::Event(WorkerEvent::Began { order, .. }) => {
                order.into_iter().for_each(|order| self.say_in_time(Reply::InfoString(order)));
            }
            TaskMessage::Event(WorkerEvent::Line(line)) => {
                running.note(&line);
                match line {
                    Reply::Info(info) => self.output.push_info(info),
                    // Each line is complete in itself, and the last ones have everything.
                    Reply::Tree(_) if self.output.is_full() => {}
                    line => self.say_in_time(line),
                }
            }
            TaskMessage::LastLine(line) => {
                running.count_nodes(&line);
                self.say_in_time(line);
            }
            TaskMessage::Event(WorkerEvent::Remarks(remarks)) => {
                let library = self.board.as_ref().map_or("", |board| board.library.id());
                remarks.iter().for_each(|text| self.engine.log_once(library, text));
            }
            TaskMessage::Event(WorkerEvent::Ended { lines: CheckedReplies(lines), last }) => self.finish(lines, last),
            // These are answers to questions.
            TaskMessage::Event(WorkerEvent::Opened(_) | WorkerEvent::Answered(_) | WorkerEvent::Legal(_)) => {}
        }
    }

    /// The task is over.
    fn finish(&mut self, lines: Vec<Reply>, last: Option<Reply>) {
        let Some(running) = &mut self.running else { return };
        self.active = Instant::now();
        let held = running.is_held();
        lines.iter().for_each(|line| running.count_nodes(line));
        running.note_stop();
        self.lag.end(running.thought());
        let last = last.or_else(|| running.last_line());
        let answer = last.as_ref().filter(|_| held);
        answer.into_iter().for_each(|answer| running.hold(answer.clone()));
        let is_over = answer.is_none();
        // Before the task is gone: an error is about its position.
        lines.into_iter().for_each(|line| self.say_in_time(line));
        if is_over {
            // Idle before the client can know of it: what it sends on reading the last line is not refused.
            self.running = None;
        }
        last.filter(|_| !held).into_iter().for_each(|last| self.say(last));
    }

    /// Gives up the task, with its best move so far.
    fn abandon(&mut self, error: Reply) {
        if let Some(mut running) = self.running.take() {
            let game = self.board.as_ref().map(|board| board.library.id());
            tracing::warn!(game, "gave up a search: {error}");
            self.forgo_move();
            self.places.put(None);
            self.say(error);
            running.last_line().into_iter().for_each(|last| self.say(last));
        }
    }
}

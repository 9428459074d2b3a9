//! What each command does.

use super::explain::request;
use super::games::variant;
use super::position::{self, PositionRefused};
use super::task::{Order, Task};
use super::{Session, TableOrigin};
use crate::Change;
use crate::options::NO_GAME;
use plyd_host::{Library, Position};
use plyd_player::budget;
use plyd_protocol::{
    Command, ErrorCode, Explain, Go, Mode, Owed, ParseError, PositionText, Query, Reply, Response, Standing,
};
use plyd_rules::{Move, Player};
use plyd_search::{Budget, Clock, Lag, Limits};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

const NAME: &str = concat!("plyd ", env!("CARGO_PKG_VERSION"));
const AUTHOR: &str = "the plyd authors";

impl Session {
    pub(super) async fn execute(&mut self, parsed: Result<Command, ParseError>) {
        let command = match parsed {
            Ok(command) => command,
            Err(error) => return self.refuse(error),
        };
        let result = match command {
            Command::Uci => return self.introduce(Mode::Uci),
            Command::Ugi => return self.introduce(Mode::Ugi),
            Command::Debug(on) => return self.debug = on,
            Command::IsReady => return self.say(Reply::ReadyOk),
            Command::NewGame => self.new_game(),
            // No registration is asked for.
            Command::Register => return,
            Command::SetOption { name, value } => self.set_option(&name, &value.unwrap_or_default()).await,
            Command::Position(position) => self.set_position(position).await,
            Command::Go(go) => return self.go(go).await,
            Command::Perft(depth) => self.perft(depth),
            Command::Explain(explain) => return self.explain(explain),
            Command::Stop => return self.stop(),
            Command::PonderHit => self.ponderhit(),
            Command::Quit => return self.close(),
            Command::Query(query) => self.query(query).await,
            Command::Show => self.show().await,
            Command::Eval => self.evaluate().await,
            Command::Games => return self.list_games(),
            Command::Help => return Reply::help().for_each(|line| self.say(line)),
        };
        if let Err(PositionRefused { code, text }) = result {
            self.say_error(code, text);
        }
    }

    /// Answers a line that is no command. A malformed `go` or `explain` still takes its turn, so that each `bestmove` belongs
    /// to the `go` that a client thinks it does: the running search answers first.
    fn refuse(&mut self, error: ParseError) {
        let Some(owed) = error.owed else { return self.say(error.into()) };
        self.stop();
        if self.running.is_some() {
            return self.pending.push_front(Err(error));
        }
        self.say(error.into());
        self.say(match owed {
            Owed::BestMove => Reply::best_move(None, None, self.mode),
            Owed::ExplainDone => Reply::ExplainDone,
        });
    }

    fn introduce(&mut self, mode: Mode) {
        self.mode = mode;
        self.say(Reply::IdName(NAME.into()));
        self.say(Reply::IdAuthor(AUTHOR.into()));
        for line in self.options.lines(&self.engine.games().catalog) {
            self.say(Reply::Option(line));
        }
        self.say(if mode == Mode::Uci { Reply::UciOk } else { Reply::UgiOk });
    }

    fn position(&self) -> Result<&Position, PositionRefused> {
        self.position.as_ref().ok_or_else(no_game)
    }

    /// The session's game as it is loaded now: in a version newer than that of the position in place, perhaps. A session that
    /// began without a game has one as soon as there is one.
    fn library(&self) -> Result<Arc<Library>, PositionRefused> {
        let games = self.engine.games();
        let chosen = self.options.game.as_ref().or(games.options.game.as_ref()).ok_or_else(no_game)?;
        Ok(Arc::clone(games.catalog.get(chosen.id()).unwrap_or(chosen)))
    }

    fn when_idle(&self, command: &str) -> Result<(), PositionRefused> {
        if self.running.is_none() {
            return Ok(());
        }
        let text = format!("`{command}` is not allowed during a search; send `stop` first");
        Err(PositionRefused { code: ErrorCode::Busy, text })
    }

    /// Opens the start position of the session's first game; a failure is told when a position is needed.
    pub(super) async fn open_start_position(&mut self) {
        if let Some(library) = self.options.game.clone() {
            match self.open(&library, PositionText::default()).await {
                Ok(position) => self.position = Some(position),
                Err(PositionRefused { code, text }) => self.say_error(code, text),
            }
        }
    }

    /// Opens a position, and forgets what was learnt of another game, or of the same with other options.
    async fn open(&mut self, library: &Arc<Library>, text: PositionText) -> Result<Position, PositionRefused> {
        let (library, options) = (Arc::clone(library), self.options.of_game(library));
        let origin = TableOrigin { library: Arc::clone(&library), options: options.clone() };
        let position = self.call_library(move || position::open(&library, &options, &text)).await?;
        let is_same =
            |from: &TableOrigin| Arc::ptr_eq(&from.library, &origin.library) && from.options == origin.options;
        if !self.table_origin.as_ref().is_some_and(is_same) {
            self.table.forget();
            self.table_origin = Some(origin);
        }
        Ok(position)
    }

    fn new_game(&mut self) -> Result<(), PositionRefused> {
        self.when_idle("ucinewgame")?;
        self.table.forget();
        self.lag = Lag::default();
        Ok(())
    }

    /// Calls the library of a game away from the runtime's workers, as it may take its time, though not for ever.
    async fn call_library<T: Send + 'static>(
        &self,
        call: impl FnOnce() -> Result<T, PositionRefused> + Send + 'static,
    ) -> Result<T, PositionRefused> {
        let patience = self.engine.settings.session.position_time();
        let failed = |code, text: &str| Err(PositionRefused { code, text: text.to_owned() });
        match timeout(patience, spawn_blocking(call)).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => failed(ErrorCode::Plugin, "a call of the game's library did not return"),
            Err(_) => failed(ErrorCode::Timeout, "the game's library took too long"),
        }
    }

    /// Asks the library about the position, see [`Session::call_library`].
    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Position) -> Result<T, PositionRefused> + Send + 'static,
    ) -> Result<T, PositionRefused> {
        let position = self.position()?.clone();
        self.call_library(move || question(&position)).await
    }

    async fn set_position(&mut self, text: PositionText) -> Result<(), PositionRefused> {
        self.when_idle("position")?;
        let library = self.library()?;
        let position = self.open(&library, text).await?;
        if self.position.as_ref().is_some_and(|old| !Arc::ptr_eq(old.game().library(), &library)) {
            tracing::info!(game = library.id(), version = library.version(), "goes on with the library loaded anew");
        }
        self.position = Some(position);
        self.options.game = Some(library);
        Ok(())
    }

    async fn set_option(&mut self, name: &str, value: &str) -> Result<(), PositionRefused> {
        self.when_idle("setoption")?;
        let change = self.options.set(&self.engine.games().catalog, name, value);
        match change.map_err(|refused| PositionRefused { code: refused.code, text: refused.text })? {
            Change::Done => {}
            Change::Forget => self.table.forget(),
            Change::Game(library) => {
                self.position = Some(self.open(&library, PositionText::default()).await?);
                self.say(variant(&library));
                self.options.game = Some(library);
            }
        }
        Ok(())
    }

    async fn go(&mut self, go: Go) {
        if self.running.is_some() {
            // The running search is stopped and answers first; then this one gets its turn.
            self.stop();
            if self.running.is_some() {
                return self.pending.push_front(Ok(Command::Go(go)));
            }
        }
        match self.start_search(go).await {
            Ok(running) => self.running = Some(running),
            Err(PositionRefused { code, text }) => {
                self.say_error(code, text);
                self.say(Reply::best_move(None, None, self.mode));
            }
        }
    }

    async fn start_search(&mut self, go: Go) -> Result<Task, PositionRefused> {
        let searchmoves = go.searchmoves.clone();
        let (turn, root_moves, first_move) = self
            .ask(move |position| {
                let root_moves = searchmoves.map(|texts| root_moves(position, &texts)).transpose()?;
                Ok((position.turn()?, root_moves, position::first_move_text(position)?))
            })
            .await?;
        let order = self.order(&go, turn, root_moves);
        if self.debug {
            self.say(Reply::InfoString(format!("debug {order:?}")));
        }
        let table = Arc::clone(&self.table);
        Task::search(self.position()?, order, table, first_move).map_err(|error| thread_refused(&error))
    }

    fn order(&mut self, go: &Go, turn: Player, root_moves: Option<Vec<Move>>) -> Order {
        let clocked = go.movetime.is_some() || go.time.iter().any(Option::is_some);
        Order {
            options: self.options.search.clone(),
            threads: Arc::clone(&self.engine.threads),
            limits: Limits {
                depth: go.depth,
                nodes: go.nodes,
                mate_plies: go.mate.map(|mate| mate_plies(mate, self.mode)),
                deepen: clocked || go.infinite || go.ponder,
                root_moves,
            },
            budget: self.budget(go, turn),
            infinite: go.infinite,
            ponder: go.ponder,
            mode: self.mode,
            stop_time: self.engine.settings.session.stop_time(),
        }
    }

    /// The time for this move: what `movetime` says, or a share of the clock, or the smaller of both.
    fn budget(&mut self, go: &Go, turn: Player) -> Option<Budget> {
        let side = turn as usize;
        let clock = go.time[side].map(|remaining| {
            let increment = go.increment[side].unwrap_or_default();
            Clock { remaining, increment, moves_to_go: go.moves_to_go }
        });
        match clock {
            Some(clock) if !go.ponder && !go.infinite => self.lag.begin(turn, clock),
            _ => self.lag.skip(),
        }
        budget(clock, go.movetime, self.options.move_overhead(), self.lag.usual())
    }

    fn perft(&mut self, depth: u32) -> Result<(), PositionRefused> {
        if self.running.is_some() {
            self.stop();
            if self.running.is_some() {
                self.pending.push_front(Ok(Command::Perft(depth)));
                return Ok(());
            }
        }
        let stop_time = self.engine.settings.session.stop_time();
        self.running = Some(Task::perft(self.position()?, depth, stop_time).map_err(|error| thread_refused(&error))?);
        Ok(())
    }

    fn explain(&mut self, explain: Explain) {
        self.stop();
        if self.running.is_some() {
            return self.pending.push_front(Ok(Command::Explain(explain)));
        }
        let stop_time = self.engine.settings.session.stop_time();
        let started = request(&explain, &self.options.search).and_then(|request| {
            let running = Task::explain(self.position()?, request, explain.format, stop_time);
            running.map_err(|error| thread_refused(&error))
        });
        match started {
            Ok(running) => self.running = Some(running),
            Err(PositionRefused { code, text }) => {
                self.say_error(code, text);
                self.say(Reply::ExplainDone);
            }
        }
    }

    fn ponderhit(&mut self) -> Result<(), PositionRefused> {
        if !self.running.as_mut().is_some_and(Task::ponderhit) {
            let text = "`ponderhit` without a `go ponder` before it".to_string();
            return Err(PositionRefused { code: ErrorCode::NoSearch, text });
        }
        let free = self.running.as_mut().filter(|running| !running.is_held());
        if let Some(answer) = free.and_then(Task::take_answer) {
            self.running = None;
            self.say(answer);
        }
        Ok(())
    }

    async fn query(&mut self, query: Query) -> Result<(), PositionRefused> {
        let response = self.ask(move |position| {
            Ok(match query {
                Query::P1Turn => Response::Truth(position.turn()? == Player::Max),
                Query::P2Turn => Response::Truth(position.turn()? == Player::Min),
                Query::GameOver => Response::Truth(position::result(position)? != Standing::Ongoing),
                Query::Result => Response::Result(position::result(position)?),
                Query::Moves => Response::Moves(position::move_texts(position)?),
                Query::Fen => Response::Fen(position.setup()?),
            })
        });
        let response = response.await?;
        self.say(Reply::Response(response));
        Ok(())
    }

    async fn evaluate(&mut self) -> Result<(), PositionRefused> {
        let value = self.ask(|position| Ok(position.evaluate()?)).await?;
        self.say(Reply::Evaluation(value));
        Ok(())
    }

    async fn show(&mut self) -> Result<(), PositionRefused> {
        let shown = self.ask(|position| {
            let picture = position.picture()?.unwrap_or_default();
            let mut lines: Vec<_> = Reply::text_lines(&picture).collect();
            lines.push(Reply::Fen(position.setup()?));
            lines.push(Reply::Turn(position.turn()? == Player::Max));
            lines.push(Reply::Outcome(position::result(position)?));
            Ok(lines)
        });
        let lines = shown.await?;
        lines.into_iter().for_each(|line| self.say(line));
        Ok(())
    }
}

/// The plies within which a mate in so many moves, or plies in UGI, comes.
fn mate_plies(mate: u32, mode: Mode) -> u32 {
    match mode {
        Mode::Uci => mate.saturating_mul(2).saturating_sub(1),
        Mode::Ugi => mate,
    }
}

/// The moves of `searchmoves`. The null move `0000`, where it is no legal move, stands for none: clients send it for an
/// empty list.
fn root_moves(position: &Position, texts: &[String]) -> Result<Vec<Move>, PositionRefused> {
    const NONE: &str = "0000";
    let mut moves = Vec::with_capacity(texts.len());
    for text in texts {
        match position::find_move(position, text) {
            Ok(mv) => moves.push(mv),
            Err(error) if error.code == ErrorCode::IllegalMove && text == NONE => {}
            Err(error) => return Err(PositionRefused { text: format!("searchmoves {}", error.text), ..error }),
        }
    }
    Ok(moves)
}

fn no_game() -> PositionRefused {
    PositionRefused { code: ErrorCode::NoGame, text: NO_GAME.to_owned() }
}

fn thread_refused(error: &std::io::Error) -> PositionRefused {
    PositionRefused { code: ErrorCode::OutOfResources, text: format!("there is no thread for the search: {error}") }
}

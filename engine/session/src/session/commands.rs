//! The effect of each command.

use super::board::SessionPosition;
use super::call::{AnswerEffect, PositionOrigin};
use super::questions::QuestionTopic;
use super::refusal::RefusedSetting;
use super::task::SessionTask;
use super::waiting::{WaitingInput, WaitingLine};
use super::{Session, TableOrigin};
use crate::OptionEffect;
use crate::position::{PositionRefused, no_game};
use crate::work::{self, ClientSetup, PositionQuestion};
use plyd_host::Library;
use plyd_player::{EVAL_FILE, OptionRefused, SearchOptions, SearchRoom, is_plain};
use plyd_protocol::{Command, ErrorCode, Mode, OwedLine, ParseError, PositionText, Reply};
use plyd_search::MoveLag;
use plyd_worker::Signal;
use std::sync::Arc;
use std::time::Instant;

impl Session {
    /// Executes a command, which came at `since`. `is_stopped` is whether a `stop` came after it, so that a search ends
    /// as soon as it begins.
    pub(super) fn execute(&mut self, parsed: Result<Command, ParseError>, since: Instant, is_stopped: bool) {
        let command = match parsed {
            Ok(command) => command,
            Err(error) => return self.refuse(error),
        };
        let setting = self.setting(&command);
        let result = match command {
            Command::Uci => return self.introduce(Mode::Uci),
            Command::Ugi => return self.introduce(Mode::Ugi),
            Command::Debug(on) => return self.debug = on,
            Command::IsReady => return self.get_ready(since),
            // A client may send one in any case: it need not know whether the server asks for it.
            Command::Auth(_) if !self.transport.has_token() => return self.say(Reply::AuthOk),
            Command::Auth(_) => {
                let text = "`auth` is the first line of a connection, and this one has sent it; open another one";
                return self.say_error(ErrorCode::BadCommand, text);
            }
            Command::NewGame => self.new_game(),
            // No registration is asked for.
            Command::Register => return,
            Command::SetOption { name, value } => self.set_option(&name, &value.unwrap_or_default()),
            Command::Position(position) => self.set_position(position),
            Command::Go(_) | Command::Perft(_) | Command::Explain(_) => return self.begin(command, is_stopped),
            Command::Stop => return self.stop(),
            Command::PonderHit => self.ponderhit(),
            Command::Quit => return self.close(),
            Command::Query(query) => self.question(PositionQuestion::Query(query)),
            Command::About(language) => self.tell_about(language.as_deref()),
            Command::Show => self.show(),
            Command::View => {
                let options = self.with_network(self.options.search.clone());
                self.question(PositionQuestion::View(Box::new(options)))
            }
            Command::Known => {
                let symmetry = self.options.search.techniques.symmetry;
                self.question(PositionQuestion::Known { mode: self.mode, symmetry })
            }
            Command::Read(text) => self.read_record(text),
            Command::Watch(watching) => return self.watching = watching,
            Command::Eval => {
                let options = self.with_network(self.options.search.clone());
                self.question(PositionQuestion::Evaluate(Box::new(options)))
            }
            Command::Games => return self.list_games(),
            Command::Help => return Reply::help().for_each(|line| self.say(line)),
        };
        if let Err(refused) = result {
            self.refuse_to_set(setting, refused);
        }
    }

    /// Answers a line that is no command. A malformed `go` or `explain` still takes its turn, so that each `bestmove`
    /// belongs to the `go` that a client thinks it does: the running search answers first.
    fn refuse(&mut self, error: ParseError) {
        let Some(owed) = error.owed else {
            if !error.of_position {
                return self.say(error.into());
            }
            let refused = PositionRefused { code: error.code, text: error.text };
            return self.refuse_to_set(Some(RefusedSetting::Position), refused);
        };
        self.stop();
        if self.running.is_some() {
            return self.waiting.push_front(WaitingLine::new(WaitingInput::Read(Err(error)), 0));
        }
        self.say(error.into());
        self.say_owed(owed);
    }

    pub(super) fn say_owed(&mut self, owed: OwedLine) {
        self.say(match owed {
            OwedLine::BestMove => Reply::best_move(None, None, self.mode),
            OwedLine::ExplainDone => Reply::ExplainDone,
        });
    }

    /// The session's game in its current version, which may be newer than the version of the existing position. A
    /// session that began without a game gets one as soon as one is loaded.
    pub(super) fn library(&self) -> Result<Arc<Library>, PositionRefused> {
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

    /// Opens the start position of the session's first game, and reports a failure as soon as it is known. Sessions
    /// with the same initial game and options share what was opened. In a child it is opened when it is needed.
    pub(super) fn open_start_position(&mut self) {
        let Some(library) = self.options.game.clone() else { return };
        let setup = ClientSetup { options: self.options.of_game(&library), text: PositionText::default() };
        let games = self.engine.games();
        let known = games.start.as_ref().and_then(|start| start.about(&library, &setup));
        if known.is_some() || !library.is_loaded() {
            self.keep_table_of(TableOrigin { library: Arc::clone(&library), options: setup.options.clone() });
            let board = SessionPosition { about: known, ..self.new_board(&library, setup) };
            self.put(board);
        } else if let Err(refused) = self.open(&library, setup.text, PositionOrigin::Start) {
            self.refuse_to_set(Some(RefusedSetting::Position), refused);
        }
    }

    /// Opens a position, and forgets what was learnt of another game, or of the same with other options.
    fn open(&mut self, library: &Arc<Library>, text: PositionText, by: PositionOrigin) -> Result<(), PositionRefused> {
        let setup = ClientSetup { options: self.options.of_game(library), text };
        let origin = TableOrigin { library: Arc::clone(library), options: setup.options.clone() };
        let board = self.new_board(library, setup);
        self.call(board, QuestionTopic::Position, AnswerEffect::Put { origin, by })
    }

    /// Forgets what was learnt, unless it was of this game with these options.
    pub(super) fn keep_table_of(&mut self, origin: TableOrigin) {
        if self.table_origin.as_ref() != Some(&origin) {
            self.forget();
            self.table_origin = Some(origin);
        }
    }

    /// The next search begins with an empty table.
    fn forget(&mut self) {
        self.table.forget();
        self.has_learnt = false;
        self.is_unready |= self.has_table;
        self.tell_worker(work::WorkerRequest::Forget);
    }

    fn new_game(&mut self) -> Result<(), PositionRefused> {
        self.when_idle("ucinewgame")?;
        self.forget();
        self.lag = MoveLag::default();
        (self.in_game, self.is_unready) = (false, true);
        Ok(())
    }

    fn set_position(&mut self, text: PositionText) -> Result<(), PositionRefused> {
        self.when_idle("position")?;
        self.check_game()?;
        let library = self.library()?;
        self.open(&library, text, PositionOrigin::Position(Arc::clone(&library)))
    }

    pub(super) fn take_board(&mut self, library: Arc<Library>, board: SessionPosition) {
        if self.board.as_ref().is_some_and(|old| !Arc::ptr_eq(&old.library, &library)) {
            tracing::info!(game = library.id(), version = library.version(), "continues with the reloaded library");
        }
        self.put(board);
        self.options.game = Some(library);
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), PositionRefused> {
        self.when_idle("setoption")?;
        if let Some(refused) = self.refuse_path(name, value) {
            return Err(refused);
        }
        let needs = |options: &SearchOptions| (SearchRoom::from(options), options.wanted_network().map(str::to_owned));
        let before = needs(&self.options.search);
        let change = self.options.set(&self.engine.games().catalog, name, value);
        self.is_unready |= needs(&self.options.search) != before;
        match change.map_err(|refused| PositionRefused { code: refused.code, text: refused.text })? {
            OptionEffect::Done => Ok(()),
            OptionEffect::Forget => {
                self.forget();
                Ok(())
            }
            OptionEffect::Game(library) => {
                let is_other = self.options.changes_game(name, Some(library.id()));
                let by = PositionOrigin::Choice { library: Arc::clone(&library), is_other };
                self.open(&library, PositionText::default(), by)
            }
        }
    }

    /// The refusal of a client on a connection that names a file outside of the usual folders.
    fn refuse_path(&self, name: &str, value: &str) -> Option<PositionRefused> {
        let is_path = name.eq_ignore_ascii_case(EVAL_FILE) && !is_plain(value);
        let is_remote = is_path && self.transport.is_connection();
        is_remote.then(|| {
            let right = "the name of a file in a folder of the server, without a path";
            let refused = OptionRefused::bad_value(EVAL_FILE, value, right);
            PositionRefused { code: refused.code, text: refused.text }
        })
    }

    /// Begins a search, a perft or an explanation. What runs is stopped and answers first; then it is this one's turn.
    fn begin(&mut self, command: Command, is_stopped: bool) {
        self.stop();
        if self.running.is_some() {
            let mut line = WaitingLine::new(WaitingInput::Read(Ok(command)), 0);
            line.is_stopped = is_stopped;
            return self.waiting.push_front(line);
        }
        // An explanation is short, and a stop is for the searches.
        let is_stopped = is_stopped && !matches!(command, Command::Explain(_));
        let (started, owed) = match command {
            Command::Go(go) => (self.start_search(go), Some(OwedLine::BestMove)),
            Command::Explain(explain) => (self.start_explanation(explain), Some(OwedLine::ExplainDone)),
            Command::Perft(depth) => (self.start_perft(depth), None),
            _ => return,
        };
        match started {
            Ok(()) => {
                if self.running.as_ref().is_some_and(SessionTask::is_queued) && !is_stopped {
                    let text = "too many searches are running; this one waits for its turn";
                    self.say(Reply::InfoString(text.into()));
                }
                (self.has_table, self.has_learnt) = (true, true);
                if owed == Some(OwedLine::BestMove) {
                    (self.in_game, self.is_unready) = (true, false);
                }
            }
            Err(PositionRefused { code, text }) => {
                self.say_error(code, text);
                owed.into_iter().for_each(|owed| self.say_owed(owed));
            }
        }
        if is_stopped {
            self.stop();
        }
    }

    fn ponderhit(&mut self) -> Result<(), PositionRefused> {
        if !self.running.as_mut().is_some_and(SessionTask::ponderhit) {
            return self.refuse_ponderhit();
        }
        let is_at_work = |running: &&mut SessionTask| running.is_at_work() && running.is_hit();
        if self.running.as_mut().filter(is_at_work).is_some() {
            self.hired.iter_mut().for_each(|hired| hired.worker.signal(Signal::Hit));
        }
        let free = self.running.as_mut().filter(|running| !running.is_held());
        if let Some(answer) = free.and_then(SessionTask::take_answer) {
            self.running = None;
            self.say(answer);
        }
        Ok(())
    }
}

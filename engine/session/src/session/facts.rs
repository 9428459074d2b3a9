//! Questions of a client: the identity of the engine, and the facts that the library gives about the position.

use super::Session;
use crate::position::PositionRefused;
use crate::work::{PositionQuestion, RecordToRead};
use plyd_protocol::{ErrorCode, Mode, Reply};

const NAME: &str = concat!("plyd ", env!("CARGO_PKG_VERSION"));
const AUTHOR: &str = "the plyd authors";

/// The game of a record with tags that names none, as PGN is the notation of chess.
const CHESS: &str = "chess";

impl Session {
    pub(super) fn introduce(&mut self, mode: Mode) {
        self.mode = mode;
        self.say(Reply::IdName(NAME.into()));
        self.say(Reply::IdAuthor(AUTHOR.into()));
        for line in self.options.lines(&self.engine.games().catalog) {
            self.say(Reply::Option(line));
        }
        self.say(if mode == Mode::Uci { Reply::UciOk } else { Reply::UgiOk });
    }

    /// Asks the library about the position; the answer follows.
    pub(super) fn question(&mut self, question: PositionQuestion) -> Result<(), PositionRefused> {
        let board = self.board()?.clone();
        self.question_about(board, question, None)
    }

    /// Asks the library to read a game. The position is of no meaning to it, so the last one that was accepted will do.
    pub(super) fn read_record(&mut self, text: String) -> Result<(), PositionRefused> {
        // The one answer to a text that cannot be read.
        self.check_game().map_err(|refused| PositionRefused { code: ErrorCode::BadRead, ..refused })?;
        let board = self.last_board()?.clone();
        let options = self.options.of_game(&board.library);
        let has_chess = self.engine.games().catalog.get(CHESS).is_some();
        let usual = if has_chess { CHESS } else { board.library.id() }.to_owned();
        self.question_about(board, PositionQuestion::Read(RecordToRead { text, options, usual }), None)
    }
}

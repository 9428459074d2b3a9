//! Questions of a client: the identity of the engine, and the facts that the library gives about the position.

use super::Session;
use crate::work::Question;
use crate::work::position::PositionRefused;
use plyd_protocol::{Mode, Reply};

const NAME: &str = concat!("plyd ", env!("CARGO_PKG_VERSION"));
const AUTHOR: &str = "the plyd authors";

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
    pub(super) fn question(&mut self, question: Question) -> Result<(), PositionRefused> {
        let board = self.board()?.clone();
        self.ask(board, question, |session, lines| lines.into_iter().for_each(|line| session.say(line)))
    }
}

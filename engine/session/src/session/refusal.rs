//! The refusal of a position. Few clients read errors: one whose position was refused asks about it all the same, and
//! must not get the answer for another one. So nothing is answered until a position is accepted.

use super::Session;
use super::board::SessionPosition;
use crate::options::chooses_game;
use crate::position::{PositionRefused, no_game};
use crate::work::{PositionQuestion, TaskJob};
use plyd_protocol::{Command, ErrorCode, OwedLine, Reply, excerpt};
use std::fmt;

/// What a line was to set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefusedSetting {
    /// The position.
    Position,
    /// The game, and with it the position: what follows is about a game that the session does not play.
    Game,
}

/// Why the session has no position that its client means.
#[derive(Clone, Debug)]
pub(super) struct SettingRefusal {
    setting: RefusedSetting,
    reason: PositionRefused,
}

impl fmt::Display for SettingRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.setting {
            RefusedSetting::Position => "position",
            RefusedSetting::Game => "choice of a game",
        };
        write!(f, "the last {what} was refused: {}", self.reason)
    }
}

impl SettingRefusal {
    fn error(&self, code: ErrorCode) -> PositionRefused {
        PositionRefused { code, text: self.to_string() }
    }
}

impl Session {
    /// What a command sets, if it sets a position.
    pub(super) fn setting(&self, command: &Command) -> Option<RefusedSetting> {
        match command {
            Command::Position(_) => Some(RefusedSetting::Position),
            Command::SetOption { name, value } if self.options.changes_game(name, value.as_deref()) => {
                Some(RefusedSetting::Game)
            }
            Command::SetOption { name, .. } if chooses_game(name) => Some(RefusedSetting::Position),
            _ => None,
        }
    }

    /// Answers with an error, and remembers it if the line was to set this.
    pub(super) fn refuse_to_set(
        &mut self,
        setting: Option<RefusedSetting>,
        PositionRefused { code, text }: PositionRefused,
    ) {
        let is_of_game = self.refusal.as_ref().is_some_and(|refusal| refusal.setting == RefusedSetting::Game);
        match setting {
            // Positions of a game that was refused do not count.
            Some(RefusedSetting::Position) if is_of_game => {}
            Some(setting) => {
                let reason = PositionRefused { code, text: excerpt(&text) };
                self.refusal = Some(SettingRefusal { setting, reason });
            }
            None => {}
        }
        self.say_error(code, text);
    }

    /// Refuses a position while the client means another game.
    pub(super) fn check_game(&self) -> Result<(), PositionRefused> {
        match &self.refusal {
            Some(refusal) if refusal.setting == RefusedSetting::Game => Err(refusal.error(refusal.reason.code)),
            _ => Ok(()),
        }
    }

    /// The position that the client means.
    pub(super) fn board(&self) -> Result<&SessionPosition, PositionRefused> {
        match &self.refusal {
            Some(refusal) => Err(refusal.error(ErrorCode::NoPosition)),
            None => self.last_board(),
        }
    }

    /// The last position that was accepted.
    pub(super) fn last_board(&self) -> Result<&SessionPosition, PositionRefused> {
        self.board.as_ref().ok_or_else(no_game)
    }

    /// The position that a job is about.
    pub(super) fn board_of(&self, job: &TaskJob) -> Result<&SessionPosition, PositionRefused> {
        match (job, &self.refusal) {
            (TaskJob::Search(_) | TaskJob::Perft(_), Some(refusal)) => Err(refusal.error(ErrorCode::BadGo)),
            // Exercises need the game alone.
            (TaskJob::Explain(explain, _), Some(_)) if explain.worksheet.is_some() || explain.grade.is_some() => {
                self.check_game()?;
                self.last_board()
            }
            _ => self.board(),
        }
    }

    /// `d`: people may look at the position before the one that was refused, and see that it is that.
    pub(super) fn show(&mut self) -> Result<(), PositionRefused> {
        let note = self.refusal.as_ref().map(|refusal| format!("{refusal}; this is the position before it"));
        let board = self.last_board()?.clone();
        self.question_about(board, PositionQuestion::Show, note.map(Reply::InfoString))
    }

    /// `ponderhit` without a search that ponders. A client whose position was refused waits for a move all the same.
    pub(super) fn refuse_ponderhit(&mut self) -> Result<(), PositionRefused> {
        match &self.refusal {
            Some(refusal) if self.running.is_none() => {
                let PositionRefused { code, text } = refusal.error(ErrorCode::BadGo);
                self.say_error(code, text);
                self.say_owed(OwedLine::BestMove);
                Ok(())
            }
            _ => {
                let text = "`ponderhit` without a `go ponder` before it".to_string();
                Err(PositionRefused { code: ErrorCode::NoSearch, text })
            }
        }
    }
}

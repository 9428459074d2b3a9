use crate::session::SessionEnded;
use thiserror::Error;

/// Why a command failed, in the words of the answer: the specification's, if it has any.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GtpFailure {
    /// There is no such command, or none for this game.
    #[error("unknown command")]
    UnknownCommand,
    /// An argument is missing, or is none: what is wrong, and what would be right.
    #[error("syntax error: {0}")]
    Syntax(String),
    /// A move is against the rules: which one, and why.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// The game has no such board.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// There is no move to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// The game is not over, and does not give a score.
    #[error("cannot score")]
    CannotScore,
    /// Handicap is placed on an empty board.
    #[error("board not empty")]
    BoardNotEmpty,
    /// The board has no place for this many handicap stones.
    #[error("invalid number of stones")]
    InvalidStones,
    /// A vertex of handicap is twice in the list, or not on the board.
    #[error("bad vertex list")]
    BadVertexList,
    /// A game record cannot be read, or its game cannot be played.
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    /// The engine has no move.
    #[error("cannot move: {0}")]
    CannotMove(String),
    /// The session refused something.
    #[error("{0}")]
    Refused(String),
    /// The session has ended.
    #[error("the engine ends")]
    Gone,
}

impl From<SessionEnded> for GtpFailure {
    fn from(_: SessionEnded) -> Self {
        Self::Gone
    }
}

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::line_text::quote;
use thiserror::Error;

/// A list of code, spelling and meaning that the enum, its table and its documentation all come from.
macro_rules! error_codes {
    ($($code:ident $spelling:literal $meaning:literal,)*) => {
        /// The machine-readable word of an error line, `info string error CODE TEXT`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ErrorCode {
            $(#[doc = $meaning] $code,)*
        }

        impl ErrorCode {
            /// Every code there is.
            pub const ALL: &[Self] = &[$(Self::$code),*];

            /// The spelling of the code in the line.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$code => $spelling),* }
            }

            /// The meaning of the code, in one sentence for the documentation.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$code => $meaning),* }
            }
        }
    };
}

error_codes! {
    UnknownCommand "unknown-command" "The line contains no command.",
    BadCommand "bad-command" "A command lacks an argument, or has an invalid one.",
    BadGo "bad-go" "A `go` is malformed, the algorithm can't search the position, or the last position was refused; no search starts, and `bestmove (none)` follows.",
    BadExplain "bad-explain" "An `explain` is malformed; no search starts, and `explain done` follows.",
    BadRead "bad-read" "The text after `read` is missing, or plyd can't read it as a game.",
    TooLarge "too-large" "The search to explain visits too many nodes; `explain done` follows.",
    Busy "busy" "The command is not allowed during a search; send `stop` first.",
    UnknownOption "unknown-option" "There is no option with that name.",
    BadValue "bad-value" "The option doesn't accept that value.",
    UnknownGame "unknown-game" "No loaded game has that name, or more than one does.",
    NoGame "no-game" "No games are loaded.",
    BadPosition "bad-position" "The game doesn't accept the setup; there is no position until the next one that is accepted.",
    IllegalMove "illegal-move" "A move isn't legal; if it was part of a `position`, there is no position until the next one that is accepted.",
    NoPosition "no-position" "The last `position` or `UCI_Variant` was refused, so there is no position to ask about.",
    NoSearch "no-search" "The command needs a running search, and there is none.",
    LineTooLong "line-too-long" "A line was longer than the server allows; it was skipped.",
    NotUtf8 "not-utf8" "A line was not UTF-8 text; it was skipped.",
    OutOfResources "out-of-resources" "The system can't start a thread or a process, or an answer is too long.",
    Plugin "plugin" "The game's library failed.",
    PluginCrashed "plugin-crashed" "The process of the game's library crashed, or was ended because it hung; the next command uses a new process.",
    PluginDisabled "plugin-disabled" "The game's library hangs or crashes too often, and plyd doesn't call it for now.",
    TooManySearches "too-many-searches" "Too many searches are running, and this one ran out of time before it could start; a legal move follows.",
    AuthRequired "auth-required" "The first line must be `auth TOKEN`, within five seconds; the connection is closed.",
    AuthFailed "auth-failed" "The server doesn't know the token; the connection is closed.",
    AuthRevoked "auth-revoked" "The token of this connection was revoked; the connection is closed.",
    Kicked "kicked" "The operator of the server ended the session; the connection is closed.",
    Forbidden "forbidden" "The token of this connection lacks the right to use the command.",
    TooManySessions "too-many-sessions" "The server has too many sessions, in total or from this address; the connection is closed.",
    Idle "idle" "The client hasn't sent anything for too long; the connection is closed.",
    WrongProtocol "wrong-protocol" "The client uses HTTP or TLS where the server doesn't, or doesn't use TLS where the server does; the connection is closed.",
    Timeout "timeout" "Something took longer than its time limit.",
    Shutdown "shutdown" "The server is shutting down, or doesn't accept new games.",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The last line of the answer to a command that has several, which comes also if the command is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwedLine {
    /// `bestmove (none)`, to a `go`.
    BestMove,
    /// `explain done`, to an `explain`.
    ExplainDone,
}

/// Why a line is not a command. Displays as its text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct ParseError {
    /// The machine-readable kind.
    pub code: ErrorCode,
    /// The error and the correct form, without line breaks.
    pub text: String,
    /// The line that must follow the error, as clients wait for it; `None` for most commands.
    pub owed: Option<OwedLine>,
    /// Whether the line was a `position`: the client no longer means the position before it.
    pub of_position: bool,
}

impl ParseError {
    /// The error of a line that is no `position`.
    #[must_use]
    pub fn new(code: ErrorCode, text: String, owed: Option<OwedLine>) -> Self {
        Self { code, text, owed, of_position: false }
    }

    pub(crate) fn malformed_position(text: String) -> Self {
        Self { of_position: true, ..Self::bad_command(text) }
    }

    pub(crate) fn unknown_command(text: String) -> Self {
        Self::new(ErrorCode::UnknownCommand, text, None)
    }

    pub(crate) fn bad_command(text: impl Into<String>) -> Self {
        Self::new(ErrorCode::BadCommand, text.into(), None)
    }

    /// The error of a command that needs something else than this word, or than nothing.
    pub(crate) fn wrong_argument(command: &str, needed: &str, found: Option<&str>) -> Self {
        Self::bad_command(match found {
            Some(found) => format!("`{command}` needs {needed}, not {}", quote(found)),
            None => format!("`{command}` needs {needed} after it"),
        })
    }

    pub(crate) fn forbidden(text: String, owed: Option<OwedLine>) -> Self {
        Self::new(ErrorCode::Forbidden, text, owed)
    }

    pub(crate) fn bad_explain(text: String) -> Self {
        Self::new(ErrorCode::BadExplain, text, Some(OwedLine::ExplainDone))
    }

    pub(crate) fn bad_read(text: String) -> Self {
        Self::new(ErrorCode::BadRead, text, None)
    }

    pub(crate) fn bad_go(text: String) -> Self {
        Self::new(ErrorCode::BadGo, text, Some(OwedLine::BestMove))
    }
}

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
    BadCommand "bad-command" "A command lacks an argument or has a wrong one.",
    BadGo "bad-go" "A `go` is malformed, the algorithm cannot search the position, or the last position was refused; nothing was started, and `bestmove (none)` follows.",
    BadExplain "bad-explain" "An `explain` is malformed; nothing was searched, and `explain done` follows.",
    BadRead "bad-read" "A `read` has no text after it, or the text is no game that can be read.",
    TooLarge "too-large" "The search to explain visits too many nodes; `explain done` follows.",
    Busy "busy" "The command is not allowed during a search; send `stop` first.",
    UnknownOption "unknown-option" "There is no option with that name.",
    BadValue "bad-value" "The option does not take that value.",
    UnknownGame "unknown-game" "No game with that name is loaded, or several are.",
    NoGame "no-game" "No game is loaded at all.",
    BadPosition "bad-position" "The game does not accept the setup; there is no position until one is accepted.",
    IllegalMove "illegal-move" "A move is not legal in its position; after a `position`, there is none until one is accepted.",
    NoPosition "no-position" "The last `position` or `UCI_Variant` was refused, so there is no position to ask about.",
    NoSearch "no-search" "The command needs a running search, and there is none.",
    LineTooLong "line-too-long" "A line was longer than the server allows; it was skipped.",
    NotUtf8 "not-utf8" "A line was not UTF-8 text; it was skipped.",
    OutOfResources "out-of-resources" "The system cannot start a thread for the search.",
    Plugin "plugin" "The library of the game failed.",
    PluginCrashed "plugin-crashed" "The process of the library of the game has ended, or hung and was ended; the next command goes on in a new one.",
    PluginDisabled "plugin-disabled" "Calls of the game's library hang; plyd does not call it until they return.",
    TooManySearches "too-many-searches" "Too many searches are running, and the time of this one has expired; a legal move follows.",
    AuthRequired "auth-required" "The first line must be `auth TOKEN`, within five seconds; the connection is closed.",
    AuthFailed "auth-failed" "The server does not know the token, or too many were wrong; the connection is closed.",
    AuthRevoked "auth-revoked" "The token of this connection was revoked; the connection is closed.",
    Kicked "kicked" "The operator of the server has ended the session; the connection is closed.",
    Forbidden "forbidden" "The token of this connection does not give the right to this command.",
    TooManySessions "too-many-sessions" "The server has no free session, in total or for this address; the connection is closed.",
    Idle "idle" "The client has sent nothing for too long; the connection is closed.",
    WrongProtocol "wrong-protocol" "The client speaks HTTP or TLS, or does not speak TLS where it must; the connection is closed.",
    Timeout "timeout" "Something took longer than its deadline.",
    Shutdown "shutdown" "The server is shutting down, or takes no new games.",
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

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::{self, Write as _};

use crate::{ErrorCode, GameLine, GameStatus, Info, Mode, OptionLine, ParseError, Response, TurnOf, VariantLine, help};
use plyd_foreign::{OneLine, is_forbidden};

/// The first words of replies.
const FIRST_WORDS: &[&str] = &[
    "id",
    "option",
    "uciok",
    "ugiok",
    "readyok",
    "authok",
    "info",
    "bestmove",
    "response",
    "Nodes",
    "explain",
    "game",
    "Fen:",
    "Turn:",
    "Outcome:",
    "view",
    "known",
    "read",
    "tree",
    "svg",
    "Heuristic:",
    "Network:",
    "Evaluation:",
];

/// One line to a client. Displays without a line end and never contains a line break: control characters in texts
/// become blanks.
///
/// Serialized, it has only the lines that a game's library is needed for: the engine itself gives the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// `id name NAME`
    #[serde(skip)]
    IdName(String),
    /// `id author AUTHOR`
    #[serde(skip)]
    IdAuthor(String),
    /// `option name ...`
    #[serde(skip)]
    Option(OptionLine),
    /// `uciok`
    #[serde(skip)]
    UciOk,
    /// `ugiok`
    #[serde(skip)]
    UgiOk,
    /// `readyok`
    #[serde(skip)]
    ReadyOk,
    /// `authok`
    #[serde(skip)]
    AuthOk,
    /// `info depth ...`
    Info(Info),
    /// `info string TEXT`; for errors there is [`Reply::Error`].
    InfoString(String),
    /// `info string error CODE TEXT`
    Error {
        /// The machine-readable kind.
        code: ErrorCode,
        /// The error, for a person.
        text: String,
    },
    /// `info string variant ...`
    #[serde(skip)]
    Variant(VariantLine),
    /// `bestmove MOVE [ponder MOVE]`, see [`Reply::best_move`].
    BestMove {
        /// The move; `None` is written `(none)`.
        best: Option<String>,
        /// The answer expected to it.
        ponder: Option<String>,
    },
    /// `response ...`
    Response(Response),
    /// `MOVE: COUNT`, a line of `go perft`
    PerftMove {
        /// The first move.
        mv: String,
        /// The sequences that begin with it.
        count: u64,
    },
    /// `Nodes searched: COUNT`, the last line of `go perft`; a blank line, [`Reply::blank`], divides it from the moves.
    PerftTotal(u64),
    /// `explain done`, the last line of `explain`
    ExplainDone,
    /// `game ID ...`, a line of `games`
    #[serde(skip)]
    Game(GameLine),
    /// `USAGE - MEANING`, a line of `help`
    #[serde(skip)]
    Help {
        /// The usage of the command.
        usage: Cow<'static, str>,
        /// Its purpose.
        meaning: Cow<'static, str>,
    },
    /// `Fen: SETUP`, the position as text in the answer to `d`
    Fen(String),
    /// `Turn: p1|p2|chance`, a line of `d`
    Turn(TurnOf),
    /// `Outcome: ...`, a line of `d`
    Outcome(GameStatus),
    /// `view {...}`, the answer to `view`: one line of JSON
    View(String),
    /// `known {...}`, the answer to `known`: one line of JSON
    Known(String),
    /// `read {...}`, the answer to `read`: one line of JSON
    Read(String),
    /// `tree {...}`, a part of the tree of a search that is watched: one line of JSON
    Tree(String),
    /// `svg <svg ...`, a picture in the answer to `explain`
    Svg(String),
    /// `Heuristic: N (p1's view)`, a line of `eval` if a network values the position
    Heuristic(i32),
    /// `Network: N (p1's view) FILE`, the line after it
    Network {
        /// The value.
        value: i32,
        /// The name of the network's file.
        name: String,
    },
    /// `Evaluation: N (p1's view)`, the last line of the answer to `eval`
    Evaluation(i32),
    /// A line that is no keyword and its arguments: of a picture of the board, for example. If it begins with the first
    /// word of another reply, it is written after `| `.
    Text(String),
}

impl Reply {
    /// A `bestmove` as the mode wants it: clients that speak UGI read exactly two words, so no ponder move for them.
    #[must_use]
    pub fn best_move(best: Option<String>, ponder: Option<String>, mode: Mode) -> Self {
        let ponder = ponder.filter(|_| mode == Mode::Uci && best.is_some());
        Self::BestMove { best, ponder }
    }

    /// `info string expectation N`: the value that the score of a game with chance rounds, with nine digits.
    #[must_use]
    pub fn expectation(value: f64) -> Self {
        // Zero has no sign, nor has what is written as zero.
        let text = format!("{value:.9}");
        let is_zero = text.chars().all(|digit| matches!(digit, '-' | '0' | '.'));
        Self::InfoString(format!("expectation {}", if is_zero { text.trim_start_matches('-') } else { &text }))
    }

    /// A blank line.
    #[must_use]
    pub const fn blank() -> Self {
        Self::Text(String::new())
    }

    /// A text of several lines, such as a picture of the board.
    pub fn text_lines(text: &str) -> impl Iterator<Item = Self> {
        text.lines().map(|line| Self::Text(line.to_owned()))
    }

    /// The answer to `help`.
    pub fn help() -> impl Iterator<Item = Self> {
        help().map(|(usage, meaning)| Self::Help { usage: usage.into(), meaning: meaning.into() })
    }
}

impl From<ParseError> for Reply {
    fn from(error: ParseError) -> Self {
        Self::Error { code: error.code, text: error.text }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = OneLine(f);
        match self {
            Self::IdName(name) => write!(line, "id name {name}"),
            Self::IdAuthor(author) => write!(line, "id author {author}"),
            Self::Option(option) => write!(line, "{option}"),
            Self::UciOk => line.write_str("uciok"),
            Self::UgiOk => line.write_str("ugiok"),
            Self::ReadyOk => line.write_str("readyok"),
            Self::AuthOk => line.write_str("authok"),
            Self::Info(info) => write!(line, "{info}"),
            Self::InfoString(text) => write!(line, "info string {text}"),
            Self::Error { code, text } => write!(line, "info string error {code} {text}"),
            Self::Variant(variant) => write!(line, "{variant}"),
            Self::BestMove { best: None, .. } => line.write_str("bestmove (none)"),
            Self::BestMove { best: Some(best), ponder: None } => write!(line, "bestmove {best}"),
            Self::BestMove { best: Some(best), ponder: Some(ponder) } => {
                write!(line, "bestmove {best} ponder {ponder}")
            }
            Self::Response(response) => write!(line, "{response}"),
            Self::PerftMove { mv, count } => write!(line, "{mv}: {count}"),
            Self::PerftTotal(count) => write!(line, "Nodes searched: {count}"),
            Self::ExplainDone => line.write_str("explain done"),
            Self::Game(game) => write!(line, "{game}"),
            Self::Help { usage, meaning } => write!(line, "{usage} - {meaning}"),
            Self::Fen(setup) => write!(line, "Fen: {setup}"),
            Self::Turn(turn) => write!(line, "Turn: {turn}"),
            Self::Outcome(standing) => write!(line, "Outcome: {standing}"),
            Self::View(json) => write!(line, "view {json}"),
            Self::Known(json) => write!(line, "known {json}"),
            Self::Read(json) => write!(line, "read {json}"),
            Self::Tree(json) => write!(line, "tree {json}"),
            // Its line breaks are between elements, or blanks of texts.
            Self::Svg(picture) => write!(line, "svg {}", picture.trim_end()),
            Self::Heuristic(value) => write!(line, "Heuristic: {value} (p1's view)"),
            Self::Network { value, name } => write!(line, "Network: {value} (p1's view) {name}"),
            Self::Evaluation(value) => write!(line, "Evaluation: {value} (p1's view)"),
            Self::Text(text) if begins_as_a_reply(text) => write!(line, "| {text}"),
            Self::Text(text) => line.write_str(text),
        }
    }
}

/// Whether a client would take this text for another reply. Libraries draw pictures, and may write anything there.
fn begins_as_a_reply(text: &str) -> bool {
    let mut words = text.split(|c: char| c.is_whitespace() || is_forbidden(c));
    words.find(|word| !word.is_empty()).is_some_and(|first| FIRST_WORDS.contains(&first))
}

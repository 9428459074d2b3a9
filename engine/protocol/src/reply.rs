use std::fmt::{self, Write as _};

use crate::info::field;
use crate::line_text::OneLine;
use crate::{ErrorCode, HELP, Info, Mode, OptionLine, ParseError};

/// One line to a client. Displays without a line end and never contains a line break: control characters in texts become
/// blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name NAME`
    IdName(String),
    /// `id author AUTHOR`
    IdAuthor(String),
    /// `option name ...`
    Option(OptionLine),
    /// `uciok`
    UciOk,
    /// `ugiok`
    UgiOk,
    /// `readyok`
    ReadyOk,
    /// `info depth ...`
    Info(Info),
    /// `info string TEXT`; for errors there is [`Reply::Error`].
    InfoString(String),
    /// `info string error CODE TEXT`
    Error {
        /// The machine-readable kind.
        code: ErrorCode,
        /// What is wrong, for a person.
        text: String,
    },
    /// `info string variant ...`
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
    /// `game ...`, a line of `games`
    Game(GameLine),
    /// `USAGE - MEANING`, a line of `help`
    Help {
        /// How the command is written.
        usage: &'static str,
        /// What it does.
        meaning: &'static str,
    },
    /// `Fen: SETUP`, the position as text in the answer to `d`
    Fen(String),
    /// `Turn: p1|p2`, a line of `d`; the value is whether it is the first player's turn.
    Turn(bool),
    /// `Outcome: ...`, a line of `d`
    Outcome(Standing),
    /// `Evaluation: N (p1's view)`, the answer to `eval`
    Evaluation(i32),
    /// A line that is no keyword and its arguments: of a picture of the board, for example.
    Text(String),
}

/// The facts a `query` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// `true` or `false`
    Truth(bool),
    /// `p1win`, `p2win`, `draw` or `none`
    Result(Standing),
    /// The legal moves; nothing follows `response` where there are none.
    Moves(Vec<String>),
    /// The position as text.
    Fen(String),
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is not finished.
    Ongoing,
    /// The first player, MAX, has won.
    P1Win,
    /// The second player, MIN, has won.
    P2Win,
    /// Nobody has won.
    Draw,
    /// It ended in a number from the first player's view. As a result it counts by its sign.
    Utility(i32),
}

/// The answer to the choice of a game. What a game does not have is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariantLine {
    /// The game's id.
    pub name: String,
    /// Columns of its board.
    pub files: Option<u32>,
    /// Rows of its board.
    pub ranks: Option<u32>,
    /// Pieces to drop: 1 if there are any.
    pub pocket: Option<u32>,
    /// The rules it is derived from, in the words of chess GUIs.
    pub template: Option<String>,
    /// Its start position.
    pub startpos: String,
}

/// A loaded game: `game tictactoe version 0.1.0 selected name Tic-tac-toe`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameLine {
    /// Its id, the value of `UCI_Variant` that selects it.
    pub id: String,
    /// The version of its library, one word; an empty one is left out.
    pub version: String,
    /// Whether this session plays it.
    pub selected: bool,
    /// Its name for people.
    pub name: String,
}

impl Reply {
    /// A `bestmove` as the mode wants it: clients that speak UGI read exactly two words, so no ponder move for them.
    #[must_use]
    pub fn best_move(best: Option<String>, ponder: Option<String>, mode: Mode) -> Self {
        let ponder = ponder.filter(|_| mode == Mode::Uci && best.is_some());
        Self::BestMove { best, ponder }
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
        HELP.iter().map(|&(usage, meaning)| Self::Help { usage, meaning })
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
            Self::Game(game) => write!(line, "{game}"),
            Self::Help { usage, meaning } => write!(line, "{usage} - {meaning}"),
            Self::Fen(setup) => write!(line, "Fen: {setup}"),
            Self::Turn(first) => write!(line, "Turn: {}", if *first { "p1" } else { "p2" }),
            Self::Outcome(standing) => write!(line, "Outcome: {standing}"),
            Self::Evaluation(value) => write!(line, "Evaluation: {value} (p1's view)"),
            Self::Text(text) => line.write_str(text),
        }
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("response")?;
        match self {
            Self::Truth(truth) => write!(f, " {truth}"),
            Self::Result(standing) => write!(f, " {}", standing.result()),
            Self::Moves(moves) => moves.iter().try_for_each(|mv| write!(f, " {mv}")),
            Self::Fen(setup) => write!(f, " {setup}"),
        }
    }
}

impl Standing {
    fn result(self) -> &'static str {
        match self {
            Self::Ongoing => "none",
            Self::P1Win | Self::Utility(1..) => "p1win",
            Self::P2Win | Self::Utility(..=-1) => "p2win",
            Self::Draw | Self::Utility(0) => "draw",
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::P1Win => f.write_str("p1 wins"),
            Self::P2Win => f.write_str("p2 wins"),
            Self::Draw => f.write_str("draw"),
            Self::Utility(value) => write!(f, "utility {value} (p1's view)"),
        }
    }
}

impl fmt::Display for VariantLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info string variant {}", self.name)?;
        field(f, "files", self.files)?;
        field(f, "ranks", self.ranks)?;
        field(f, "pocket", self.pocket)?;
        field(f, "template", self.template.as_ref())?;
        write!(f, " startpos {}", self.startpos)
    }
}

impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.id)?;
        field(f, "version", (!self.version.is_empty()).then_some(&self.version))?;
        if self.selected {
            f.write_str(" selected")?;
        }
        write!(f, " name {}", self.name)
    }
}

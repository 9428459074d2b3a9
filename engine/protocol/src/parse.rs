use crate::line_text::quote;
use crate::suggestion::nearest;
use crate::words::{WordReader, joined};
use crate::{
    ClientRights, Command, ErrorCode, ExplainLimits, GoLimits, OwedLine, ParseError, PositionText, Query, Right,
    Secret, WatchedTreePart,
};

/// Reads what follows the first word of a command.
type Parse = fn(&str) -> Result<Command, ParseError>;

/// The right that a client needs for a command.
type NeededRight = Option<Right>;

const ANY: NeededRight = None;
const WATCH: NeededRight = Some(Right::Watch);
const PLAY: NeededRight = Some(Right::Play);

/// Every command: how it is written, which right it needs, what it does, and what reads it, in the order `help` prints
/// them. The first word of the usage names the command. One that is written in several ways has a row for each, with the
/// same right and the same parser.
const COMMANDS: &[(&str, NeededRight, &str, Parse)] = &[
    ("uci", ANY, "identify the engine and list its options; switch to UCI", |_| Ok(Command::Uci)),
    ("ugi", ANY, "the same as `uci`, but switch to UGI", |_| Ok(Command::Ugi)),
    ("auth TOKEN", ANY, "authenticate with a token; must be the first line if the server requires one", parse_auth),
    ("debug on|off", ANY, "turn `info string debug` lines on or off", parse_debug),
    ("isready", ANY, "answer `readyok`, also during a search", |_| Ok(Command::IsReady)),
    ("setoption name NAME [value VALUE]", WATCH, "set an option; `UCI_Variant` selects the game", parse_setoption),
    ("register ...", ANY, "accept and ignore the arguments: plyd needs no registration", |_| Ok(Command::Register)),
    ("ucinewgame", WATCH, "forget everything learnt in the previous game", |_| Ok(Command::NewGame)),
    ("uginewgame", WATCH, "the same as `ucinewgame`", |_| Ok(Command::NewGame)),
    ("position startpos [moves MOVE ...]", WATCH, "set the start position, then play the moves", parse_position),
    (
        "position [fen] SETUP [moves MOVE ...]",
        WATCH,
        "set the position that the setup describes, then play the moves",
        parse_position,
    ),
    (
        "go [depth N] [nodes N] [mate N] [movetime MS] [infinite] [ponder] [searchmoves MOVE ...]",
        PLAY,
        "search within these limits and answer with `bestmove`",
        parse_go,
    ),
    (
        "go [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]",
        PLAY,
        "search with these clocks; also `p1time`, `p2time`, `p1inc`, `p2inc`",
        parse_go,
    ),
    ("go perft N", PLAY, "count the move sequences of N plies, by first move", parse_go),
    (
        "explain [depth N] [nodes N] [algorithm NAME] [order left|right|best] [cut equal|strict] [fail soft|hard] \
         [lang CODE] [format text|json|walk|page|svg]",
        PLAY,
        "show a search of the position as a tree, with every cut and its reason; `explain done` ends it",
        parse_explain,
    ),
    (
        "explain worksheet N [seed S] [depth D] [branching B] [cuts C] [algorithm NAME] [order left|right|best] \
         [cut equal|strict] [fail soft|hard] [lang CODE]",
        PLAY,
        "make a worksheet of random trees, as JSON; `explain done` ends it",
        parse_explain,
    ),
    (
        "explain [lang CODE] grade JSON",
        PLAY,
        "mark answers to a worksheet, as JSON; `explain done` ends it",
        parse_explain,
    ),
    (
        "watch on|off [plies N] [nodes N]",
        WATCH,
        "print the first plies of the tree of each search, or stop doing so",
        parse_watch,
    ),
    ("stop", ANY, "end the search; its `bestmove` follows", |_| Ok(Command::Stop)),
    ("ponderhit", PLAY, "continue after the expected move, with the clock running", |_| Ok(Command::PonderHit)),
    (
        "query turn|p1turn|p2turn|gameover|result|moves|chances|fen",
        WATCH,
        "answer a question about the position, after `response`",
        parse_query,
    ),
    (
        "query about [LANGUAGE]",
        WATCH,
        "print the name, rules, sides and options of the game as JSON, in a language such as `it`",
        parse_query,
    ),
    ("d", WATCH, "show the position", |_| Ok(Command::Show)),
    ("view", WATCH, "describe the position as JSON, for programs that draw it", |_| Ok(Command::View)),
    ("known", PLAY, "print what the table knows about each legal move, as JSON", |_| Ok(Command::Known)),
    (
        "read STRING",
        WATCH,
        "read a game, such as PGN, from a JSON string, and print its tree of moves as JSON",
        parse_read,
    ),
    ("eval", PLAY, "show the static value of the position", |_| Ok(Command::Eval)),
    ("games", WATCH, "list the loaded games, and the libraries that were refused", |_| Ok(Command::Games)),
    ("help", ANY, "print this list", |_| Ok(Command::Help)),
    ("quit", ANY, "end the session", |_| Ok(Command::Quit)),
];

/// Every command with its usage and purpose, in the order of `help`.
pub fn help() -> impl ExactSizeIterator<Item = (&'static str, &'static str)> {
    COMMANDS.iter().map(|&(usage, _, meaning, _)| (usage, meaning))
}

/// Every command with its usage and the right that it needs, in the order of `help`; `None` is a command for everybody.
pub fn commands() -> impl ExactSizeIterator<Item = (&'static str, Option<Right>)> {
    COMMANDS.iter().map(|&(usage, need, ..)| (usage, need))
}

/// Reads one line, without its line end. `Ok(None)` is a blank line.
///
/// Blanks of any kind and number separate words, whose case matters. Words before the first known command are skipped.
/// Words after a command without arguments are ignored.
pub fn parse(line: &str) -> Result<Option<Command>, ParseError> {
    parse_with(line, ClientRights::ALL)
}

/// The same of a client that has only these rights: a command that needs another one is an error.
pub fn parse_with(line: &str, rights: ClientRights) -> Result<Option<Command>, ParseError> {
    // Some Windows shells put a byte order mark before the first line they pipe.
    let line = line.trim_start_matches('\u{feff}').trim();
    let mut words = WordReader::new(line);
    while let Some(word) = words.next() {
        if let Some((need, parse)) = command(word) {
            return match need.filter(|&need| !rights.allow(need)) {
                None => parse(words.rest()).map(Some),
                Some(need) => Err(forbidden(word, need, rights)),
            };
        }
    }
    match line.split_whitespace().next() {
        Some(first) => Err(ParseError::unknown_command(unknown_command(line, first))),
        None => Ok(None),
    }
}

/// The error of a line of which only this text could be read, such as its beginning. What it says of a `position`
/// depends on its command.
#[must_use]
pub fn unreadable(text: &str, code: ErrorCode, problem: String) -> ParseError {
    let is_position = WordReader::new(text).find(|word| command(word).is_some()) == Some("position");
    ParseError { of_position: is_position, ..ParseError::new(code, problem, None) }
}

fn forbidden(command: &str, need: Right, rights: ClientRights) -> ParseError {
    let owed = match command {
        "go" => Some(OwedLine::BestMove),
        "explain" => Some(OwedLine::ExplainDone),
        _ => None,
    };
    let text = format!("`{command}` needs the right `{need}`, and the token of this connection has `{rights}`");
    ParseError::forbidden(text, owed)
}

/// The right and the parser of the command with this name.
fn command(name: &str) -> Option<(NeededRight, Parse)> {
    // A line may be a million words that are no command, so most are told by their length alone.
    const LONGEST: usize = 10;
    let is_named =
        |usage: &str| usage.as_bytes().get(name.len()).is_none_or(|&end| end == b' ') && usage.starts_with(name);
    let row = (name.len() <= LONGEST).then(|| COMMANDS.iter().find(|(usage, ..)| is_named(usage)))?;
    row.map(|&(_, need, _, parse)| (need, parse))
}

fn parse_auth(text: &str) -> Result<Command, ParseError> {
    match WordReader::new(text).next() {
        Some(token) => Ok(Command::Auth(Secret::new(token))),
        None => Err(ParseError::bad_command("`auth` needs a token after it")),
    }
}

fn parse_debug(text: &str) -> Result<Command, ParseError> {
    match WordReader::new(text).peek() {
        Some("on") => Ok(Command::Debug(true)),
        Some("off") => Ok(Command::Debug(false)),
        word => Err(ParseError::wrong_argument("debug", "`on` or `off`", word)),
    }
}

fn parse_setoption(text: &str) -> Result<Command, ParseError> {
    let mut words = WordReader::new(text);
    match words.next() {
        Some("name") => {}
        word => return Err(ParseError::wrong_argument("setoption", "`name NAME` and optionally `value VALUE`", word)),
    }
    let name = joined(words.take_until(|word| word == "value"));
    if name.is_empty() {
        return Err(ParseError::bad_command("`setoption name` needs the name of an option after it"));
    }
    Ok(Command::SetOption { name, value: words.rest().strip_prefix("value").map(joined) })
}

fn parse_position(text: &str) -> Result<Command, ParseError> {
    PositionText::parse(text).map(Command::Position)
}

fn parse_go(text: &str) -> Result<Command, ParseError> {
    GoLimits::parse(text).map(|(go, perft)| perft.map_or(Command::Go(go), Command::Perft))
}

fn parse_explain(text: &str) -> Result<Command, ParseError> {
    ExplainLimits::parse(text).map(Command::Explain)
}

fn parse_watch(text: &str) -> Result<Command, ParseError> {
    WatchedTreePart::parse(text).map(Command::Watch)
}

fn parse_query(text: &str) -> Result<Command, ParseError> {
    let needed = "`turn`, `p1turn`, `p2turn`, `gameover`, `result`, `moves`, `chances`, `fen` or `about`";
    let mut words = WordReader::new(text);
    let query = match words.next() {
        Some("about") => return Ok(Command::About(words.next().map(str::to_owned))),
        Some("turn") => Query::Turn,
        Some("p1turn") => Query::P1Turn,
        Some("p2turn") => Query::P2Turn,
        Some("gameover") => Query::GameOver,
        Some("result") => Query::Result,
        Some("moves") => Query::Moves,
        Some("chances") => Query::Chances,
        Some("fen") => Query::Fen,
        word => return Err(ParseError::wrong_argument("query", needed, word)),
    };
    Ok(Command::Query(query))
}

fn parse_read(text: &str) -> Result<Command, ParseError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ParseError::bad_read("`read` needs a JSON string after it, such as `\"1. e4 e5\"`".to_owned()));
    }
    serde_json::from_str(text).map(Command::Read).map_err(|error| {
        let (column, text) = (error.column(), quote(text));
        ParseError::bad_read(format!(
            "`read` needs a single JSON string, such as `\"1. e4 e5\"`; {text} is invalid from character {column} on"
        ))
    })
}

fn unknown_command(line: &str, first: &str) -> String {
    let quoted = quote(line);
    let commands = help().filter_map(|(usage, _)| usage.split(' ').next());
    match nearest(first, commands) {
        Some(command) => format!("unknown command {quoted}; did you mean `{command}`? `help` lists all"),
        None => format!("unknown command {quoted}; `help` lists all"),
    }
}

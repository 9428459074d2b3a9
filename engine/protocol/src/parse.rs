use crate::explain::parse_explain;
use crate::go::parse_go;
use crate::help::commands;
use crate::line_text::quote;
use crate::suggestion::nearest;
use crate::{Command, ParseError, PositionText, Query};

/// Reads one line, without its line end. `Ok(None)` is a blank line.
///
/// Words are separated by blanks of any kind and number, and their case matters. Words before the first known command are
/// skipped, and so is what follows a command without arguments.
pub fn parse(line: &str) -> Result<Option<Command>, ParseError> {
    // Some Windows shells put a byte order mark before the first line they pipe.
    let line = line.trim_start_matches('\u{feff}').trim();
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.is_empty() {
        return Ok(None);
    }
    match (0..words.len()).find_map(|start| parse_command(&words[start..])) {
        Some(command) => command.map(Some),
        None => Err(ParseError::unknown_command(unknown_command(line, words[0]))),
    }
}

/// Reads the command that the first word names, or `None` if it names none.
fn parse_command(words: &[&str]) -> Option<Result<Command, ParseError>> {
    let command = match words {
        ["uci", ..] => Command::Uci,
        ["ugi", ..] => Command::Ugi,
        ["debug", "on", ..] => Command::Debug(true),
        ["debug", "off", ..] => Command::Debug(false),
        ["debug", rest @ ..] => return Some(Err(wrong_argument("debug", "`on` or `off`", rest))),
        ["isready", ..] => Command::IsReady,
        ["setoption", rest @ ..] => return Some(parse_setoption(rest)),
        ["register", ..] => Command::Register,
        ["ucinewgame" | "uginewgame", ..] => Command::NewGame,
        ["position", rest @ ..] => return Some(PositionText::from_words(rest).map(Command::Position)),
        ["go", rest @ ..] => return Some(parse_go(rest)),
        ["explain", rest @ ..] => return Some(parse_explain(rest)),
        ["stop", ..] => Command::Stop,
        ["ponderhit", ..] => Command::PonderHit,
        ["quit", ..] => Command::Quit,
        ["query", rest @ ..] => return Some(parse_query(rest).map(Command::Query)),
        ["d", ..] => Command::Show,
        ["eval", ..] => Command::Eval,
        ["games", ..] => Command::Games,
        ["help", ..] => Command::Help,
        _ => return None,
    };
    Some(Ok(command))
}

fn parse_setoption(words: &[&str]) -> Result<Command, ParseError> {
    let ["name", rest @ ..] = words else {
        return Err(wrong_argument("setoption", "`name NAME`, then perhaps `value VALUE`", words));
    };
    let (name, value) = match rest.iter().position(|&word| word == "value") {
        Some(at) => (&rest[..at], Some(rest[at + 1..].join(" "))),
        None => (rest, None),
    };
    if name.is_empty() {
        return Err(ParseError::bad_command("`setoption name` needs the name of an option after it"));
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn parse_query(words: &[&str]) -> Result<Query, ParseError> {
    match words {
        ["p1turn", ..] => Ok(Query::P1Turn),
        ["p2turn", ..] => Ok(Query::P2Turn),
        ["gameover", ..] => Ok(Query::GameOver),
        ["result", ..] => Ok(Query::Result),
        ["moves", ..] => Ok(Query::Moves),
        ["fen", ..] => Ok(Query::Fen),
        _ => Err(wrong_argument("query", "`p1turn`, `p2turn`, `gameover`, `result`, `moves` or `fen`", words)),
    }
}

fn wrong_argument(command: &str, needed: &str, words: &[&str]) -> ParseError {
    ParseError::bad_command(match words {
        [found, ..] => format!("`{command}` needs {needed}, not {}", quote(found)),
        [] => format!("`{command}` needs {needed} after it"),
    })
}

fn unknown_command(line: &str, first: &str) -> String {
    let quoted = quote(line);
    match nearest(first, commands()) {
        Some(command) => format!("unknown command {quoted}; did you mean `{command}`? `help` lists all"),
        None => format!("unknown command {quoted}; `help` lists all"),
    }
}

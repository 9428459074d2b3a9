use std::time::Duration;

use crate::{Info, Score};

/// A line of an engine, whoever wrote it. What a client has no use for is [`Heard::Other`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// `uciok`
    UciOk,
    /// `ugiok`
    UgiOk,
    /// `readyok`
    ReadyOk,
    /// `id name NAME`
    Name(String),
    /// `option name NAME type ...`
    Option {
        /// The words between `name` and `type`, joined by single blanks.
        name: String,
        /// The words after each `var`, of a combo.
        choices: Vec<String>,
    },
    /// `info` about the best line; one about another line, or with a bound instead of a score, is [`Heard::Other`].
    Info(Info),
    /// `bestmove [MOVE ...]`; `None` where nothing follows.
    BestMove(Option<String>),
    /// A line that begins with a word of the protocol and tells nothing of the above.
    Other,
    /// A line that is none of the protocol.
    Unknown,
}

/// Reads a line of an engine. Nothing is refused: engines differ, and a field that makes no sense is left out.
#[must_use]
pub fn hear(line: &str) -> Heard {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["uciok", ..] => Heard::UciOk,
        ["ugiok", ..] => Heard::UgiOk,
        ["readyok", ..] => Heard::ReadyOk,
        ["id", "name", name @ ..] => Heard::Name(name.join(" ")),
        ["option", "name", rest @ ..] => hear_option(rest),
        ["info", "string", ..] => Heard::Other,
        ["info", fields @ ..] => hear_info(fields).map_or(Heard::Other, Heard::Info),
        ["bestmove", rest @ ..] => Heard::BestMove(rest.first().map(|&mv| mv.to_owned())),
        ["id" | "option" | "response" | "copyprotection" | "registration", ..] | [] => Heard::Other,
        _ => Heard::Unknown,
    }
}

fn hear_option(words: &[&str]) -> Heard {
    let end = words.iter().position(|&word| word == "type").unwrap_or(words.len());
    let choices = words[end..].split(|&word| word == "var").skip(1);
    Heard::Option { name: words[..end].join(" "), choices: choices.map(|choice| choice.join(" ")).collect() }
}

/// `None` for a line that is not about the best line, or not exact.
fn hear_info(words: &[&str]) -> Option<Info> {
    let mut info = Info::default();
    let mut rest = words;
    while let [keyword, after @ ..] = rest {
        rest = after;
        let value = || after.first().copied();
        match *keyword {
            "multipv" if value() != Some("1") => return None,
            "lowerbound" | "upperbound" => return None,
            "depth" => info.depth = number(value()),
            "seldepth" => info.seldepth = number(value()),
            "nodes" => info.nodes = number(value()),
            "nps" => info.nps = number(value()),
            "hashfull" => info.hashfull = number(value()),
            "time" => info.time = number(value()).map(Duration::from_millis),
            "score" => info.score = hear_score(after).or(info.score),
            "pv" => {
                info.pv = after.iter().map(|&mv| mv.to_owned()).collect();
                break;
            }
            "string" => break,
            _ => {}
        }
    }
    Some(info)
}

fn hear_score(words: &[&str]) -> Option<Score> {
    match words {
        ["cp", value, ..] => Some(Score::Points(number(Some(value))?)),
        ["mate", value, ..] => Some(Score::Mate(number(Some(value))?)),
        _ => None,
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

use std::time::Duration;

use crate::{Info, Score, ScoreBound, TurnOf};

/// A line of any engine, as a client reads it. A line that no client has a use for is [`EngineReply::Other`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineReply {
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
    /// `info` about the best line; one about another line, or with a bound instead of a score, is
    /// [`EngineReply::Other`].
    Info(Info),
    /// `bestmove [MOVE [ponder MOVE]]`
    BestMove {
        /// The move; `None` where nothing follows.
        best: Option<String>,
        /// The answer that the engine expects, about which it would think on.
        ponder: Option<String>,
    },
    /// `response first|second|chance`, the answer to `query turn`
    Turn(TurnOf),
    /// `info string error CODE TEXT`: what plyd says of a line that it refuses.
    Error {
        /// The machine-readable kind.
        code: String,
        /// The error, for a person.
        text: String,
    },
    /// Any other line that begins with a word of the protocol.
    Other,
    /// A line that is none of the protocol.
    Unknown,
}

/// Reads a line of an engine. Nothing is refused: engines differ, and a field that makes no sense is left out.
#[must_use]
pub fn parse_reply(line: &str) -> EngineReply {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["uciok", ..] => EngineReply::UciOk,
        ["ugiok", ..] => EngineReply::UgiOk,
        ["readyok", ..] => EngineReply::ReadyOk,
        ["id", "name", name @ ..] => EngineReply::Name(name.join(" ")),
        ["option", "name", rest @ ..] => parse_option(rest),
        ["info", "string", "error", code, text @ ..] => {
            EngineReply::Error { code: (*code).to_owned(), text: text.join(" ") }
        }
        ["info", "string", ..] => EngineReply::Other,
        ["info", fields @ ..] => best_line(read_info(fields)).map_or(EngineReply::Other, EngineReply::Info),
        ["response", "first"] => EngineReply::Turn(TurnOf::First),
        ["response", "second"] => EngineReply::Turn(TurnOf::Second),
        ["response", "chance"] => EngineReply::Turn(TurnOf::Chance),
        ["bestmove", rest @ ..] => EngineReply::BestMove {
            best: rest.first().map(|&mv| mv.to_owned()),
            ponder: match rest {
                [_, "ponder", mv, ..] => Some((*mv).to_owned()),
                _ => None,
            },
        },
        ["id" | "option" | "response" | "copyprotection" | "registration", ..] | [] => EngineReply::Other,
        _ => EngineReply::Unknown,
    }
}

fn parse_option(words: &[&str]) -> EngineReply {
    let end = words.iter().position(|&word| word == "type").unwrap_or(words.len());
    let choices = words[end..].split(|&word| word == "var").skip(1);
    EngineReply::Option { name: words[..end].join(" "), choices: choices.map(|choice| choice.join(" ")).collect() }
}

/// Reads the score of a line of any rank, with its chances and moves, as an engine writes it while it searches. `None`
/// for any other line of the protocol, and for a score that says nothing about a move.
#[must_use]
pub fn parse_ranked(line: &str) -> Option<Info> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["info", "string", ..] => None,
        ["info", fields @ ..] => Some(read_info(fields)).filter(|info| info.is_result() || info.is_further_line()),
        _ => None,
    }
}

/// `None` for a line that is not about the best line, or not exact.
fn best_line(info: Info) -> Option<Info> {
    let is_best = info.multipv.is_none_or(|rank| rank == 1) && info.bound.is_none();
    is_best.then_some(Info { multipv: None, ..info })
}

/// A rank that is no number is 0.
fn read_info(words: &[&str]) -> Info {
    let mut info = Info::default();
    let mut rest = words;
    while let [keyword, after @ ..] = rest {
        rest = after;
        let value = || after.first().copied();
        match *keyword {
            "multipv" => info.multipv = Some(number(value()).unwrap_or_default()),
            "lowerbound" => info.bound = Some(ScoreBound::Lower),
            "upperbound" => info.bound = Some(ScoreBound::Upper),
            "depth" => info.depth = number(value()),
            "seldepth" => info.seldepth = number(value()),
            "nodes" => info.nodes = number(value()),
            "nps" => info.nps = number(value()),
            "hashfull" => info.hashfull = number(value()),
            "time" => info.time = number(value()).map(Duration::from_millis),
            "score" => info.score = parse_score(after).or(info.score),
            "wdl" => info.wdl = parse_chances(after),
            "pv" => {
                info.pv = after.iter().map(|&mv| mv.to_owned()).collect();
                break;
            }
            "string" => break,
            _ => {}
        }
    }
    info
}

fn parse_score(words: &[&str]) -> Option<Score> {
    match words {
        ["cp", value, ..] => Some(Score::Points(number(Some(value))?)),
        ["mate", value, ..] => Some(Score::Mate(number(Some(value))?)),
        _ => None,
    }
}

fn parse_chances(words: &[&str]) -> Option<[u16; 3]> {
    let [win, draw, loss] = words.first_chunk()?.map(|word: &str| word.parse().ok());
    Some([win?, draw?, loss?])
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

use crate::{EngineReply, ErrorCode, GameStatus, TurnOf, parse_reply};

/// A line of plyd, as far as a client reads it that plyd itself is: what [`Reply`](crate::Reply) writes. Other engines
/// have no such lines; for them there is [`EngineReply`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnReply {
    /// `id name NAME`, the first line of the answer to `uci`
    Name,
    /// `uciok`
    UciOk,
    /// `info string error CODE TEXT`
    Error {
        /// The machine-readable kind.
        code: ErrorCode,
        /// The error, for a person.
        text: String,
    },
    /// `info ... wdl WIN DRAW LOSS`, of the best line: the chances in parts of a thousand.
    Chances([u16; 3]),
    /// `bestmove MOVE`; `None` is `(none)`.
    BestMove(Option<String>),
    /// `response first|second|chance`
    Turn(TurnOf),
    /// `response true|false`
    Truth(bool),
    /// `Fen: SETUP`, a line of the answer to `d`
    Fen(String),
    /// `Outcome: ...`, a line of the answer to `d`
    Outcome(GameStatus),
    /// A line of a picture. What begins as a reply is written after `| `, which stays.
    Text(String),
    /// Any other line.
    Other,
}

/// Reads a line of plyd.
#[must_use]
pub fn parse_own_reply(line: &str) -> OwnReply {
    if let Some((code, text)) = line.strip_prefix("info string error ").and_then(|error| error.split_once(' '))
        && let Some(code) = ErrorCode::ALL.iter().copied().find(|known| known.as_str() == code)
    {
        return OwnReply::Error { code, text: text.to_owned() };
    }
    if let Some(setup) = line.strip_prefix("Fen: ") {
        return OwnReply::Fen(setup.to_owned());
    }
    if let Some(standing) = line.strip_prefix("Outcome: ").and_then(read_standing) {
        return OwnReply::Outcome(standing);
    }
    match line {
        "response true" => return OwnReply::Truth(true),
        "response false" => return OwnReply::Truth(false),
        _ => {}
    }
    match parse_reply(line) {
        EngineReply::Name(_) => OwnReply::Name,
        EngineReply::UciOk => OwnReply::UciOk,
        EngineReply::BestMove { best, .. } => OwnReply::BestMove(best.filter(|best| best != "(none)")),
        EngineReply::Info(info) if info.is_result() => info.wdl.map_or(OwnReply::Other, OwnReply::Chances),
        EngineReply::Turn(turn) => OwnReply::Turn(turn),
        EngineReply::Unknown if !line.starts_with("Turn: ") => OwnReply::Text(line.to_owned()),
        _ => OwnReply::Other,
    }
}

fn read_standing(text: &str) -> Option<GameStatus> {
    Some(match text {
        "ongoing" => GameStatus::Ongoing,
        "p1 wins" => GameStatus::P1Win,
        "p2 wins" => GameStatus::P2Win,
        "draw" => GameStatus::Draw,
        _ => GameStatus::Utility(text.strip_prefix("utility ")?.strip_suffix(" (p1's view)")?.parse().ok()?),
    })
}

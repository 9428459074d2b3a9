//! Answers of engines: each parsed reply can be written, and is parsed to the same reply again.

use crate::Surroundings;
use crate::lines::is_one_line;
use plyd_protocol::{EngineReply, Reply, Response, parse_reply};

pub(crate) fn attack(_: &Surroundings, input: &[u8]) {
    // Decodes like the referee, because some engines do not write UTF-8.
    let text = String::from_utf8_lossy(input);
    for line in text.lines() {
        let Some(written) = written(parse_reply(line)) else { continue };
        assert!(is_one_line(&written), "{line:?} was written as {written:?}");
        // Control characters are written as blanks, so the first parse may differ, but no later one.
        let again = self::written(parse_reply(&written)).unwrap_or_else(|| panic!("{written:?} is read as nothing"));
        assert_eq!(self::written(parse_reply(&again)).as_ref(), Some(&again), "{line:?}");
    }
}

/// Returns the reply in plyd's notation; `None` for a kind of reply that plyd itself writes differently.
fn written(reply: EngineReply) -> Option<String> {
    let reply = match reply {
        EngineReply::UciOk => Reply::UciOk,
        EngineReply::UgiOk => Reply::UgiOk,
        EngineReply::ReadyOk => Reply::ReadyOk,
        EngineReply::Name(name) => Reply::IdName(name),
        EngineReply::Info(info) => Reply::Info(info),
        EngineReply::BestMove { best, ponder } => Reply::BestMove { best, ponder },
        EngineReply::Turn(turn) => Reply::Response(Response::Turn(turn)),
        EngineReply::Error { code, text } => Reply::InfoString(format!("error {code} {text}")),
        EngineReply::Option { .. } | EngineReply::Other | EngineReply::Unknown => return None,
    };
    Some(reply.to_string())
}

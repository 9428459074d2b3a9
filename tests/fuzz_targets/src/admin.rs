//! Operator commands: each line is a command with a multi-line answer, or is rejected in one line.

use crate::Surroundings;
use crate::served::{Purpose, Served};
use plyd_server::{AdminCommand, DrainRecord, ServedGame, SessionRecord};
use plyd_session::ReloadChange;
use std::sync::PoisonError;

/// The maximum length of a line in bytes, without its line end.
const LONGEST_LINE: usize = 255;

/// Sends an input to the operator's socket.
pub(crate) fn attack(surroundings: &Surroundings, input: &[u8]) {
    let mut desk = surroundings.desk.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = desk.get_or_insert_with(|| Served::start(Purpose::Admin)).answer(input);
    let line = input.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = (line.len() <= LONGEST_LINE).then(|| std::str::from_utf8(line).ok()).flatten();
    let command = line.and_then(|line| line.parse::<AdminCommand>().ok());
    if command == Some(AdminCommand::Drain) {
        // The server ends with its last session, and has none.
        *desk = None;
    }
    // If more than the line is unread when the server closes the connection, the system resets it.
    let Some(answer) = answer else { return };
    let answer = String::from_utf8(answer).expect("an answer is text");
    let said = answer.strip_suffix('\n').expect("the last line has an end");
    let (records, last) = said.rsplit_once('\n').unwrap_or(("", said));
    let are = |is_record: fn(&str) -> bool| last == AdminCommand::OK && records.lines().all(is_record);
    let is_right = match command {
        None => last.starts_with("error the line must be ") && records.is_empty(),
        Some(AdminCommand::Kick(id)) => {
            last.starts_with(&format!("error there is no session {id};")) && records.is_empty()
        }
        Some(AdminCommand::Sessions) => are(|line| serde_json::from_str::<SessionRecord>(line).is_ok()),
        Some(AdminCommand::Games) => are(|line| serde_json::from_str::<ServedGame>(line).is_ok()),
        Some(AdminCommand::Reload) => are(|line| serde_json::from_str::<ReloadChange>(line).is_ok()),
        Some(AdminCommand::Drain) => are(|line| serde_json::from_str::<DrainRecord>(line).is_ok()),
    };
    assert!(is_right, "b\"{}\" is answered {answer:?}", input.escape_ascii());
}

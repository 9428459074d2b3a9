//! What the operator asks.

use crate::{HERE, TestServer, Wire, enter, with_tokens};
use serde_json::Value;
use std::io::Write;

/// The records of an answer without a fault.
fn records(served: &TestServer, line: &str) -> Vec<Value> {
    let mut wire = Wire::to(&served.desk, HERE);
    wire.write_all(format!("{line}\n").as_bytes()).expect("the server reads");
    let answer = wire.rest();
    let records = answer.strip_suffix("ok\n").unwrap_or_else(|| panic!("{line}: {answer}"));
    records.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn tokens_are_listed_by_name_and_not_asked_for() {
    let (served, [token]) = with_tokens("", ["play"]);
    let _client = enter(&served, &token);
    let sessions = records(&served, "sessions");
    assert_eq!((sessions.len(), &sessions[0]["token"]), (1, &"play".into()), "{sessions:?}");
    assert!(!Value::from(sessions).to_string().contains("plyd_token_"));
}

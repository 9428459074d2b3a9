//! Arbitrary output of child processes to their sessions. A session may only pass on what it has asked for.
//!
//! Lines of an input that begin with `?` are requests of the session: `? search`, `? query fen`. All others are output
//! of the child.

use crate::Surroundings;
use crate::lines::is_one_line;
use plyd_protocol::{Query, Reply};
use plyd_session::Isolation;
use plyd_session::rehearsal::{Rehearsal, RehearsalEnd, RehearsalResult, RehearsedQuestion};
use plyd_worker::Supervisor;
use std::sync::LazyLock;

/// An isolation in which no process is started.
static ISOLATION: LazyLock<Isolation> =
    LazyLock::new(|| Isolation::new(Supervisor::of_any("none".into(), Vec::new()).expect("there is a thread")));

/// The maximum number of bytes by which an answer exceeds the child's output: protocol keywords, and the reasons of
/// errors.
const ADDED: usize = 400;

pub(crate) fn attack(_: &Surroundings, input: &[u8]) {
    let mut rehearsal = Rehearsal::new(&ISOLATION);
    let mut asked = Vec::new();
    for line in input.split_inclusive(|byte| *byte == b'\n') {
        match question(line) {
            Some(question) if rehearsal.ask(question) => asked.push(question),
            Some(_) => {}
            None => rehearsal.say(line),
        }
    }
    let heard = rehearsal.end();
    assert_eq!(heard.len(), asked.len());
    let all: usize = asked.iter().zip(&heard).map(|(asked, heard)| check(*asked, heard)).sum();
    assert!(all <= 2 * input.len() + ADDED * asked.len(), "{all} bytes are more than {} can say", input.len());
}

fn question(line: &[u8]) -> Option<RehearsedQuestion> {
    let words = std::str::from_utf8(line).ok()?.strip_prefix("? ")?.trim();
    Some(match words {
        "position" => RehearsedQuestion::Position,
        "legal" => RehearsedQuestion::Legal,
        "table" => RehearsedQuestion::Table,
        "search" => RehearsedQuestion::Search,
        "perft" => RehearsedQuestion::Perft,
        "explain" => RehearsedQuestion::Explain,
        "d" => RehearsedQuestion::Show,
        "view" => RehearsedQuestion::View,
        "known" => RehearsedQuestion::Known,
        "read" => RehearsedQuestion::Read,
        "eval" => RehearsedQuestion::Evaluate,
        "query turn" => RehearsedQuestion::Query(Query::Turn),
        "query p1turn" => RehearsedQuestion::Query(Query::P1Turn),
        "query gameover" => RehearsedQuestion::Query(Query::GameOver),
        "query result" => RehearsedQuestion::Query(Query::Result),
        "query moves" => RehearsedQuestion::Query(Query::Moves),
        "query chances" => RehearsedQuestion::Query(Query::Chances),
        "query fen" => RehearsedQuestion::Query(Query::Fen),
        _ => return None,
    })
}

/// Checks that a request has a single end, and only lines of its own kind. Returns their length.
fn check(asked: RehearsedQuestion, heard: &RehearsalResult) -> usize {
    let [end] = &heard.ends[..] else { panic!("{asked:?} has not one end: {heard:?}") };
    let lines: Vec<String> = heard.lines.iter().map(Reply::to_string).collect();
    let (last, refusal) = match end {
        RehearsalEnd::Answered(last) => (last.as_ref().map(Reply::to_string), None),
        RehearsalEnd::Refused(refused) | RehearsalEnd::Lost(refused) => {
            (None, Some(Reply::from(refused.clone()).to_string()))
        }
    };
    let all: Vec<&str> = lines.iter().chain(&last).chain(&refusal).map(String::as_str).collect();
    assert!(all.iter().all(|line| is_one_line(line)), "{asked:?}: {all:?}");
    assert!(refusal.iter().all(|line| line.starts_with("info string error ")), "{asked:?}: {refusal:?}");
    let is_answered = refusal.is_none();
    match asked {
        RehearsedQuestion::Position | RehearsedQuestion::Table => assert!(lines.is_empty()),
        RehearsedQuestion::Legal => assert!(lines.iter().all(|mv| is_word(mv)), "{lines:?}"),
        RehearsedQuestion::Search => {
            let is_own = |line: &String| line.starts_with("info") || line.starts_with("tree {");
            assert!(lines.iter().all(is_own), "{lines:?}");
            let is_move = |line: &String| matches!(line.split(' ').count(), 2 | 4) && line.starts_with("bestmove ");
            assert_eq!(last.as_ref().is_some_and(is_move), is_answered, "{last:?}");
        }
        RehearsedQuestion::Perft => {
            let is_count =
                |line: &str| line.rsplit_once(": ").is_some_and(|(mv, count)| is_word(mv) && is_number(count));
            let is_own = |line: &String| line.is_empty() || line.starts_with("info string ") || is_count(line);
            assert!(lines.iter().all(is_own), "{lines:?}");
            let is_total = |line: &String| line.strip_prefix("Nodes searched: ").is_some_and(is_number);
            assert!(last.iter().all(is_total), "{last:?}");
        }
        RehearsedQuestion::Explain => {
            assert!(lines.iter().all(|line| !is_reply(line) || line.starts_with("info string ")), "{lines:?}");
            assert_eq!(last.as_deref(), is_answered.then_some("explain done"));
        }
        RehearsedQuestion::Show => {
            let picture = if is_answered { &lines[..lines.len() - 3] } else { &lines[..] };
            assert!(picture.iter().all(|line| !is_reply(line)), "{picture:?}");
            let rest = &lines[picture.len()..];
            assert!(rest.iter().zip(["Fen: ", "Turn: ", "Outcome: "]).all(|(line, word)| line.starts_with(word)));
        }
        RehearsedQuestion::View
        | RehearsedQuestion::Known
        | RehearsedQuestion::Read
        | RehearsedQuestion::Evaluate
        | RehearsedQuestion::Query(_) => {
            let word = match asked {
                RehearsedQuestion::View => "view {",
                RehearsedQuestion::Known => "known {",
                RehearsedQuestion::Read => "read {",
                RehearsedQuestion::Evaluate => "Evaluation: ",
                _ => "response",
            };
            assert_eq!(lines.len(), usize::from(is_answered));
            assert!(lines.iter().all(|line| line.starts_with(word)), "{asked:?}: {lines:?}");
        }
    }
    all.iter().map(|line| line.len()).sum()
}

/// Whether a client would interpret this line as a reply to its own command.
fn is_reply(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let others = ["id", "option", "response", "explain", "Nodes", "Fen:", "view", "known", "read", "tree"];
    ["bestmove", "readyok", "uciok", "ugiok", "info"].contains(&first) || others.contains(&first)
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace)
}

fn is_number(text: &str) -> bool {
    text.parse::<u64>().is_ok()
}

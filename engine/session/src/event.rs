//! What a worker says of its work, and how long that may be.

use crate::position::PositionRefused;
use plyd_protocol::{ErrorCode, Reply, TurnOf, excerpt};
use plyd_worker::at_most;
use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};
use std::io::{self, Write};

/// The most lines of an answer, or at the end of a task.
pub(crate) const MOST_LINES: usize = 10_000;

/// The most remarks in one message; a worker says no more.
pub(crate) const MOST_REMARKS: usize = 1_000;

/// What a worker says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum WorkerEvent {
    /// The position is set up.
    Opened(Result<PositionFacts, PositionRefused>),
    /// The lines of an answer.
    Answered(Result<CheckedReplies, PositionRefused>),
    /// A legal move; `None` if there is none, or chance decides.
    Legal(Result<Option<String>, PositionRefused>),
    /// A search has asked the library what it must know, and begins.
    Began {
        /// The move to answer if the library hangs before there is a better one.
        first_move: Option<String>,
        /// The algorithm that it uses; `None` if it is not said.
        algorithm: Option<String>,
        /// The complete request, for a client that debugs.
        order: Option<String>,
    },
    /// A line on the way.
    #[serde(deserialize_with = "sound_line")]
    Line(Reply),
    /// What the log should have, once, a sentence each: the tablebases that a search does not use, and why textbook
    /// searches are slower than they could be.
    Remarks(#[serde(deserialize_with = "at_most::<MOST_REMARKS, _, _>")] Vec<String>),
    /// The last lines of a task, and then one that says that it is over: `bestmove`, or the total of a perft.
    Ended { lines: CheckedReplies, last: Option<Reply> },
}

impl WorkerEvent {
    /// Whether a client that reads slowly may lose it.
    pub(crate) fn may_be_dropped(&self) -> bool {
        // Of results the latest is kept, and the last lines have the whole tree.
        matches!(self, Self::Line(Reply::Info(_) | Reply::Tree(_)))
    }
}

/// Lines. If a child has said them, those that shall have an object in JSON have one: that is found out where a message is
/// read, which is on another thread if it is long.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BoundedReplies")]
pub(crate) struct CheckedReplies(pub(crate) Vec<Reply>);

#[derive(Deserialize)]
struct BoundedReplies(#[serde(deserialize_with = "at_most::<MOST_LINES, _, _>")] Vec<Reply>);

/// Why lines of a child are not taken.
const NO_OBJECT: &str = "it has a text that is no object in JSON";

impl TryFrom<BoundedReplies> for CheckedReplies {
    type Error = &'static str;

    fn try_from(BoundedReplies(lines): BoundedReplies) -> Result<Self, Self::Error> {
        if lines.iter().all(is_sound) { Ok(Self(lines)) } else { Err(NO_OBJECT) }
    }
}

fn sound_line<'de, D: Deserializer<'de>>(reader: D) -> Result<Reply, D::Error> {
    let line = Reply::deserialize(reader)?;
    if is_sound(&line) { Ok(line) } else { Err(D::Error::custom(NO_OBJECT)) }
}

/// Whether the line, if it shall have an object in JSON, has one.
fn is_sound(line: &Reply) -> bool {
    match line {
        Reply::View(json) | Reply::Known(json) | Reply::Read(json) | Reply::Tree(json) => is_object(json),
        _ => true,
    }
}

/// Whether this is an object in JSON, on one line.
fn is_object(text: &str) -> bool {
    text.starts_with('{') && !text.contains(['\n', '\r']) && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// What a session must know about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PositionFacts {
    /// `None` if the library fails when it is asked: the search that asks again says so.
    pub(crate) turn: Option<TurnOf>,
    /// Whether searches of it use a table.
    pub(crate) has_key: bool,
}

/// The event, or what is said instead of it because its message would be too long. `None` if it is not worth a word.
pub(crate) fn within(longest: usize, event: WorkerEvent) -> Option<WorkerEvent> {
    let bytes = length(&event);
    if bytes <= longest {
        return Some(event);
    }
    let text = format!("the answer has {bytes} bytes, and may have {longest} in a process of its own");
    let refused = PositionRefused { code: ErrorCode::OutOfResources, text };
    let shortened = |refused: PositionRefused| PositionRefused { text: excerpt(&refused.text), ..refused };
    match event {
        WorkerEvent::Answered(answer) => Some(WorkerEvent::Answered(Err(answer.map_or_else(shortened, |_| refused)))),
        WorkerEvent::Legal(found) => Some(WorkerEvent::Legal(Err(found.map_or_else(shortened, |_| refused)))),
        WorkerEvent::Opened(opened) => Some(WorkerEvent::Opened(opened.map_err(shortened))),
        // A line of an explanation. Others on the way need not arrive.
        WorkerEvent::Line(Reply::Text(_)) => Some(WorkerEvent::Line(refused.into())),
        WorkerEvent::Ended { last, .. } => {
            let last = last.map(|last| match last {
                Reply::BestMove { best, .. } if length(&best) > longest / 2 => {
                    Reply::BestMove { best: None, ponder: None }
                }
                Reply::BestMove { best, .. } => Reply::BestMove { best, ponder: None },
                last => last,
            });
            Some(WorkerEvent::Ended { lines: CheckedReplies(vec![refused.into()]), last })
        }
        WorkerEvent::Began { algorithm, .. } => Some(WorkerEvent::Began { first_move: None, algorithm, order: None }),
        WorkerEvent::Line(_) | WorkerEvent::Remarks(_) => None,
    }
}

/// The length of this in a message.
fn length(message: &impl Serialize) -> usize {
    struct Count(usize);

    impl Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut count = Count(0);
    // The messages are made to be written.
    serde_json::to_writer(&mut count, message).map_or(usize::MAX, |()| count.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shall_be_an_object_in_json_is_one() {
        let view = |json: &str| {
            let lines = CheckedReplies(vec![Reply::View(json.into())]);
            serde_json::from_str::<WorkerEvent>(&serde_json::to_string(&WorkerEvent::Answered(Ok(lines))).unwrap())
                .is_ok()
        };
        let views = ["{}", r#"{"spots":[]}"#, "", "{", "[]", "{}{}", "{\n}"].map(view);
        assert_eq!(views, [true, true, false, false, false, false, false]);
        let tree = |json: &str| {
            serde_json::from_str::<WorkerEvent>(
                &serde_json::to_string(&WorkerEvent::Line(Reply::Tree(json.into()))).unwrap(),
            )
            .is_ok()
        };
        assert_eq!(["{}", "x"].map(tree), [true, false]);
    }

    #[test]
    fn what_would_be_too_long_is_refused_by_the_child_itself() {
        let line = |bytes: usize| Reply::Text("x".repeat(bytes));
        let said = within(1_000, WorkerEvent::Line(line(900)));
        assert!(matches!(said, Some(WorkerEvent::Line(Reply::Text(text))) if text.len() == 900));
        let said = within(1_000, WorkerEvent::Line(line(1_000)));
        assert!(matches!(said, Some(WorkerEvent::Line(Reply::Error { text, .. })) if text.contains("may have 1000")));
        assert!(within(1_000, WorkerEvent::Line(Reply::InfoString("x".repeat(1_000)))).is_none());
        let said = within(1_000, WorkerEvent::Answered(Ok(CheckedReplies(vec![Reply::Fen("x".repeat(1_000))]))));
        assert!(matches!(said, Some(WorkerEvent::Answered(Err(_)))));
        let last = Some(Reply::BestMove { best: Some("a1".into()), ponder: None });
        let said = within(1_000, WorkerEvent::Ended { lines: CheckedReplies(vec![line(2_000)]), last });
        let Some(WorkerEvent::Ended { lines: CheckedReplies(lines), last: Some(Reply::BestMove { .. }) }) = said else {
            panic!("{said:?}")
        };
        assert!(matches!(&lines[..], [Reply::Error { code: ErrorCode::OutOfResources, .. }]));
    }
}

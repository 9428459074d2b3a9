//! The messages between a session and its child process.

use crate::work::position::PositionRefused;
use crate::work::{Job, Question, Setup};
use plyd_protocol::{Reply, TurnOf};
use plyd_search::Budget;
use plyd_worker::entries;
use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::marker::PhantomData;
use std::time::Duration;
use std::{fmt, slice};

/// The most lines of an answer, or at the end of a task.
const MOST_LINES: usize = 10_000;

/// The most threads of a search that have a pulse.
const MOST_PULSES: usize = 4_096;

/// The most sentences about what a system cannot hold.
const MOST_LACKS: usize = 16;

/// The most remarks in one message; a child says no more.
pub(super) const MOST_REMARKS: usize = 1_000;

/// The most entries of all lists of a message: the moves of a position.
const MOST_ENTRIES: usize = 256 << 10;

/// The most characters of a remark.
const LONGEST_REMARK: usize = 200;

/// What a session tells its child. Calls and tasks have numbers, which the answers repeat.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToChild {
    /// To set this position up; the one before stays if that fails. Answered by [`FromChild::Opened`].
    Open { call: u64, setup: Setup },
    /// To answer a question about the position. Answered by [`FromChild::Answered`].
    Ask { call: u64, question: Question },
    /// To find the move of this text if it is legal, or else the first legal one. Answered by [`FromChild::Legal`].
    FindLegal { call: u64, wanted: Option<String> },
    /// To begin a task; there is no other. Its events end with [`FromChild::Ended`].
    Start { task: u64, job: Box<Job>, grant: Grant },
    /// To end the task.
    Stop { task: u64 },
    /// The pondered move was played: the clock of the task starts.
    PonderHit { task: u64 },
    /// To forget what searches have learnt.
    Forget,
    /// To free the table, which no search uses.
    FreeTable,
    /// To say what the threads do. Answered by [`FromChild::Pulses`].
    Ping,
}

/// What a task may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Grant {
    /// The MiB for its table.
    pub(super) hash: usize,
    /// The threads beyond the first.
    pub(super) threads: usize,
    /// The soft and the hard limit of its time; `None` for no limit.
    pub(super) budget: Option<(Duration, Duration)>,
    /// Whether it must end as soon as it has begun.
    pub(super) is_stopped: bool,
    /// Whether the pondered move was played already.
    pub(super) is_hit: bool,
}

impl Grant {
    pub(super) fn budget(&self) -> Option<Budget> {
        self.budget.map(|(soft, hard)| Budget { soft, hard })
    }
}

/// What a child tells its session.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum FromChild {
    /// The position is set up.
    Opened { call: u64, about: About },
    /// The lines of the answer.
    Answered {
        call: u64,
        #[serde(deserialize_with = "at_most::<MOST_LINES, _, _>")]
        lines: Vec<Reply>,
    },
    /// A legal move; `None` if there is none, or chance decides.
    Legal { call: u64, found: Option<String> },
    /// A call has failed.
    Refused { call: u64, refused: PositionRefused },
    /// A search begins, see [`TaskEvent::Began`](crate::work::TaskEvent::Began).
    Began { task: u64, first_move: Option<String>, algorithm: Option<String>, order: Option<String> },
    /// A line on the way.
    Line { task: u64, line: Reply },
    /// Remarks for the log, see [`TaskEvent::Remarks`](crate::work::TaskEvent::Remarks).
    Remarks {
        task: u64,
        #[serde(deserialize_with = "at_most::<MOST_REMARKS, _, _>")]
        remarks: Vec<String>,
    },
    /// The last lines, and the one that says that the task is over.
    Ended {
        task: u64,
        #[serde(deserialize_with = "at_most::<MOST_LINES, _, _>")]
        lines: Vec<Reply>,
        last: Option<Reply>,
    },
    /// The number and the pulse of each thread that walks a tree.
    Pulses {
        #[serde(deserialize_with = "at_most::<MOST_PULSES, _, _>")]
        pulses: Vec<(u64, u64)>,
    },
    /// What this system cannot hold, a sentence each. It is the first message, said before the library is loaded, so
    /// that no library can say it.
    Lacks {
        #[serde(deserialize_with = "at_most::<MOST_LACKS, _, _>")]
        lacks: Vec<String>,
    },
    /// The library cannot be loaded, for this reason; the child ends.
    Unloadable { reason: String },
}

/// What a session must know about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct About {
    /// `None` if the library fails when it is asked: the search that asks again says so.
    pub(super) turn: Option<TurnOf>,
    /// Whether searches of it use a table.
    pub(super) has_key: bool,
}

/// Reads a message of a child.
///
/// # Errors
/// It is none, or what shall be an object in JSON is none, or it would take far more memory than its length: three
/// bytes of text are enough for an entry of a list, which may take more than two hundred.
pub(super) fn read_message(line: &str) -> serde_json::Result<FromChild> {
    if entries(line.as_bytes()) > MOST_ENTRIES {
        return Err(Error::custom("it has too many entries"));
    }
    let mut message = serde_json::from_str(line)?;
    let lines = match &message {
        FromChild::Line { line, .. } => slice::from_ref(line),
        FromChild::Answered { lines, .. } | FromChild::Ended { lines, .. } => lines,
        _ => &[],
    };
    if !lines.iter().all(is_sound) {
        return Err(Error::custom("it has a text that is no object in JSON"));
    }
    if let FromChild::Remarks { remarks, .. } = &mut message {
        remarks.iter_mut().for_each(shorten);
    }
    Ok(message)
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

fn shorten(remark: &mut String) {
    if let Some((end, _)) = remark.char_indices().nth(LONGEST_REMARK) {
        remark.truncate(end);
        remark.shrink_to_fit();
    }
}

/// Reads a list, unless it has more entries than this.
fn at_most<'de, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(reader: D) -> Result<Vec<T>, D::Error> {
    struct Bounded<T, const MOST: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Bounded<T, MOST> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "at most {MOST} entries")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some(entry) = entries.next_element()? {
                if all.len() == MOST {
                    return Err(Error::invalid_length(MOST + 1, &self));
                }
                all.push(entry);
            }
            Ok(all)
        }
    }

    reader.deserialize_seq(Bounded::<T, MOST>(PhantomData))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_message_takes_little_memory() {
        let ended = |lines: usize| {
            let lines = vec![r#""ExplainDone""#; lines].join(",");
            read_message(&format!(r#"{{"Ended":{{"task":1,"lines":[{lines}],"last":null}}}}"#))
        };
        assert!(ended(MOST_LINES).is_ok());
        assert!(ended(MOST_LINES + 1).unwrap_err().to_string().contains("at most 10000 entries"));
        let pulses = |pulses: usize| {
            read_message(&format!(r#"{{"Pulses":{{"pulses":[{}]}}}}"#, vec!["[1,2]"; pulses].join(",")))
        };
        assert!(pulses(MOST_PULSES).is_ok() && pulses(MOST_PULSES + 1).is_err());
        let pv = |moves: usize| {
            let pv = vec!["\"\""; moves].join(",");
            let rest = r#""depth":null,"seldepth":null,"multipv":null,"score":null,"bound":null,"wdl":null,"nodes":null,
                          "nps":null,"hashfull":null,"time":null,"currmove":null,"currmovenum":null"#;
            read_message(&format!(r#"{{"Line":{{"task":1,"line":{{"Info":{{{rest},"pv":[{pv}]}}}}}}}}"#))
        };
        assert!(pv(1_000).is_ok());
        assert!(pv(MOST_ENTRIES + 2).unwrap_err().to_string().contains("too many entries"));
    }

    #[test]
    fn what_shall_be_an_object_in_json_is_one() {
        let view = |json: &str| {
            let lines = vec![Reply::View(json.into())];
            let line = serde_json::to_string(&FromChild::Answered { call: 1, lines }).unwrap();
            read_message(&line).is_ok()
        };
        let views = ["{}", r#"{"spots":[]}"#, "", "{", "[]", "{}{}", "{\n}"].map(view);
        assert_eq!(views, [true, true, false, false, false, false, false]);
    }

    #[test]
    fn a_remark_is_short() {
        let line = serde_json::to_string(&FromChild::Remarks { task: 1, remarks: vec!["é".repeat(999)] }).unwrap();
        let Ok(FromChild::Remarks { remarks, .. }) = read_message(&line) else { panic!("{line}") };
        assert_eq!(remarks, ["é".repeat(LONGEST_REMARK)]);
    }
}

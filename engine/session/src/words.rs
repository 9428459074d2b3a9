//! What a session asks of its worker, what that says, and what of it a session lets a child say.

mod longest;
mod permission;

pub(crate) use longest::{of_answer, of_job, within};

use crate::work::position::PositionRefused;
use crate::work::{Desk, Job, Kind, Question, Setup};
use plyd_protocol::{Reply, TurnOf};
use plyd_search::{Algorithm, Budget};
use plyd_worker::{SHORT_MESSAGE, Terms, Unasked, at_most};
use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};
use std::time::Duration;

/// The most lines of an answer, or at the end of a task.
const MOST_LINES: usize = 10_000;

/// The most remarks in one message; a worker says no more.
pub(crate) const MOST_REMARKS: usize = 1_000;

/// The most characters of a remark.
const LONGEST_REMARK: usize = 200;

/// The most entries of all lists of a message: the moves of a position.
const MOST_ENTRIES: usize = 256 << 10;

/// What a session asks. The first three are questions, with one answer each; [`Request::Start`] begins the task; the rest
/// has no end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// To set this position up; the one before stays if that fails.
    Open(Setup),
    /// To answer a question about the position.
    Ask(Question),
    /// To find the move of this text if it is legal, or else the first legal one.
    FindLegal(Option<String>),
    /// To begin a task.
    Start(Box<Job>, Grant),
    /// To forget what searches have learnt.
    Forget,
    /// To free the table, which no search uses.
    FreeTable,
}

/// What a task may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grant {
    /// The MiB for its table, in a child.
    pub(crate) hash: usize,
    /// The threads beyond the first, in a child.
    pub(crate) threads: usize,
    /// The soft and the hard limit of its time; `None` for no limit.
    pub(crate) budget: Option<(Duration, Duration)>,
    /// Whether it must end as soon as it has begun.
    pub(crate) is_stopped: bool,
    /// Whether the pondered move was played already.
    pub(crate) is_hit: bool,
}

impl Grant {
    pub(crate) fn budget(&self) -> Option<Budget> {
        self.budget.map(|(soft, hard)| Budget { soft, hard })
    }
}

/// What a worker says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Event {
    /// The position is set up.
    Opened(Result<About, PositionRefused>),
    /// The lines of an answer.
    Answered(Result<Sound, PositionRefused>),
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
    Ended { lines: Sound, last: Option<Reply> },
}

impl Event {
    /// Whether a client that reads slowly may lose it.
    pub(crate) fn may_be_dropped(&self) -> bool {
        // Of results the latest is kept, and the last lines have the whole tree.
        matches!(self, Self::Line(Reply::Info(_) | Reply::Tree(_)))
    }
}

/// Lines. If a child has said them, those that shall have an object in JSON have one: that is found out where a message is
/// read, which is on another thread if it is long.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Lines")]
pub(crate) struct Sound(pub(crate) Vec<Reply>);

#[derive(Deserialize)]
struct Lines(#[serde(deserialize_with = "at_most::<MOST_LINES, _, _>")] Vec<Reply>);

/// Why lines of a child are not taken.
const NO_OBJECT: &str = "it has a text that is no object in JSON";

impl TryFrom<Lines> for Sound {
    type Error = &'static str;

    fn try_from(Lines(lines): Lines) -> Result<Self, Self::Error> {
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

fn shorten(remark: &mut String) {
    if let Some((end, _)) = remark.char_indices().nth(LONGEST_REMARK) {
        remark.truncate(end);
        remark.shrink_to_fit();
    }
}

/// The algorithm of this name.
pub(crate) fn algorithm(name: &str) -> Option<Algorithm> {
    Algorithm::ALL.into_iter().find(|known| known.name() == name)
}

/// What a session must know about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct About {
    /// `None` if the library fails when it is asked: the search that asks again says so.
    pub(crate) turn: Option<TurnOf>,
    /// Whether searches of it use a table.
    pub(crate) has_key: bool,
}

/// The terms of a session: it has asked one question at most, and one task.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    question: Option<Wanted>,
    task: Option<Doing>,
}

/// What the answer to a question is.
#[derive(Debug)]
enum Wanted {
    About,
    Answer(Question),
    Move,
}

#[derive(Debug)]
struct Doing {
    kind: Kind,
    longest: usize,
    has_begun: bool,
}

impl Terms<Desk> for Asked {
    fn note(&mut self, request: &Request) {
        let question = match request {
            Request::Open(_) => Wanted::About,
            Request::Ask(question) => Wanted::Answer(question.clone()),
            Request::FindLegal(_) => Wanted::Move,
            Request::Start(job, _) => {
                self.task = Some(Doing { kind: job.kind(), longest: of_job(job), has_begun: false });
                return;
            }
            Request::Forget | Request::FreeTable => return,
        };
        debug_assert!(self.question.is_none(), "there is one question at a time");
        self.question = Some(question);
    }

    fn is_owed(&self) -> bool {
        self.question.is_some() || self.task.is_some()
    }

    fn longest(&self) -> usize {
        let answer = match &self.question {
            Some(Wanted::Answer(question)) => of_answer(question),
            _ => SHORT_MESSAGE,
        };
        self.task.as_ref().map_or(answer, |task| answer.max(task.longest))
    }

    fn most_entries(&self) -> usize {
        MOST_ENTRIES
    }

    fn admit(&mut self, event: &mut Event) -> Result<(), Unasked> {
        let is_fit = match (&mut *event, &mut self.task) {
            // Answers are of the kind that was asked for, and come once.
            (Event::Opened(_), _) => matches!(self.question.take(), Some(Wanted::About)),
            (Event::Legal(found), _) => {
                let is_asked = matches!(self.question.take(), Some(Wanted::Move));
                is_asked && found.iter().flatten().all(|mv| permission::is_move(mv))
            }
            (Event::Answered(answer), _) => match (self.question.take(), answer) {
                (Some(Wanted::Answer(question)), Ok(Sound(lines))) => permission::may_answer(&question, lines),
                (Some(Wanted::Answer(_)), Err(_)) => true,
                _ => false,
            },
            (Event::Began { first_move, algorithm: name, .. }, Some(task)) => {
                let is_first = !std::mem::replace(&mut task.has_begun, true);
                let is_known = name.iter().all(|name| algorithm(name).is_some());
                is_first && is_known && task.kind == Kind::Search && first_move.iter().all(|mv| permission::is_move(mv))
            }
            (Event::Line(line), Some(task)) => permission::may_say(task.kind, line),
            (Event::Remarks(remarks), Some(_)) => {
                remarks.iter_mut().for_each(shorten);
                true
            }
            (Event::Ended { lines: Sound(lines), last }, Some(task)) => {
                let kind = task.kind;
                self.task = None;
                permission::may_end(kind, lines, last.as_ref())
            }
            _ => false,
        };
        if is_fit { Ok(()) } else { Err(Unasked::default()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_worker::entries;

    fn read(line: &str) -> serde_json::Result<Event> {
        serde_json::from_str(line)
    }

    #[test]
    fn a_short_message_takes_little_memory() {
        let ended = |lines: usize| {
            let lines = vec![r#""ExplainDone""#; lines].join(",");
            read(&format!(r#"{{"Ended":{{"lines":[{lines}],"last":null}}}}"#))
        };
        assert!(ended(MOST_LINES).is_ok());
        assert!(ended(MOST_LINES + 1).unwrap_err().to_string().contains("at most 10000 entries"));
        let pv = |moves: usize| {
            let pv = vec!["\"\""; moves].join(",");
            let rest = r#""depth":null,"seldepth":null,"multipv":null,"score":null,"bound":null,"wdl":null,"nodes":null,
                          "nps":null,"hashfull":null,"time":null,"currmove":null,"currmovenum":null"#;
            format!(r#"{{"Line":{{"Info":{{{rest},"pv":[{pv}]}}}}}}"#)
        };
        assert!(read(&pv(1_000)).is_ok());
        assert!(entries(pv(MOST_ENTRIES + 2).as_bytes()) > Asked::default().most_entries());
    }

    #[test]
    fn what_shall_be_an_object_in_json_is_one() {
        let view = |json: &str| {
            let lines = Sound(vec![Reply::View(json.into())]);
            read(&serde_json::to_string(&Event::Answered(Ok(lines))).unwrap()).is_ok()
        };
        let views = ["{}", r#"{"spots":[]}"#, "", "{", "[]", "{}{}", "{\n}"].map(view);
        assert_eq!(views, [true, true, false, false, false, false, false]);
        let tree = |json: &str| read(&serde_json::to_string(&Event::Line(Reply::Tree(json.into()))).unwrap()).is_ok();
        assert_eq!(["{}", "x"].map(tree), [true, false]);
    }

    #[test]
    fn a_remark_is_short() {
        let mut asked = Asked::default();
        asked.note(&Request::Start(Box::new(Job::Perft(1)), Grant::default()));
        let mut event = Event::Remarks(vec!["é".repeat(999)]);
        asked.admit(&mut event).unwrap();
        let Event::Remarks(remarks) = event else { panic!("{event:?}") };
        assert_eq!(remarks, ["é".repeat(LONGEST_REMARK)]);
    }

    #[test]
    fn each_answer_comes_once_and_a_task_ends_once() {
        let (mut asked, about) = (Asked::default(), About { turn: None, has_key: false });
        let opened = || Event::Opened(Ok(about));
        assert!(asked.admit(&mut opened()).is_err(), "nobody has asked");
        asked.note(&Request::Open(Setup::default()));
        assert!(asked.is_owed() && asked.admit(&mut opened()).is_ok());
        assert!(!asked.is_owed() && asked.admit(&mut opened()).is_err());
        let ended = || Event::Ended { lines: Sound::default(), last: Some(Reply::PerftTotal(1)) };
        asked.note(&Request::Start(Box::new(Job::Perft(1)), Grant::default()));
        assert!(asked.admit(&mut Event::Line(Reply::ReadyOk)).is_err());
        assert!(asked.is_owed() && asked.admit(&mut ended()).is_ok());
        assert!(!asked.is_owed() && asked.admit(&mut ended()).is_err());
    }
}

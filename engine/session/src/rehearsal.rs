//! A conversation with a child that is no process: for tests of what a session makes of anything that a child may say.

use crate::Isolation;
use crate::event::{Event, Sound};
use crate::position::PositionRefused;
use crate::terms::Asked as Terms;
use crate::work::{Desk, Grant, Job, Order, Question, Record, Request, Setup};
use plyd_host::ContentHash;
use plyd_player::{SearchOptions, SearchSettings};
use plyd_protocol::{ErrorCode, Explain, Go, Mode, Query, Reply, Watching};
use plyd_worker::{Conversation, Next, Over, Patience};
use std::time::{Duration, Instant};

/// So long a child would have to be silent.
const FOREVER: Duration = Duration::from_secs(1 << 20);

/// What a session asks of its child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To set a position up.
    Position,
    /// For a legal move.
    Legal,
    /// For a table.
    Table,
    /// `query`
    Query(Query),
    /// `d`
    Show,
    /// `view`
    View,
    /// `known`
    Known,
    /// `read`
    Read,
    /// `eval`
    Evaluate,
    /// `go`
    Search,
    /// `go perft`
    Perft,
    /// `explain`
    Explain,
}

/// What came of something that a session asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The lines for the client, in their order. Of a task these are the lines before its last one.
    pub lines: Vec<Reply>,
    /// Each end that was sent: none as long as the child owes an answer, and never more than one.
    pub ends: Vec<End>,
}

/// How an answer or a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With the answer, or with the last line of a task, if it has one.
    Answered(Option<Reply>),
    /// The child has refused it.
    Refused(PositionRefused),
    /// The child has ended.
    Lost(PositionRefused),
}

/// A session and its child: here the test is both.
#[derive(Debug)]
pub struct Rehearsal {
    conversation: Conversation<Desk>,
    over: Option<Over>,
    asked: Vec<Heard>,
    /// The question and the task under way, by their place in `asked`.
    question: Option<usize>,
    task: Option<usize>,
    now: Instant,
}

impl Rehearsal {
    /// Of a new child, which has said nothing yet.
    #[must_use]
    pub fn new(isolation: &Isolation) -> Self {
        let patience = Patience { call: FOREVER, other: FOREVER };
        let share = isolation.pending.share(&ContentHash::of(b""));
        let conversation = Conversation::new(Box::<Terms>::default(), patience, share);
        Self { conversation, over: None, asked: Vec::new(), question: None, task: None, now: Instant::now() }
    }

    /// The session asks for this. There is one task at a time, and one question: while one is under way another is not
    /// asked for, which this returns as false.
    pub fn ask(&mut self, asked: Asked) -> bool {
        let place = if asked.is_task() { &mut self.task } else { &mut self.question };
        if place.is_some() {
            return false;
        }
        *place = Some(self.asked.len());
        self.asked.push(Heard::default());
        match self.over {
            Some(_) => self.lose(),
            // Nobody reads what is sent to the child.
            None => match self.conversation.ask(&asked.request(), self.now) {
                Ok(()) => self.conversation.note_sent(self.conversation.unsent().len()),
                Err(over) => self.end_with(over),
            },
        }
        true
    }

    /// The child says this.
    pub fn say(&mut self, bytes: &[u8]) {
        if self.over.is_some() {
            return;
        }
        self.conversation.feed(bytes);
        loop {
            match self.conversation.next(self.now, false) {
                Ok(Next::Said(event, _)) => self.note(event),
                Ok(Next::Lacks(_)) => {}
                // All that was said before has given its place back.
                Ok(Next::Full(wanted)) => match wanted.try_of(&self.conversation.share()) {
                    Some(place) => self.conversation.take_place(place),
                    None => return self.end_with(Over::Closed),
                },
                Ok(Next::Nothing | Next::Long(_)) => return,
                Err(over) => return self.end_with(over),
            }
        }
    }

    /// The child ends, and all that is still owed is lost. Returns what came of each request of the session.
    #[must_use]
    pub fn end(mut self) -> Vec<Heard> {
        self.end_with(Over::Closed);
        self.asked
    }

    fn end_with(&mut self, over: Over) {
        self.over.get_or_insert(over);
        self.lose();
    }

    /// Whoever waits gets the end of the child.
    fn lose(&mut self) {
        let text = "the game's library has crashed: it has ended; a new process goes on".into();
        let refused = PositionRefused { code: ErrorCode::PluginCrashed, text };
        for place in [self.question.take(), self.task.take()].into_iter().flatten() {
            self.asked[place].ends.push(End::Lost(refused.clone()));
        }
    }

    fn note(&mut self, event: Event) {
        let place = match &event {
            Event::Opened(_) | Event::Answered(_) | Event::Legal(_) => self.question.take(),
            Event::Ended { .. } => self.task.take(),
            Event::Began { .. } | Event::Line(_) | Event::Remarks(_) => self.task,
        };
        let heard = &mut self.asked[place.expect("somebody has asked for it")];
        let answer = match event {
            Event::Opened(opened) => opened.map(|_| Vec::new()),
            Event::Answered(answer) => answer.map(|Sound(lines)| lines),
            Event::Legal(found) => found.map(|found| found.map(Reply::Text).into_iter().collect()),
            Event::Began { order, .. } => return heard.lines.extend(order.map(Reply::InfoString)),
            Event::Line(line) => return heard.lines.push(line),
            // It is for the log.
            Event::Remarks(_) => return,
            Event::Ended { lines: Sound(lines), last } => {
                heard.lines.extend(lines);
                return heard.ends.push(End::Answered(last));
            }
        };
        match answer {
            Ok(lines) => {
                heard.lines = lines;
                heard.ends.push(End::Answered(None));
            }
            Err(refused) => heard.ends.push(End::Refused(refused)),
        }
    }
}

impl Asked {
    fn is_task(self) -> bool {
        matches!(self, Self::Search | Self::Perft | Self::Explain)
    }

    fn request(self) -> Request {
        let start = |job: Job| Request::Start(Box::new(job), Grant::default());
        Request::Ask(match self {
            Self::Position => return Request::Open(Setup::default()),
            Self::Legal => return Request::FindLegal(None),
            Self::Table => return Request::GetReady(Box::new(options()), 1),
            Self::Search => return start(Job::Search(watched())),
            Self::Perft => return start(Job::Perft(1)),
            Self::Explain => {
                return start(Job::Explain(Explain::default(), options()));
            }
            Self::Query(query) => Question::Query(query),
            Self::Show => Question::Show,
            Self::View => Question::View(Box::new(options())),
            Self::Read => Question::Read(Record::default()),
            Self::Known => Question::Known { mode: Mode::Uci, symmetry: true },
            Self::Evaluate => Question::Evaluate(Box::new(options())),
        })
    }
}

fn options() -> SearchOptions {
    SearchOptions::new(&SearchSettings::default())
}

/// A search whose tree is watched, so that it may say all that a search may say.
fn watched() -> Order {
    Order {
        go: Go::default(),
        options: options(),
        mode: Mode::Uci,
        move_overhead: Duration::ZERO,
        debug: true,
        watching: Some(Watching::new(1, 1)),
    }
}

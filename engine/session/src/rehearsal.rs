//! A conversation with a child that is no process: for tests of what a session makes of anything that a child may say.

use crate::Isolation;
use crate::event::{CheckedReplies, WorkerEvent};
use crate::position::PositionRefused;
use crate::terms::OpenQuestions;
use crate::work::{
    ClientSetup, Grant, PositionQuestion, RecordToRead, SearchOrder, SessionWork, TaskJob, WorkerRequest,
};
use plyd_host::ContentHash;
use plyd_player::{SearchOptions, SearchSettings};
use plyd_protocol::{ErrorCode, ExplainLimits, GoLimits, Mode, Query, Reply, WatchedTreePart};
use plyd_worker::{CallDeadlines, Conversation, ConversationEnd, WorkerNext};
use std::time::{Duration, Instant};

/// So long a child would have to be silent.
const FOREVER: Duration = Duration::from_secs(1 << 20);

/// What a session asks of its child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RehearsedQuestion {
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
pub struct RehearsalResult {
    /// The lines for the client, in their order. Of a task these are the lines before its last one.
    pub lines: Vec<Reply>,
    /// Each end that was sent: none as long as the child owes an answer, and never more than one.
    pub ends: Vec<RehearsalEnd>,
}

/// How an answer or a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RehearsalEnd {
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
    conversation: Conversation<SessionWork>,
    over: Option<ConversationEnd>,
    asked: Vec<RehearsalResult>,
    /// The question and the task under way, by their place in `asked`.
    question: Option<usize>,
    task: Option<usize>,
    now: Instant,
}

impl Rehearsal {
    /// Of a new child, which has said nothing yet.
    #[must_use]
    pub fn new(isolation: &Isolation) -> Self {
        let patience = CallDeadlines { call: FOREVER, other: FOREVER };
        let share = isolation.pending.share(&ContentHash::of(b""));
        let conversation = Conversation::new(Box::<OpenQuestions>::default(), patience, share);
        Self { conversation, over: None, asked: Vec::new(), question: None, task: None, now: Instant::now() }
    }

    /// The session asks for this. There is one task at a time, and one question: while one is under way another is not
    /// asked for, which this returns as false.
    pub fn ask(&mut self, asked: RehearsedQuestion) -> bool {
        let place = if asked.is_task() { &mut self.task } else { &mut self.question };
        if place.is_some() {
            return false;
        }
        *place = Some(self.asked.len());
        self.asked.push(RehearsalResult::default());
        match self.over {
            Some(_) => self.lose(),
            // What is sent to the child is never read.
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
                Ok(WorkerNext::Said(event, _)) => self.note(event),
                Ok(WorkerNext::Lacks(_)) => {}
                // All that was said before has given its place back.
                Ok(WorkerNext::Full(wanted)) => match wanted.try_of(&self.conversation.share()) {
                    Some(place) => self.conversation.take_place(place),
                    None => return self.end_with(ConversationEnd::Closed),
                },
                Ok(WorkerNext::Nothing | WorkerNext::Long(_)) => return,
                Err(over) => return self.end_with(over),
            }
        }
    }

    /// The child ends, and all that is still owed is lost. Returns what came of each request of the session.
    #[must_use]
    pub fn end(mut self) -> Vec<RehearsalResult> {
        self.end_with(ConversationEnd::Closed);
        self.asked
    }

    fn end_with(&mut self, over: ConversationEnd) {
        self.over.get_or_insert(over);
        self.lose();
    }

    /// Whoever waits gets the end of the child.
    fn lose(&mut self) {
        let text = "the game's library has crashed: it has ended; a new process goes on".into();
        let refused = PositionRefused { code: ErrorCode::PluginCrashed, text };
        for place in [self.question.take(), self.task.take()].into_iter().flatten() {
            self.asked[place].ends.push(RehearsalEnd::Lost(refused.clone()));
        }
    }

    fn note(&mut self, event: WorkerEvent) {
        let place = match &event {
            WorkerEvent::Opened(_) | WorkerEvent::Answered(_) | WorkerEvent::Legal(_) => self.question.take(),
            WorkerEvent::Ended { .. } => self.task.take(),
            WorkerEvent::Began { .. } | WorkerEvent::Line(_) | WorkerEvent::Remarks(_) => self.task,
        };
        let heard = &mut self.asked[place.expect("somebody has asked for it")];
        let answer = match event {
            WorkerEvent::Opened(opened) => opened.map(|_| Vec::new()),
            WorkerEvent::Answered(answer) => answer.map(|CheckedReplies(lines)| lines),
            WorkerEvent::Legal(found) => found.map(|found| found.map(Reply::Text).into_iter().collect()),
            WorkerEvent::Began { order, .. } => return heard.lines.extend(order.map(Reply::InfoString)),
            WorkerEvent::Line(line) => return heard.lines.push(line),
            // It is for the log.
            WorkerEvent::Remarks(_) => return,
            WorkerEvent::Ended { lines: CheckedReplies(lines), last } => {
                heard.lines.extend(lines);
                return heard.ends.push(RehearsalEnd::Answered(last));
            }
        };
        match answer {
            Ok(lines) => {
                heard.lines = lines;
                heard.ends.push(RehearsalEnd::Answered(None));
            }
            Err(refused) => heard.ends.push(RehearsalEnd::Refused(refused)),
        }
    }
}

impl RehearsedQuestion {
    fn is_task(self) -> bool {
        matches!(self, Self::Search | Self::Perft | Self::Explain)
    }

    fn request(self) -> WorkerRequest {
        let start = |job: TaskJob| WorkerRequest::Start(Box::new(job), Grant::default());
        WorkerRequest::Ask(match self {
            Self::Position => return WorkerRequest::Open(ClientSetup::default()),
            Self::Legal => return WorkerRequest::FindLegal(None),
            Self::Table => return WorkerRequest::GetReady(Box::new(options()), 1),
            Self::Search => return start(TaskJob::Search(watched())),
            Self::Perft => return start(TaskJob::Perft(1)),
            Self::Explain => {
                return start(TaskJob::Explain(ExplainLimits::default(), options()));
            }
            Self::Query(query) => PositionQuestion::Query(query),
            Self::Show => PositionQuestion::Show,
            Self::View => PositionQuestion::View(Box::new(options())),
            Self::Read => PositionQuestion::Read(RecordToRead::default()),
            Self::Known => PositionQuestion::Known { mode: Mode::Uci, symmetry: true },
            Self::Evaluate => PositionQuestion::Evaluate(Box::new(options())),
        })
    }
}

fn options() -> SearchOptions {
    SearchOptions::new(&SearchSettings::default())
}

/// A search whose tree is watched, so that it may say all that a search may say.
fn watched() -> SearchOrder {
    SearchOrder {
        go: GoLimits::default(),
        options: options(),
        mode: Mode::Uci,
        move_overhead: Duration::ZERO,
        debug: true,
        watching: Some(WatchedTreePart::new(1, 1)),
    }
}

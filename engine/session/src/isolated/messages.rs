//! The messages between a session and its child process.

use crate::work::position::PositionRefused;
use crate::work::{Job, Question, Setup};
use plyd_protocol::{Reply, TurnOf};
use plyd_search::Budget;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::time::Duration;

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
    Answered { call: u64, lines: Vec<Reply> },
    /// A legal move; `None` if there is none, or chance decides.
    Legal { call: u64, found: Option<String> },
    /// A call has failed.
    Refused { call: u64, refused: PositionRefused },
    /// A search begins, see [`TaskEvent::Began`](crate::work::TaskEvent::Began).
    Began { task: u64, first_move: Option<String>, order: Option<String> },
    /// A line on the way.
    Line { task: u64, line: Reply },
    /// The last lines, and the one that says that the task is over.
    Ended { task: u64, lines: Vec<Reply>, last: Option<Reply> },
    /// The number and the pulse of each thread that walks a tree.
    Pulses { pulses: Vec<(u64, u64)> },
    /// What this system cannot hold, a sentence each. Sent at most once.
    Lacks { lacks: Vec<String> },
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

/// Writes a message as a line.
pub(super) fn write_message(mut writer: impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    writer.write_all(&line)
}

//! The way from a job to its session, for what the job finds.

use crate::event::{CheckedReplies, MOST_REMARKS, WorkerEvent, within};
use plyd_protocol::Reply;
use plyd_worker::{EventOutput, LastEvent};

/// Sends the events of one task to its session.
pub(crate) struct TaskReporter {
    output: EventOutput<WorkerEvent>,
    /// The longest message in a child; `None` without a bound.
    longest: Option<usize>,
}

impl TaskReporter {
    pub(crate) fn new(output: EventOutput<WorkerEvent>, longest: Option<usize>) -> Self {
        Self { output, longest }
    }

    /// Whether its messages have a bound, as in a child.
    pub(super) fn is_bounded(&self) -> bool {
        self.longest.is_some()
    }

    /// An event that must arrive; waits until there is room. Returns whether anybody may still get it.
    pub(crate) fn say(&self, event: WorkerEvent) -> bool {
        self.bounded(event).is_none_or(|event| self.output.say(event))
    }

    /// A line that must arrive, as [`TaskReporter::say`].
    pub(crate) fn say_line(&self, line: Reply) -> bool {
        self.say(WorkerEvent::Line(line))
    }

    /// What the log should have.
    pub(crate) fn remark(&self, mut remarks: Vec<String>) {
        remarks.truncate(MOST_REMARKS);
        // A session that has gone away has no use for it.
        self.say(WorkerEvent::Remarks(remarks));
    }

    /// A line, unless the session is too busy: then it is returned.
    pub(crate) fn offer(&self, line: Reply) -> Option<Reply> {
        let event = self.bounded(WorkerEvent::Line(line))?;
        match self.output.offer(event) {
            Err(WorkerEvent::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// Whether the session is not too busy for a line now.
    pub(crate) fn has_room(&self) -> bool {
        self.output.has_room()
    }

    /// The end of the task.
    pub(crate) fn end(&self, last: LastEvent<WorkerEvent>, lines: Vec<Reply>, end: Option<Reply>) {
        let ended = WorkerEvent::Ended { lines: CheckedReplies(lines), last: end };
        if let Some(ended) = self.bounded(ended) {
            last.say(ended);
        }
    }

    fn bounded(&self, event: WorkerEvent) -> Option<WorkerEvent> {
        match self.longest {
            Some(longest) => within(longest, event),
            None => Some(event),
        }
    }
}

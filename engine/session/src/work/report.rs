//! Where a job sends what it finds.

use crate::event::{Event, MOST_REMARKS, Sound, within};
use plyd_protocol::Reply;
use plyd_worker::{Last, Output};

/// Sends the events of one task to its session.
pub(crate) struct Report {
    output: Output<Event>,
    /// The longest message in a child; `None` without a bound.
    longest: Option<usize>,
}

impl Report {
    pub(crate) fn new(output: Output<Event>, longest: Option<usize>) -> Self {
        Self { output, longest }
    }

    /// Whether its messages have a bound, as in a child.
    pub(super) fn is_bounded(&self) -> bool {
        self.longest.is_some()
    }

    /// An event that must arrive; waits until there is room. Returns whether anybody may still get it.
    pub(crate) fn say(&self, event: Event) -> bool {
        self.bounded(event).is_none_or(|event| self.output.say(event))
    }

    /// A line that must arrive, as [`Report::say`].
    pub(crate) fn say_line(&self, line: Reply) -> bool {
        self.say(Event::Line(line))
    }

    /// What the log should have.
    pub(crate) fn remark(&self, mut remarks: Vec<String>) {
        remarks.truncate(MOST_REMARKS);
        // A session that has gone away has no use for it.
        self.say(Event::Remarks(remarks));
    }

    /// A line, unless the session is too busy: then it is returned.
    pub(crate) fn offer(&self, line: Reply) -> Option<Reply> {
        let event = self.bounded(Event::Line(line))?;
        match self.output.offer(event) {
            Err(Event::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// Whether the session is not too busy for a line now.
    pub(crate) fn has_room(&self) -> bool {
        self.output.has_room()
    }

    /// The end of the task.
    pub(crate) fn end(&self, last: Last<Event>, lines: Vec<Reply>, end: Option<Reply>) {
        let ended = Event::Ended { lines: Sound(lines), last: end };
        if let Some(ended) = self.bounded(ended) {
            last.say(ended);
        }
    }

    fn bounded(&self, event: Event) -> Option<Event> {
        match self.longest {
            Some(longest) => within(longest, event),
            None => Some(event),
        }
    }
}

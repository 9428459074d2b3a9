//! The conversation with a worker in a child: a state machine, without input, output or a clock. Its words are matched
//! with what was asked, its silence is watched, and what waits has a place in memory.

use crate::frame::{FromWorker, ToWorker};
use crate::lines::{LineSplitter, SplitLine};
use crate::{
    CallDeadlines, Hang, LAST_LOOK, LONG_REQUEST, MessagePermit, MessageShare, ProcessEnd, SHORT_MESSAGE, Signal,
    Terms, UnaskedEvent, Watchdog, Work, entries, message_line, weight,
};
use serde::Serialize;
use std::fmt;
use std::time::Instant;

/// The most that may wait until the child reads it, in bytes.
const MOST_UNREAD: usize = LONG_REQUEST;

/// The same while nothing was asked that has an end: then no deadline ends a child that reads nothing.
const MOST_UNANSWERED: usize = 1 << 20;

/// A longer message is read on a separate thread, in the same way as long lines of clients.
pub const LONG_MESSAGE: usize = 16 << 10;

/// Why there is no more to hear of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversationEnd {
    /// Its process was not started.
    NotStarted(String),
    /// It has closed its output, or cannot be read.
    Closed,
    /// Its process has ended, and something that it started has its output.
    Kept,
    /// It hangs.
    Hangs(Hang),
    /// It said something that it may not say.
    Lies(String),
    /// The library was not loaded.
    Unloadable(String),
}

impl ConversationEnd {
    /// The reason in words, for what has ended in this way and had this patience.
    #[must_use]
    pub fn reason(&self, ended: &ProcessEnd, patience: CallDeadlines) -> String {
        let CallDeadlines { call, other } = patience;
        match self {
            Self::NotStarted(reason) => format!("cannot start a process for it: {reason}"),
            Self::Closed => format!("it ended its process ({})", ended.how()),
            Self::Kept => "it ended its process, and something holds its output".to_owned(),
            Self::Hangs(Hang::Ping) => format!("its process did not answer for {} s", call.as_secs_f64()),
            Self::Hangs(Hang::Call) => format!("a call did not return within {} s", call.as_secs_f64()),
            Self::Hangs(Hang::Other) => format!("it did not return within {} s", other.as_secs_f64()),
            Self::Lies(what) => format!("its process sent what nobody asked for: {what}"),
            Self::Unloadable(reason) => format!("it was not loaded again: {reason}"),
        }
    }
}

/// What comes next.
pub enum WorkerNext<W: Work> {
    /// It says this. The place is given back when the receiver has taken it.
    Said(W::Event, MessagePermit),
    /// What this system cannot enforce, one sentence each.
    Lacks(Vec<String>),
    /// A long message, which is to be [read](UnreadMessage::read) on a thread where it keeps no one waiting, and then
    /// [heard](Conversation::hear).
    Long(UnreadMessage),
    /// The next message has no place yet: nothing may be read until there is [one](Conversation::take_place).
    Full(MessageSize),
    /// More must be read.
    Nothing,
}

/// The place that a message waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageSize {
    /// So many bytes.
    pub bytes: usize,
    /// Whether it is one for a long message.
    pub is_long: bool,
}

impl MessageSize {
    /// Waits for it.
    pub async fn of(self, share: MessageShare) -> MessagePermit {
        if self.is_long { share.take_long(self.bytes).await } else { share.take(self.bytes).await }
    }

    /// The same if there is one now.
    #[must_use]
    pub fn try_of(self, share: &MessageShare) -> Option<MessagePermit> {
        if self.is_long { share.try_take_long(self.bytes) } else { share.try_take(self.bytes) }
    }
}

/// A whole message that is not parsed yet.
#[derive(Debug)]
pub struct UnreadMessage {
    line: Vec<u8>,
    place: MessagePermit,
    most_entries: usize,
}

/// The same, read.
pub struct ReadMessage<W: Work> {
    message: Result<FromWorker<W::Event>, ConversationEnd>,
    place: MessagePermit,
}

/// The state of a conversation.
pub struct Conversation<W: Work> {
    lines: LineSplitter,
    /// What the child has not taken yet.
    unsent: Vec<u8>,
    terms: Box<dyn Terms<W>>,
    watch: Watchdog,
    share: MessageShare,
    /// A whole line that waits for its place.
    line: Option<Vec<u8>>,
    /// The place that was waited for.
    place: Option<MessagePermit>,
    /// The place for the long line that is being read.
    long: Option<MessagePermit>,
    has_spoken: bool,
    /// The number of searches it has reported.
    searches: u64,
}

impl<W: Work> Conversation<W> {
    /// With a child that must keep to these terms, and may use this share of the memory for what children say.
    #[must_use]
    pub fn new(terms: Box<dyn Terms<W>>, patience: CallDeadlines, share: MessageShare) -> Self {
        Self {
            lines: LineSplitter::new(SHORT_MESSAGE),
            unsent: Vec::new(),
            terms,
            watch: Watchdog::new(patience),
            share,
            line: None,
            place: None,
            long: None,
            has_spoken: false,
            searches: 0,
        }
    }

    /// The first line, before all requests.
    ///
    /// # Errors
    /// None that is expected.
    pub fn begin(&mut self, first: &impl Serialize) -> std::io::Result<()> {
        drop(self.unsent.splice(..0, message_line(first)?.into_bytes()));
        Ok(())
    }

    /// Asks for something. `shown` is the time in which the caller has listened.
    ///
    /// # Errors
    /// The child reads too little.
    pub fn ask(&mut self, request: &W::Request, shown: Instant) -> Result<(), ConversationEnd> {
        self.terms.note(request);
        if self.terms.is_owed() {
            self.watch.begin(shown);
        }
        self.write(&ToWorker::Do(request), true)
    }

    /// A word to the task.
    ///
    /// # Errors
    /// The child reads too little.
    pub fn signal(&mut self, signal: Signal) -> Result<(), ConversationEnd> {
        self.write(&ToWorker::<W::Request>::Signal(signal), true)
    }

    /// Nothing more is asked, and the child ends in its own time: it is not watched any more.
    pub fn part(&mut self) {
        self.watch.end();
    }

    /// Whether something was asked that has not ended.
    #[must_use]
    pub fn is_owed(&self) -> bool {
        self.terms.is_owed()
    }

    /// When there is something to be [judged](Self::judge) next, on the clock that shows the time of listening.
    #[must_use]
    pub fn next_look(&self) -> Option<Instant> {
        self.watch.next()
    }

    /// Looks whether the child hangs, and pings it when that is due. What came before a deadline must have been read.
    ///
    /// # Errors
    /// It hangs.
    pub fn judge(&mut self, shown: Instant) -> Result<(), ConversationEnd> {
        if let Some(hang) = shown.checked_sub(LAST_LOOK).and_then(|judged| self.watch.hang(judged)) {
            return Err(ConversationEnd::Hangs(hang));
        }
        if self.watch.is_ping_due(shown) { self.write(&ToWorker::<W::Request>::Ping, false) } else { Ok(()) }
    }

    /// What the child is to read.
    #[must_use]
    pub fn unsent(&self) -> &[u8] {
        &self.unsent
    }

    /// The child, or its socket, has taken this many bytes of it.
    pub fn note_sent(&mut self, bytes: usize) {
        self.unsent.drain(..bytes);
        if self.unsent.is_empty() {
            self.unsent = Vec::new();
        }
    }

    /// The child has said these bytes. They are few: more is read when there is [nothing](WorkerNext::Nothing) else.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.lines.feed(bytes);
    }

    /// The place that a message [waits for](WorkerNext::Full).
    pub fn take_place(&mut self, place: MessagePermit) {
        self.place = Some(place);
    }

    /// The memory for what this child says.
    #[must_use]
    pub fn share(&self) -> MessageShare {
        self.share.clone()
    }

    /// What the child has said next. `reads_long` is whether long messages are read elsewhere.
    ///
    /// # Errors
    /// There is a reason to end.
    pub fn next(&mut self, shown: Instant, reads_long: bool) -> Result<WorkerNext<W>, ConversationEnd> {
        loop {
            let line = match self.line.take() {
                Some(line) => line,
                None => match self.lines.find() {
                    Some(SplitLine::Line(line)) => line,
                    None => return Ok(WorkerNext::Nothing),
                    Some(SplitLine::TooLong) => match self.make_room()? {
                        Some(wanted) => return Ok(WorkerNext::Full(wanted)),
                        None => continue,
                    },
                },
            };
            let place = match self.place_of(&line) {
                Ok(place) => place,
                Err(wanted) => {
                    self.line = Some(line);
                    return Ok(WorkerNext::Full(wanted));
                }
            };
            let is_long = line.len() > LONG_MESSAGE;
            let unread = UnreadMessage { line, place, most_entries: self.terms.most_entries() };
            if is_long && reads_long {
                return Ok(WorkerNext::Long(unread));
            }
            if let Some(next) = self.hear(unread.read(), shown)? {
                return Ok(next);
            }
        }
    }

    /// A line is longer than it may be so far. If it may be longer, its place is taken before more is read. Returns the
    /// place that it has to wait for.
    fn make_room(&mut self) -> Result<Option<MessageSize>, ConversationEnd> {
        let longest = self.terms.longest();
        if longest <= self.lines.longest() {
            return Err(ConversationEnd::Lies(format!("a message of more than {longest} bytes")));
        }
        // While it is read, memory has it twice: as text and in its parsed form.
        let wanted = MessageSize { bytes: 2 * longest, is_long: true };
        // The place of a shorter one that turned out to be this.
        self.long = None;
        match self.place.take().or_else(|| wanted.try_of(&self.share)) {
            Some(place) => {
                self.long = Some(place);
                self.lines.allow(longest);
                Ok(None)
            }
            None => Ok(Some(wanted)),
        }
    }

    /// The place of a whole message, or the one that it has to wait for.
    fn place_of(&mut self, line: &[u8]) -> Result<MessagePermit, MessageSize> {
        self.lines.allow(SHORT_MESSAGE);
        if let Some(mut place) = self.long.take() {
            place.shrink(2 * line.len());
            return Ok(place);
        }
        let wanted = MessageSize { bytes: weight(line), is_long: false };
        self.place.take().or_else(|| wanted.try_of(&self.share)).ok_or(wanted)
    }

    /// Takes a message that was read. Returns what is passed on to the caller, if anything.
    ///
    /// # Errors
    /// There is a reason to end.
    pub fn hear(&mut self, heard: ReadMessage<W>, shown: Instant) -> Result<Option<WorkerNext<W>>, ConversationEnd> {
        let ReadMessage { message, place } = heard;
        let is_first = !std::mem::replace(&mut self.has_spoken, true);
        let next = match message? {
            FromWorker::Lacks(lacks) if is_first => Some(WorkerNext::Lacks(lacks)),
            FromWorker::Lacks(_) => return Err(UnaskedEvent::default().into()),
            FromWorker::Unloadable(reason) => return Err(ConversationEnd::Unloadable(reason)),
            FromWorker::Loaded if self.watch.load(shown) => None,
            FromWorker::Loaded => return Err(UnaskedEvent::default().into()),
            FromWorker::Pulses(pulses) => {
                if !self.watch.answer(&pulses.threads, shown) {
                    return Err(UnaskedEvent::default().into());
                }
                let has_searched = pulses.searches != std::mem::replace(&mut self.searches, pulses.searches);
                if has_searched || pulses.is_waiting {
                    // The work goes on, however short its searches are.
                    self.watch.resume(shown);
                }
                None
            }
            FromWorker::Event(mut event) => {
                self.terms.admit(&mut event)?;
                Some(WorkerNext::Said(event, place))
            }
        };
        if !self.terms.is_owed() {
            self.watch.end();
        }
        Ok(next)
    }

    /// Adds a message to what the child is to read. What it is to read last anyway is not said twice, if that has no
    /// count.
    fn write(&mut self, message: &impl Serialize, is_told_once: bool) -> Result<(), ConversationEnd> {
        let line = message_line(message)
            .map_err(|error| ConversationEnd::NotStarted(format!("it cannot be asked: {error}")))?;
        let before = self.unsent.strip_suffix(line.as_bytes()).filter(|_| is_told_once);
        if !before.is_some_and(|before| before.is_empty() || before.ends_with(b"\n")) {
            self.unsent.extend_from_slice(line.as_bytes());
        }
        let most = if self.terms.is_owed() { MOST_UNREAD } else { MOST_UNANSWERED };
        if self.unsent.len() > most { Err(ConversationEnd::Hangs(Hang::Ping)) } else { Ok(()) }
    }
}

impl UnreadMessage {
    /// Reads it. This takes time in proportion to its length, and memory too.
    #[must_use]
    pub fn read<W: Work>(self) -> ReadMessage<W> {
        let Self { line, mut place, most_entries } = self;
        let message = if entries(&line) > most_entries {
            Err(ConversationEnd::Lies("no message (it has too many entries)".into()))
        } else {
            serde_json::from_slice(&line).map_err(|error| ConversationEnd::Lies(format!("no message ({error})")))
        };
        if line.len() > SHORT_MESSAGE {
            // A short one has the place that it needs.
            place.shrink(line.len());
        }
        ReadMessage { message, place }
    }
}

impl From<UnaskedEvent> for ConversationEnd {
    fn from(UnaskedEvent(what): UnaskedEvent) -> Self {
        Self::Lies(what)
    }
}

impl<W: Work> fmt::Debug for Conversation<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation").field("unsent", &self.unsent.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;

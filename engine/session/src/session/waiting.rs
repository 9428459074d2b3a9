//! The lines of a client that wait to be executed.

use plyd_protocol::{Command, ErrorCode, OwedLine, ParseError};
use std::collections::VecDeque;
use std::time::Instant;

/// The number of lines that may wait before the session reads no more input.
const MAX_LINES: usize = 1_024;

/// Where the command of a line begins that was not read yet, at the latest, in bytes. No more of it is looked at.
const LATEST_WORD: usize = 256;

/// Input from a client.
#[derive(Debug)]
pub(super) enum WaitingInput {
    /// A line that was read.
    Read(Result<Command, ParseError>),
    /// A line that is long enough to be read on a separate thread.
    Unread(String),
    /// The client speaks another protocol, of this name. It is the last that it says.
    Foreign(&'static str),
}

/// A line that waits.
#[derive(Debug)]
pub(super) struct WaitingLine {
    pub(super) request: WaitingInput,
    /// When it came.
    pub(super) since: Instant,
    /// Its length.
    bytes: usize,
    /// Whether a `stop` came after it: the task that it starts must end immediately.
    pub(super) is_stopped: bool,
}

/// Lines in the order in which they will be executed.
#[derive(Debug, Default)]
pub(super) struct WaitingLines {
    lines: VecDeque<WaitingLine>,
    bytes: usize,
}

impl WaitingLine {
    /// A line of this many bytes.
    pub(super) fn new(request: WaitingInput, bytes: usize) -> Self {
        Self { request, since: Instant::now(), bytes, is_stopped: false }
    }

    /// The remains of a line that is no longer executed.
    pub(super) fn owing(owed: OwedLine) -> Self {
        let error = ParseError::new(ErrorCode::Shutdown, String::new(), Some(owed));
        Self::new(WaitingInput::Read(Err(error)), 0)
    }

    fn command(&self) -> Option<&Command> {
        match &self.request {
            WaitingInput::Read(Ok(command)) => Some(command),
            _ => None,
        }
    }

    pub(super) fn is_stop(&self) -> bool {
        matches!(self.command(), Some(Command::Stop))
    }

    /// Whether the session ends with it.
    pub(super) fn is_last(&self) -> bool {
        matches!(self.command(), Some(Command::Quit)) || matches!(self.request, WaitingInput::Foreign(_))
    }

    pub(super) fn is_ready_question(&self) -> bool {
        matches!(self.command(), Some(Command::IsReady))
    }

    /// The last line of its answer, if it must come in every case.
    pub(super) fn owed(&self) -> Option<OwedLine> {
        let by_name = |name: Option<&str>| match name {
            Some("go") => Some(OwedLine::BestMove),
            Some("explain") => Some(OwedLine::ExplainDone),
            _ => None,
        };
        match &self.request {
            WaitingInput::Read(Ok(Command::Go(_))) => Some(OwedLine::BestMove),
            WaitingInput::Read(Ok(Command::Explain(_))) => Some(OwedLine::ExplainDone),
            WaitingInput::Read(Ok(_)) => None,
            WaitingInput::Read(Err(error)) => error.owed,
            WaitingInput::Unread(text) => {
                let start = &text[..text.floor_char_boundary(LATEST_WORD)];
                by_name(start.split_whitespace().next())
            }
            WaitingInput::Foreign(_) => None,
        }
    }
}

impl WaitingLines {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether no more lines may wait; `most_bytes` is how much text may.
    pub(super) fn is_full(&self, most_bytes: usize) -> bool {
        self.lines.len() >= MAX_LINES || self.bytes >= most_bytes
    }

    /// Waits behind all others.
    pub(super) fn push(&mut self, line: WaitingLine) {
        self.bytes += line.bytes;
        self.lines.push_back(line);
    }

    /// Goes on waiting, as the next.
    pub(super) fn push_front(&mut self, line: WaitingLine) {
        self.bytes += line.bytes;
        self.lines.push_front(line);
    }

    /// The next line.
    pub(super) fn pop(&mut self) -> Option<WaitingLine> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.bytes;
        if self.lines.is_empty() {
            // A thousand lines that once waited must not keep their memory.
            self.lines = VecDeque::new();
        }
        Some(line)
    }

    /// The tasks that these lines start must end immediately.
    pub(super) fn stop(&mut self) {
        self.lines.iter_mut().for_each(|line| line.is_stopped = true);
    }

    /// Drops them all.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Drops all lines but those whose last answer is owed to the client.
    pub(super) fn keep_owed(&mut self) {
        self.lines.retain(|line| line.owed().is_some());
        self.bytes = self.lines.iter().map(|line| line.bytes).sum();
    }

    /// Whether there is a waiting line with a deadline.
    pub(super) fn has_overtaking(&self) -> bool {
        self.lines.iter().any(|line| line.is_ready_question() || line.is_last())
    }

    /// Takes out the line with which the session ends, if one waits.
    pub(super) fn take_last(&mut self) -> Option<WaitingLine> {
        let place = self.lines.iter().position(WaitingLine::is_last)?;
        let line = self.lines.remove(place)?;
        self.bytes -= line.bytes;
        Some(line)
    }

    /// Takes out every `isready`, and says when each came.
    pub(super) fn take_ready_questions(&mut self) -> Vec<Instant> {
        let times = self.lines.iter().filter(|line| line.is_ready_question()).map(|line| line.since).collect();
        self.lines.retain(|line| !line.is_ready_question());
        self.bytes = self.lines.iter().map(|line| line.bytes).sum();
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_a_long_line_is_owed_by_its_first_word() {
        let owed = |text: &str| WaitingLine::new(WaitingInput::Unread(text.to_owned()), text.len()).owed();
        assert_eq!(owed("  go depth 1"), Some(OwedLine::BestMove));
        assert_eq!(owed("explain"), Some(OwedLine::ExplainDone));
        assert_eq!(owed("gone"), None);
        // A megabyte of blanks is not looked through, nor cut within a letter.
        assert_eq!(owed(&(" ".repeat(LATEST_WORD) + "go")), None);
        assert_eq!(owed(&("ä".repeat(LATEST_WORD))), None);
    }
}

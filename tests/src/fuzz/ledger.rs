//! What a session owes its client: which lines of the answer are still to come, and in which order.
//!
//! The rules are those of protocol.md. Lines are executed in their order, and what they are answered comes in it. A
//! search answers later; what follows it does not wait, unless the search was told to stop. Only an `isready` may
//! overtake, and only what has lasted a second.

use super::meaning::{Meaning, Transport, marked, meaning};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// What holds up other lines holds up an `isready` no longer.
const HOLD: Duration = Duration::from_secs(1);

/// The longest error, in bytes: what it quotes of a line is short, though some list legal moves or options.
const LONGEST_ERROR: usize = 2_000;

/// Why an answer is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault(pub(super) String);

/// A line that was sent.
#[derive(Clone, Debug)]
struct Entry {
    meaning: Meaning,
    sent: Instant,
    is_paid: bool,
}

/// The books of one session.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    transport: Transport,
    entries: VecDeque<Entry>,
    /// The beginning of a line whose end was not sent yet.
    begun: Vec<u8>,
    /// Errors that may replace the answer of a query or of a perft.
    errors: u64,
    /// Whether the session was asked to end, and reads no more.
    is_closing: bool,
    /// How many searches were asked for, and other figures for the summary.
    pub(super) lines: u64,
    pub(super) searches: u64,
}

impl Meaning {
    /// Whether a search, a perft or an explanation answers.
    fn is_task(self) -> bool {
        matches!(self, Self::Search | Self::Count | Self::Explanation)
    }

    /// Whether a line of the answer is owed at all.
    fn is_owed(self) -> bool {
        !matches!(self, Self::Nothing | Self::Stop | Self::Quit | Self::Foreign | Self::PonderHit)
    }

    /// Whether an error may come instead.
    fn may_fail(self) -> bool {
        matches!(self, Self::Response | Self::Count)
    }
}

impl Ledger {
    pub(super) fn new(transport: Transport) -> Self {
        let (entries, begun) = (VecDeque::new(), Vec::new());
        Self { transport, entries, begun, errors: 0, is_closing: false, lines: 0, searches: 0 }
    }

    /// Bytes are sent, which need not be whole lines.
    pub(super) fn send(&mut self, bytes: &[u8], now: Instant) {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(part);
            if self.begun.pop_if(|end| *end == b'\n').is_some() {
                self.end_line(now);
            }
        }
    }

    /// No more is sent. A last line without a line feed counts.
    pub(super) fn end_input(&mut self, now: Instant) {
        if !self.begun.is_empty() {
            self.end_line(now);
        }
    }

    fn end_line(&mut self, now: Instant) {
        let meaning = meaning(&std::mem::take(&mut self.begun), self.transport);
        if self.is_closing {
            return;
        }
        self.lines += 1;
        self.searches += u64::from(meaning == Meaning::Search);
        self.is_closing = matches!(meaning, Meaning::Quit | Meaning::Foreign);
        self.entries.push_back(Entry { meaning, sent: now, is_paid: false });
    }

    /// A line of the answer has come, without its line feed.
    pub(super) fn receive(&mut self, line: &[u8], now: Instant) -> Result<(), Fault> {
        let Ok(text) = std::str::from_utf8(line) else {
            return Err(Fault(format!("a reply is not UTF-8: {}", line.escape_ascii())));
        };
        check_text(text)?;
        if let Some(number) = marked(text) {
            self.pay(Meaning::Mark(number), now)?;
            self.forget_before(Meaning::Mark(number));
            return Ok(());
        }
        match text {
            "readyok" => self.pay(Meaning::Ready, now),
            "uciok" => self.pay(Meaning::Line("uciok"), now),
            "ugiok" => self.pay(Meaning::Line("ugiok"), now),
            "explain done" => self.end_task(Meaning::Explanation, text, now),
            "info string perft was stopped before its end" => self.end_task(Meaning::Count, text, now),
            _ if text.starts_with("Nodes searched: ") => self.end_task(Meaning::Count, text, now),
            _ if text.starts_with("bestmove ") => self.end_search(text, now),
            _ if text == "response" || text.starts_with("response ") => self.pay(Meaning::Response, now),
            _ => {
                self.errors += u64::from(text.starts_with("info string error "));
                Ok(())
            }
        }
    }

    /// Whether no answer is due.
    pub(super) fn is_settled(&self) -> bool {
        !self.entries.iter().any(|entry| self.is_due(entry))
    }

    /// Whether nothing is owed when the session has ended. An error may have come instead of an answer, as the last
    /// line of a perft that the library refuses.
    pub(super) fn is_settled_at_the_end(&self) -> bool {
        let due = || self.entries.iter().filter(|entry| self.is_due(entry));
        due().all(|entry| entry.meaning.may_fail()) && due().count() as u64 <= self.errors
    }

    /// Whether the program ends the session, as soon as it is settled.
    pub(super) fn is_closing(&self) -> bool {
        self.is_closing
    }

    /// What is owed, for a message.
    pub(super) fn owed(&self) -> String {
        let due = self.entries.iter().filter(|entry| self.is_due(entry));
        let all: Vec<_> = due.take(9).map(|entry| format!("{:?}", entry.meaning)).collect();
        all.join(", ")
    }

    /// Whether the answer to this line has to come yet. A session that is told to end drops what waits, but for the
    /// last line of each search.
    fn is_due(&self, entry: &Entry) -> bool {
        let survives_quit = matches!(entry.meaning, Meaning::Search | Meaning::Explanation);
        entry.meaning.is_owed() && !entry.is_paid && (survives_quit || !self.is_closing)
    }

    /// A line that is answered in its place was answered.
    fn pay(&mut self, paid: Meaning, now: Instant) -> Result<(), Fault> {
        let is_meant = |entry: &Entry| entry.meaning == paid && !entry.is_paid;
        let Some(index) = self.entries.iter().position(is_meant) else {
            return Err(Fault(format!("an answer that nothing asked for: {paid:?}")));
        };
        if !(paid == Meaning::Ready && self.may_overtake(index, now)) {
            self.check_before(index)?;
        }
        self.entries[index].is_paid = true;
        Ok(())
    }

    /// Whether something before this line may have held it up for long enough. A search that merely runs holds up
    /// nothing; what tells it to stop does.
    fn may_overtake(&self, index: usize, now: Instant) -> bool {
        let runs = |entry: &Entry| entry.meaning.is_task() && !entry.is_paid;
        let running = self.entries.iter().position(runs).filter(|&at| self.entries[at].meaning != Meaning::Explanation);
        let before = self.entries.iter().enumerate().take(index).filter(|&(at, _)| Some(at) != running);
        before.into_iter().any(|(_, entry)| now.saturating_duration_since(entry.sent) >= HOLD)
    }

    /// All that is to be answered before this line has been.
    fn check_before(&mut self, index: usize) -> Result<(), Fault> {
        for before in 0..index {
            let entry = &self.entries[before];
            if !self.is_due(entry) || entry.meaning.is_task() && !self.has_ended(before, index) {
                continue;
            }
            if !(entry.meaning.may_fail() && self.errors > 0) {
                let (early, late) = (self.entries[index].meaning, entry.meaning);
                return Err(Fault(format!(
                    "the answer to {early:?} came before that to {late:?}, which was sent before"
                )));
            }
            self.errors -= 1;
            self.entries[before].is_paid = true;
        }
        Ok(())
    }

    /// Whether this task must be over when the later line is executed: it was stopped between them.
    fn has_ended(&self, task: usize, later: usize) -> bool {
        let ends = |entry: &Entry| entry.meaning == Meaning::Stop || entry.meaning.is_task();
        self.entries[task].meaning == Meaning::Explanation || self.entries.range(task + 1..later).any(ends)
    }

    /// A `bestmove` has come: of a search, or of a `ponderhit` after a position that was refused.
    fn end_search(&mut self, text: &str, now: Instant) -> Result<(), Fault> {
        if text == "bestmove (none)"
            && let Some(hit) = self.hit_before_search()
        {
            self.entries[hit].is_paid = true;
            return Ok(());
        }
        let mut after = self.clone();
        let Err(fault) = after.end_task(Meaning::Search, text, now) else {
            *self = after;
            return Ok(());
        };
        let is_hit = |entry: &&mut Entry| entry.meaning == Meaning::PonderHit && !entry.is_paid;
        match self.entries.iter_mut().find(is_hit) {
            Some(hit) => hit.is_paid = true,
            None => return Err(fault),
        }
        Ok(())
    }

    /// A `ponderhit` whose turn it is: something that has to be answered is between it and the next search. If the
    /// position was not refused, that has been answered by now, and the `ponderhit` has no answer.
    fn hit_before_search(&self) -> Option<usize> {
        let hit = self.entries.iter().position(|entry| entry.meaning == Meaning::PonderHit && !entry.is_paid)?;
        let search = self.entries.iter().position(|entry| entry.meaning.is_task() && !entry.is_paid)?;
        (hit < search && self.entries.range(hit..search).any(|entry| self.is_due(entry))).then_some(hit)
    }

    /// The last line of a search, a perft or an explanation has come. They end in the order in which they began.
    fn end_task(&mut self, ended: Meaning, text: &str, now: Instant) -> Result<(), Fault> {
        loop {
            let is_open = |entry: &Entry| entry.meaning.is_task() && !entry.is_paid;
            let Some(index) = self.entries.iter().position(is_open) else {
                return Err(Fault(format!("`{text}` although no search is under way")));
            };
            let begun = self.entries[index].meaning;
            if begun == ended {
                self.check_before(index)?;
                self.entries[index].is_paid = true;
                return Ok(());
            }
            if !(begun.may_fail() && (self.errors > 0 || self.is_closing)) {
                let since = now.saturating_duration_since(self.entries[index].sent);
                return Err(Fault(format!("`{text}` instead of the end of {begun:?}, which was sent {since:?} ago")));
            }
            self.errors = self.errors.saturating_sub(1);
            self.entries[index].is_paid = true;
        }
    }

    /// Lines before this mark have been executed, and need not be kept.
    fn forget_before(&mut self, mark: Meaning) {
        let Some(index) = self.entries.iter().position(|entry| entry.meaning == mark) else { return };
        let open: Vec<_> =
            self.entries.drain(..=index).filter(|entry| entry.meaning.is_owed() && !entry.is_paid).collect();
        open.into_iter().rev().for_each(|entry| self.entries.push_front(entry));
    }
}

/// Checks what must be true of every line.
fn check_text(text: &str) -> Result<(), Fault> {
    if let Some(sign) = text.chars().find(|sign| sign.is_control()) {
        return Err(Fault(format!("a reply has the control character {sign:?}: {text:?}")));
    }
    if text.contains("panicked") {
        return Err(Fault(format!("a reply tells of a panic: {text}")));
    }
    if text.starts_with("info string error ") && text.len() > LONGEST_ERROR {
        return Err(Fault(format!("an error of {} bytes: {:.300}", text.len(), text)));
    }
    if text.starts_with("info string error plugin ") && !text.contains("unknown") {
        return Err(Fault(format!("the library of a game failed: {text}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests;

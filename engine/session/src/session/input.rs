//! The lines of the client: the ones obeyed immediately, and the ones that wait.

use super::Session;
use super::call::LineInProgress;
use super::waiting::{WaitingInput, WaitingLine};
use crate::lines::ClientLine;
use plyd_protocol::{ErrorCode, for_log, parse_with, unreadable};
use tokio::time::Instant;

/// A longer line is read on a separate thread: hundreds of clients may send such lines, and a worker has others to
/// serve.
const LONG_LINE: usize = 16 << 10;

impl Session {
    /// Whether a line can be taken now.
    pub(super) fn reads(&self) -> bool {
        let waits = self.waiting.is_full(self.engine.settings.session.max_line_bytes);
        self.input_ended.is_none() && !self.closing && !waits && !self.output.is_full()
    }

    pub(super) fn end_input(&mut self) {
        self.input_ended = Some(self.moment());
        self.stop_endless();
    }

    pub(super) fn take_line(&mut self, line: ClientLine) {
        self.active = Instant::now();
        let (text, code, problem) = match line {
            ClientLine::Text(text) => return self.take_text(text),
            ClientLine::TooLong(beginning) => {
                let longest = self.engine.settings.session.max_line_bytes;
                (beginning, ErrorCode::LineTooLong, format!("the line is longer than {longest} bytes, and was skipped"))
            }
            ClientLine::NotUtf8(text) => {
                (text, ErrorCode::NotUtf8, "the line is not UTF-8 text, and was skipped".into())
            }
            ClientLine::Foreign(protocol) => {
                // Nothing that follows is read.
                self.end_input();
                return self.take_request(WaitingInput::Foreign(protocol), 0);
            }
        };
        self.take_request(WaitingInput::Read(Err(unreadable(&text, code, problem))), 0);
    }

    fn take_text(&mut self, text: String) {
        tracing::debug!(line = %for_log(&text), "received");
        let bytes = text.len();
        if bytes > LONG_LINE {
            return self.take_request(WaitingInput::Unread(text), bytes);
        }
        if let Some(parsed) = parse_with(&text, self.transport.rights()).transpose() {
            self.take_request(WaitingInput::Read(parsed), bytes);
        }
    }

    fn take_request(&mut self, request: WaitingInput, bytes: usize) {
        let line = WaitingLine::new(request, bytes);
        if line.is_stop() || line.is_last() {
            self.stop_all();
        }
        if line.is_stop() {
            return;
        }
        self.waiting.push(line);
        if self.can_execute() {
            self.execute_next();
        }
    }

    /// Ends what runs, and what is to run after it by lines that wait: all that came before this.
    fn stop_all(&mut self) {
        self.waiting.stop();
        if let Some(call) = &mut self.call {
            call.is_stopped = true;
        }
        self.stop();
    }

    /// Whether the next line that waits can be executed now.
    pub(super) fn can_execute(&self) -> bool {
        !self.waiting.is_empty() && self.call.is_none() && !self.must_wait() && !self.output.is_full()
    }

    /// Whether new lines must wait for the last line of the running task.
    fn must_wait(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.keeps_others_waiting_since().is_some())
    }

    /// Executes the line that has waited longest. Before the next one, the session checks the output, the client, and
    /// everything that may end the session.
    pub(super) fn execute_next(&mut self) {
        let Some(line) = self.waiting.pop() else { return };
        if self.closing {
            return line.owed().into_iter().for_each(|owed| self.say_owed(owed));
        }
        let owed = line.owed();
        let WaitingLine { request, since, is_stopped, .. } = line;
        match request {
            WaitingInput::Unread(text) => self.read(text, is_stopped, owed),
            WaitingInput::Read(parsed) => self.execute(parsed, since, is_stopped),
            WaitingInput::Foreign(protocol) => self.refuse_protocol(protocol),
        }
        self.stop_endless();
    }

    /// Some of the waiting lines have waited too long.
    pub(super) fn overtake(&mut self) {
        if let Some(since) = self.call.as_ref().and_then(LineInProgress::ready_since) {
            // What it waits for is left to the next search.
            self.drop_call();
            self.say_ready(since);
        }
        for since in self.waiting.take_ready_questions() {
            self.say_ready(since);
        }
        if let Some(last) = self.waiting.take_last() {
            match last.request {
                WaitingInput::Foreign(protocol) => self.refuse_protocol(protocol),
                _ => self.close(),
            }
        }
    }

    fn refuse_protocol(&mut self, protocol: &str) {
        self.say_error(ErrorCode::WrongProtocol, format!("plyd does not speak {protocol}; the connection is closed"));
        self.close();
    }
}

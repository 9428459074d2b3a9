//! A line-based conversation over any transport.

use crate::{PATIENCE, uci_parser};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A client that sends and receives lines. A separate thread reads, so that no wait exceeds its deadline. Every
/// received line is also checked by a third-party UCI parser, as far as its grammar allows.
pub struct Client {
    writer: Option<Box<dyn Write + Send>>,
    lines: Receiver<String>,
    /// All lines sent (`> `) and received (`< `), which failed tests print.
    transcript: Vec<String>,
}

impl Client {
    /// Creates a client that communicates over a reader and a writer.
    pub fn new(reader: impl Read + Send + 'static, writer: impl Write + Send + 'static) -> Self {
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(reader).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { writer: Some(Box::new(writer)), lines, transcript: Vec::new() }
    }

    /// Starts a program and creates a client on its pipes.
    ///
    /// # Panics
    /// Panics if the program does not start.
    #[must_use]
    pub fn of_program(mut command: Command) -> (Self, Child) {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        let (output, input) = (child.stdout.take().expect("is piped"), child.stdin.take().expect("is piped"));
        (Self::new(output, input), child)
    }

    /// Sends a line, or several lines separated by line feeds.
    ///
    /// # Panics
    /// Panics if the engine no longer reads.
    pub fn send(&mut self, line: &str) {
        self.transcript.push(format!("> {line}"));
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends raw bytes.
    ///
    /// # Panics
    /// Panics if the engine no longer reads.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let writer = self.writer.as_mut().expect("the input is open");
        writer.write_all(bytes).and_then(|()| writer.flush()).unwrap_or_else(|error| {
            panic!("the engine no longer reads: {error}\n{}", self.transcript.join("\n"));
        });
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.writer = None;
    }

    /// The next line that arrives within the time, or `None` if there is none or the output has ended.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        let line = self.lines.recv_timeout(time).ok()?;
        self.note(&line);
        Some(line)
    }

    fn note(&mut self, line: &str) {
        self.transcript.push(format!("< {line}"));
        uci_parser::check(line);
    }

    /// The next line.
    ///
    /// # Panics
    /// Panics if no line arrives in time.
    pub fn line(&mut self) -> String {
        self.line_within(PATIENCE).unwrap_or_else(|| panic!("no line came\n{}", self.transcript.join("\n")))
    }

    /// All lines up to and including the first one that begins with `prefix`.
    ///
    /// # Panics
    /// Panics if no such line arrives in time.
    pub fn until(&mut self, prefix: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let line = self.line_within(deadline.saturating_duration_since(Instant::now()));
            let line = line.unwrap_or_else(|| panic!("no `{prefix}` came\n{}", self.transcript.join("\n")));
            let found = line.starts_with(prefix);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Sends the lines, then `isready`, and returns all lines before `readyok`.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a `go` line and returns all lines up to its `bestmove`.
    pub fn go(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.until("bestmove")
    }

    /// All remaining lines until the output ends.
    ///
    /// # Panics
    /// Panics if the output does not end in time.
    pub fn rest(&mut self) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    self.note(&line);
                    lines.push(line);
                }
                Err(RecvTimeoutError::Disconnected) => return lines,
                Err(RecvTimeoutError::Timeout) => panic!("the output did not end\n{}", self.transcript.join("\n")),
            }
        }
    }
}

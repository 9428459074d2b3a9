//! One session from its first line to its end, compared with what it is owed.

use super::generator::{Burst, Delivery, Departure, Generator};
use super::ledger::{Fault, Ledger};
use super::meaning::{Transport, mark_line};
use super::wire::{Next, Wire};
use std::collections::VecDeque;
use std::fmt;
use std::time::{Duration, Instant};

/// Lines of the session that a failure prints, the last ones.
const KEPT_LINES: usize = 1_000;

/// So many lines of an answer in a row are printed; what is longer is a flood.
const KEPT_ROW: usize = 12;

/// How much of a line it prints.
const KEPT_BYTES: usize = 300;

/// Why a session failed.
#[derive(Debug)]
pub struct Failure {
    /// The seed of its lines.
    pub seed: u64,
    /// How it was joined to the program.
    pub transport: Transport,
    what: String,
    history: VecDeque<String>,
}

/// What a session that went well was like.
#[derive(Debug, Default)]
pub(super) struct Account {
    pub(super) lines: u64,
    pub(super) searches: u64,
    /// How long a session without anything to do took to say `readyok`.
    pub(super) latencies: Vec<Duration>,
    /// How long it took until all was answered after a `stop`, at most.
    pub(super) longest_settling: Duration,
}

/// A running session.
pub(super) struct Conversation {
    seed: u64,
    transport: Transport,
    wire: Wire,
    generator: Generator,
    ledger: Ledger,
    marks: u64,
    begun: Instant,
    patience: Duration,
    history: VecDeque<String>,
    /// How many uninformative lines were received in a row.
    row: usize,
    account: Account,
}

impl Conversation {
    /// The lines follow from the seed. No wait lasts longer than `patience`.
    pub(super) fn new(seed: u64, transport: Transport, wire: Wire, patience: Duration) -> Self {
        Self {
            seed,
            transport,
            wire,
            generator: Generator::new(seed),
            ledger: Ledger::new(transport),
            marks: 0,
            begun: Instant::now(),
            patience,
            history: VecDeque::new(),
            row: 0,
            account: Account::default(),
        }
    }

    /// Talks until the session's end. `is_over` ends it early.
    pub(super) fn run(mut self, is_over: &dyn Fn() -> bool) -> Result<Account, Box<Failure>> {
        let judged = self.talk(is_over);
        match judged {
            Ok(departure) => self.leave(departure),
            Err(fault) => Err(self.fail(fault)),
        }
    }

    fn talk(&mut self, is_over: &dyn Fn() -> bool) -> Result<Departure, Fault> {
        let opening = self.generator.opening();
        self.send(&opening);
        for _ in 0..self.generator.length() {
            let burst = self.generator.burst();
            self.deliver(&burst);
            self.listen_for(burst.pause)?;
            self.wire.read_slowly(false);
            if is_over() || self.ledger.is_closing() {
                break;
            }
            if burst.settles {
                self.settle()?;
                self.probe()?;
            }
        }
        Ok(self.generator.departure())
    }

    fn send(&mut self, bytes: &[u8]) {
        self.ledger.send(bytes, Instant::now());
        self.note('>', bytes);
        self.wire.send(bytes);
    }

    fn deliver(&mut self, burst: &Burst) {
        self.wire.read_slowly(burst.delivery == Delivery::ReadSlowly);
        if burst.delivery != Delivery::Pieces {
            return self.send(&burst.bytes);
        }
        let mut from = 0;
        for cut in self.generator.cuts(burst.bytes.len()) {
            self.send(&burst.bytes[from..cut]);
            self.wire.pause(Duration::from_millis(1));
            from = cut;
        }
        self.send(&burst.bytes[from..]);
    }

    /// Takes what has arrived, and what arrives within this time.
    fn listen_for(&mut self, time: Duration) -> Result<(), Fault> {
        let until = Instant::now() + time;
        loop {
            match self.wire.next(until.saturating_duration_since(Instant::now())) {
                Next::Line(received) => self.receive(&received.line, received.at)?,
                Next::Nothing => return Ok(()),
                Next::End if self.ledger.is_closing() => return Ok(()),
                Next::End => return Err(Fault("the output ended".into())),
            }
        }
    }

    fn receive(&mut self, line: &[u8], at: Instant) -> Result<(), Fault> {
        self.note('<', line);
        self.ledger.receive(line, at)
    }

    /// Stops all searches, and waits until no answer is due.
    fn settle(&mut self) -> Result<(), Fault> {
        self.marks += 1;
        let lines = format!("stop\nisready\n{}\n", mark_line(self.marks));
        let asked = Instant::now();
        self.send(lines.as_bytes());
        self.wait_until("all is answered", |ledger| ledger.is_settled())?;
        self.account.longest_settling = self.account.longest_settling.max(asked.elapsed());
        Ok(())
    }

    /// Measures how quickly an idle session answers.
    fn probe(&mut self) -> Result<(), Fault> {
        let asked = Instant::now();
        self.send(b"isready\n");
        self.wait_until("`readyok`", |ledger| ledger.is_settled())?;
        self.account.latencies.push(asked.elapsed());
        Ok(())
    }

    fn wait_until(&mut self, what: &str, is_there: impl Fn(&Ledger) -> bool) -> Result<(), Fault> {
        let deadline = Instant::now() + self.patience;
        while !is_there(&self.ledger) {
            match self.wire.next(deadline.saturating_duration_since(Instant::now())) {
                Next::Line(received) => self.receive(&received.line, received.at)?,
                Next::Nothing => {
                    let (time, owed) = (self.patience, self.ledger.owed());
                    return Err(Fault(format!("not within {time:?}: {what}; still to come: {owed}")));
                }
                Next::End if self.ledger.is_closing() && self.ledger.is_settled() => return Ok(()),
                Next::End => return Err(Fault(format!("the output ended before {what}: {}", self.ledger.owed()))),
            }
        }
        Ok(())
    }

    /// Ends the session, and waits for its end.
    fn leave(mut self, departure: Departure) -> Result<Account, Box<Failure>> {
        self.note('>', format!("({departure:?})").as_bytes());
        match departure {
            Departure::Vanish if self.transport == Transport::Tcp => {
                let account = self.account();
                self.wire.vanish();
                return Ok(account);
            }
            Departure::Foreign(bytes) if self.transport == Transport::Tcp => {
                self.send(bytes);
            }
            Departure::Quit => self.send(b"quit\n"),
            _ => {}
        }
        if departure == Departure::EndOfInput || self.transport == Transport::Pipe {
            self.ledger.end_input(Instant::now());
            self.wire.end_input();
        }
        let ended = self.wait_for_end();
        match ended.and_then(|()| self.check_process()) {
            Ok(()) => Ok(self.account()),
            Err(fault) => Err(self.fail(fault)),
        }
    }

    fn account(&mut self) -> Account {
        let (lines, searches) = (self.ledger.lines, self.ledger.searches);
        Account { lines, searches, ..std::mem::take(&mut self.account) }
    }

    fn wait_for_end(&mut self) -> Result<(), Fault> {
        let deadline = Instant::now() + self.patience;
        loop {
            match self.wire.next(deadline.saturating_duration_since(Instant::now())) {
                Next::Line(received) => self.receive(&received.line, received.at)?,
                Next::Nothing => return Err(Fault(format!("the session did not end within {:?}", self.patience))),
                Next::End if self.ledger.is_settled_at_the_end() => return Ok(()),
                Next::End => return Err(Fault(format!("the session ended without {}", self.ledger.owed()))),
            }
        }
    }

    fn check_process(&mut self) -> Result<(), Fault> {
        match self.wire.end_of_process() {
            Some(status) if !status.success() => Err(Fault(format!("the process ended with {status}"))),
            Some(_) if self.wire.errors().contains("panicked") => Err(Fault("the process has panicked".into())),
            _ => Ok(()),
        }
    }

    fn note(&mut self, side: char, bytes: &[u8]) {
        let at = self.begun.elapsed().as_millis();
        let is_said = |words: &[&[u8]]| words.iter().any(|word| bytes.starts_with(word));
        let counts = side != '<' || is_said(&[b"bestmove", b"readyok", b"explain done", b"Nodes", b"info string"]);
        self.row = if counts { 0 } else { self.row + 1 };
        if self.row > KEPT_ROW {
            return;
        }
        for line in bytes.split_inclusive(|&byte| byte == b'\n').take(KEPT_LINES) {
            if self.history.len() == KEPT_LINES {
                self.history.pop_front();
            }
            let (shown, more) = (&line[..line.len().min(KEPT_BYTES)], line.len().saturating_sub(KEPT_BYTES));
            let more = if more > 0 { format!(" ... {more} more bytes") } else { String::new() };
            self.history.push_back(format!("{at:>7} ms {side} {}{more}", shown.escape_ascii()));
        }
    }

    fn fail(mut self, fault: Fault) -> Box<Failure> {
        self.note('!', b"what came afterwards:");
        while let Next::Line(received) = self.wire.next(Duration::from_secs(1)) {
            self.note('<', &received.line);
        }
        let errors = self.wire.errors();
        let what = format!("{}{}{errors}", fault.0, if errors.is_empty() { "" } else { "\nstandard error:\n" });
        Box::new(Failure { seed: self.seed, transport: self.transport, what, history: self.history })
    }
}

impl Failure {
    /// The session did not even begin.
    pub(super) fn without_session(seed: u64, transport: Transport, error: &std::io::Error) -> Box<Self> {
        let what = format!("there is no session: {error}");
        Box::new(Self { seed, transport, what, history: VecDeque::new() })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let transport = match self.transport {
            Transport::Tcp => "tcp",
            Transport::Pipe => "pipe",
        };
        // The fault is first: who reads a long report sees its beginning.
        writeln!(f, "FAILED: {}", self.what)?;
        writeln!(f, "the lines again: --replay {transport}:{}", self.seed)?;
        writeln!(f, "the last lines of the session:")?;
        self.history.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

//! The conversation with one child: its messages are matched with what was asked, and its silence is watched.

use super::children::Children;
use super::messages::{FromChild, Plan, ToChild};
use crate::MatchError;
use crate::interrupt::Interrupt;
use crate::line_stream::{Bounds, LineStream, StreamError};
use crate::openings::Notes;
use crate::tournament::Match;
use crate::transcript::EngineLog;
use plyd_worker::{
    Attention, Child, Ended, Hang, LAST_LOOK, LONG_ANSWER, LONG_GAME, Order, Place, SHORT_MESSAGE, Share, Started,
    Watch, entries, message_line, next_look,
};
use serde::Serialize;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

/// The most that a child writes. How long a line may be depends on what was asked.
const BOUNDS: Bounds = Bounds { line: SHORT_MESSAGE, wait: 256 << 20 };

/// The longest line of a transcript as a message, in bytes: an engine's longest line, each byte of it escaped.
const LONG_LOGGED: usize = 2 << 20;

/// How often the place for a long message is looked for, while all children together have said too much.
const LOOK_INTERVAL: Duration = Duration::from_millis(5);

/// The most entries of all lists of a message: some for each ply of the longest game.
const MOST_ENTRIES: usize = 1 << 20;

/// How long a process may take to end by itself, once it has closed its output.
const END_TIME: Duration = Duration::from_millis(100);

/// How long a process whose work is done may take to end its engines, and itself.
const PARTING_TIME: Duration = Duration::from_secs(12);

/// Why a child does not answer.
#[derive(Debug)]
pub(crate) enum Lost {
    /// The match was asked to end.
    Interrupted,
    /// The library has crashed, or hangs, or its process says what nobody asked for.
    Crashed(String),
    /// The match cannot go on.
    Failed(MatchError),
}

impl From<Lost> for MatchError {
    fn from(lost: Lost) -> Self {
        match lost {
            Lost::Interrupted => Self::Game("it was asked to end".into()),
            Lost::Crashed(reason) => Self::Game(format!("it has crashed: {reason}")),
            Lost::Failed(error) => error,
        }
    }
}

/// A child, and what is known of it. Dropped, it is killed.
#[derive(Debug)]
pub(super) struct Conversation<'a> {
    child: Child,
    stream: LineStream,
    watch: Watch,
    children: &'a Children,
    game: &'a Match,
    /// The number of searches that the child has told of.
    searches: u64,
    /// Whether the child has said anything.
    has_spoken: bool,
    attention: Attention,
    share: Share,
    /// The longest answer to the last order.
    longest: usize,
    /// The place of the long message that is being read, or that was read last.
    long: Option<Place>,
}

impl<'a> Conversation<'a> {
    pub(super) fn new(
        Started { child, input, output }: Started,
        children: &'a Children,
        game: &'a Match,
        interrupt: &Interrupt,
    ) -> io::Result<Self> {
        let stream =
            LineStream::new((input.into(), output.into()), BOUNDS, interrupt.clone(), EngineLog::new(None, ""))?;
        let watch = Watch::new(children.limits());
        let (attention, share) = (Attention::new(Instant::now()), children.share());
        Ok(Self {
            child,
            stream,
            watch,
            children,
            game,
            searches: 0,
            has_spoken: false,
            attention,
            share,
            longest: LONG_ANSWER,
            long: None,
        })
    }

    /// The time in which this conversation has paid attention to the child.
    fn now(&self) -> Instant {
        self.attention.clock().shown(Instant::now())
    }

    /// Has the child load the library and read the plan. Returns the number of openings too, and
    /// what is to be said about them.
    pub(super) fn begin(mut self, order: &Order, plan: &Plan) -> Result<(Self, (Option<u64>, Notes)), Lost> {
        self.watch.begin(self.now());
        self.write(order)?;
        self.write(plan)?;
        match self.hear()? {
            FromChild::Ready { openings, notes } => Ok((self, (openings, notes))),
            FromChild::Failed(failure) => Err(Lost::Failed(failure.into())),
            _ => Err(self.unasked()),
        }
    }

    /// Orders something.
    pub(super) fn order(&mut self, order: &ToChild) -> Result<(), Lost> {
        self.attention.go_on(Instant::now());
        self.watch.begin(self.now());
        self.longest = match order {
            ToChild::Play(_) => LONG_GAME,
            ToChild::CheckStart { .. } => LONG_ANSWER,
            ToChild::Ping | ToChild::Stop => self.longest,
        };
        self.write(order)
    }

    fn write(&mut self, message: &impl Serialize) -> Result<(), Lost> {
        let text = message_line(message).map_err(|error| Lost::Failed(MatchError::system("a message", error)))?;
        match self.stream.write(&text, Instant::now() + self.children.limits().call) {
            Ok(()) => Ok(()),
            Err(StreamError::Interrupted) => Err(Lost::Interrupted),
            Err(StreamError::Timeout) => Err(self.hangs(Hang::Ping)),
            Err(_) => Err(self.ended()),
        }
    }

    /// The next answer of the child. All that it says beside answers is passed on.
    pub(super) fn hear(&mut self) -> Result<FromChild, Lost> {
        loop {
            self.attention.go_on(Instant::now());
            let shown = self.now();
            // What came before a deadline was read by now, also if this process was stopped meanwhile.
            if let Some(hang) = shown.checked_sub(LAST_LOOK).and_then(|judged| self.watch.hang(judged)) {
                return Err(self.hangs(hang));
            }
            if self.watch.is_ping_due(shown) {
                self.write(&ToChild::Ping)?;
            }
            let now = Instant::now();
            let next = self.watch.next().unwrap_or(shown + END_TIME);
            let look = self.attention.clock().when(next_look(next, shown), now);
            self.attention.listen(now, Some(look));
            match self.read_line(look) {
                Ok(line) => {
                    self.attention.go_on(Instant::now());
                    if let Some(answer) = self.take(&line)? {
                        // It waits no longer. This child may say nothing for long, and others need the place.
                        self.long = None;
                        return Ok(answer);
                    }
                }
                Err(StreamError::Timeout) => {}
                Err(StreamError::Interrupted) => return Err(Lost::Interrupted),
                Err(StreamError::Closed) => return Err(self.ended()),
                Err(StreamError::LongLine) => self.make_room()?,
                Err(StreamError::Flood) => return Err(self.unasked()),
            }
        }
    }

    /// The next line. It may be long if its place was taken.
    fn read_line(&mut self, deadline: Instant) -> Result<String, StreamError> {
        let line = self.stream.read_line(deadline)?;
        if let Some(place) = &mut self.long {
            place.shrink(line.len());
        }
        if line.len() <= SHORT_MESSAGE {
            self.long = None;
        }
        self.stream.allow(SHORT_MESSAGE);
        Ok(line)
    }

    /// A message is longer than it may be so far. If it may be longer, its place is taken before more is read.
    fn make_room(&mut self) -> Result<(), Lost> {
        let of_log = self.game.surroundings().transcript.as_ref().map_or(0, |_| LONG_LOGGED);
        let longest = self.longest.max(of_log);
        if self.stream.longest() >= longest {
            return Err(self.unasked());
        }
        // The place of the message before.
        self.long = None;
        self.attention.ignore(Instant::now());
        while self.long.is_none() {
            self.long = self.share.try_take_long(longest);
            if self.stream.is_interrupted() {
                return Err(Lost::Interrupted);
            }
            if self.long.is_none() {
                thread::sleep(LOOK_INTERVAL);
            }
        }
        self.attention.go_on(Instant::now());
        self.stream.allow(longest);
        Ok(())
    }

    /// Takes a message. Returns those that answer an order.
    fn take(&mut self, line: &str) -> Result<Option<FromChild>, Lost> {
        let message = Some(line).filter(|line| entries(line.as_bytes()) <= MOST_ENTRIES).map(serde_json::from_str);
        let Some(Ok(message)) = message else { return Err(self.unasked()) };
        let is_first = !std::mem::replace(&mut self.has_spoken, true);
        let surroundings = self.game.surroundings();
        match message {
            // They are said before the library is loaded, so it is not the library that says them.
            FromChild::Lacks(lacks) if is_first => {
                for lack in lacks {
                    surroundings.tell_once(format!("the library is less limited than it should be: {lack}"));
                }
            }
            FromChild::Pulses { searches, pulses } => {
                let now = self.now();
                if !self.watch.answer(&pulses, now) {
                    return Err(self.unasked());
                }
                if searches != self.searches {
                    // The games go on, however short their searches are.
                    self.searches = searches;
                    self.watch.resume(now);
                }
            }
            FromChild::Told { text, once } => match self.children.notice(&text) {
                Some(text) if once => surroundings.tell_once(text),
                Some(text) => surroundings.tell(&text),
                None => {}
            },
            FromChild::Logged { game, engine, direction, text } => {
                let is_known = self.game.settings().engines.iter().any(|known| known.name == engine);
                let Some(transcript) = surroundings.transcript.as_ref().filter(|_| is_known) else {
                    return Err(self.unasked());
                };
                transcript.add(game, &engine, direction, &text);
            }
            FromChild::PlayedBy(engines) => match surroundings.programs() {
                Some(programs) if !self.children.are_limited() => programs.note(engines),
                _ => return Err(self.unasked()),
            },
            FromChild::Over | FromChild::Checked(_) => {
                self.watch.end();
                return Ok(Some(message));
            }
            FromChild::Ready { .. } | FromChild::Ended(_) | FromChild::Failed(_) => return Ok(Some(message)),
            FromChild::Lacks(_) => return Err(self.unasked()),
        }
        Ok(None)
    }

    /// The child has said what nobody asked for.
    pub(super) fn unasked(&mut self) -> Lost {
        self.child.kill();
        Lost::Crashed("its process sent what nobody asked for".into())
    }

    fn hangs(&mut self, hang: Hang) -> Lost {
        self.child.kill();
        let limits = self.children.limits();
        Lost::Crashed(match hang {
            Hang::Ping => format!("its process did not answer for {} s", limits.call.as_secs_f64()),
            Hang::Call => format!("a call did not return within {} s", limits.call.as_secs_f64()),
            Hang::Other => format!("it did not return within {} s", limits.other.as_secs_f64()),
        })
    }

    /// Waits until the process has ended, and kills it if it has not by itself within this time.
    fn finish(&self, patience: Duration) -> Ended {
        self.child.finish(patience).blocking_recv().unwrap_or_default()
    }

    /// The child has closed its output.
    fn ended(&mut self) -> Lost {
        Lost::Crashed(format!("it ended its process ({})", self.finish(END_TIME).how()))
    }

    /// Has the child abandon its game, and [parts](Self::part) from it.
    pub(super) fn stop(mut self) {
        // One within limits has started no engines, so it is killed at once, also if its library hangs. So is one that
        // does not take this.
        if !self.children.are_limited() && self.write(&ToChild::Stop).is_ok() {
            self.part();
        }
    }

    /// Lets the child end its engines, and itself. The log has all that they say until then.
    pub(super) fn part(mut self) {
        self.stream.end_input();
        let deadline = Instant::now() + PARTING_TIME;
        loop {
            let line = match self.read_line(deadline) {
                Ok(line) => line,
                Err(StreamError::LongLine) if self.make_room().is_ok() => continue,
                Err(_) => break,
            };
            // The end of an abandoned game is of no use.
            if self.take(&line).is_err() {
                return;
            }
        }
        self.finish(deadline.saturating_duration_since(Instant::now()));
    }
}

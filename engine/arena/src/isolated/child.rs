//! One child of a match, for the thread that waits for its games.

use super::engines::Engines;
use super::inside::Games;
use super::messages::{Event, Failure, Request};
use super::terms::{GameTerms, Notices};
use crate::MatchError;
use crate::contest::Contest;
use crate::interrupt::Interrupt;
use plyd_worker::{Begun, Blocking, Ended, Interrupted, Over, Patience, Pool, Said, Share, Signal};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a process whose work is done may take to end its engines, and itself.
const PARTING_TIME: Duration = Duration::from_secs(12);

/// Why a child does not answer.
#[derive(Debug)]
pub(super) enum Lost {
    /// The match was asked to end.
    Interrupted,
    /// The library has crashed, or hangs, or its process says what nobody asked for.
    Crashed(String),
    /// The match cannot go on.
    Failed(MatchError),
}

impl Lost {
    /// Its process says what nobody asked for.
    pub(super) fn unasked() -> Self {
        Self::Crashed("its process sent what nobody asked for".into())
    }

    /// There is no process.
    fn not_started(error: io::Error) -> Self {
        Self::Failed(MatchError::system("a process for the game's library", error))
    }
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

/// What a child has in common with the others of its match.
#[derive(Debug)]
pub(super) struct Common<'a> {
    /// The threads that start them and read their long messages.
    pub(super) pool: &'a Arc<Pool>,
    /// What this one may use of the memory for what all of them say.
    pub(super) share: Share,
    /// The times after which a child counts as hanging.
    pub(super) patience: Patience,
    /// The notices of all of them for the user.
    pub(super) notices: Notices,
    /// Whether an engine is a program, or on another machine.
    pub(super) have_outside: bool,
}

/// A child of a match. Dropped, it is killed.
#[derive(Debug)]
pub(super) struct Child<'a> {
    /// Dropped before the engines: the child may have what these wait for.
    worker: Blocking<Games>,
    engines: Engines,
    patience: Patience,
    /// Whether an engine is a program, or on another machine.
    have_outside: bool,
    game: &'a Contest,
    interrupt: Interrupt,
}

impl<'a> Child<'a> {
    /// A child with this, which `start` starts. An interrupt ends each wait for it.
    pub(super) fn new(
        common: Common<'_>,
        game: &'a Contest,
        interrupt: &Interrupt,
        start: impl FnOnce() -> io::Result<Begun> + Send + 'static,
    ) -> Result<Self, Lost> {
        let Common { pool, share, patience, notices, have_outside } = common;
        let terms = GameTerms::new(game, notices);
        let worker = Blocking::<Games>::in_child(pool, start, Box::new(terms), patience, share);
        let (worker, engines) = (worker.map_err(Lost::not_started)?, Engines::default());
        Ok(Self { worker, engines, patience, have_outside, game, interrupt: interrupt.clone() })
    }

    /// Asks for something, whose answers are to be [heard](Self::hear).
    pub(super) fn ask(&mut self, request: Request) {
        self.worker.ask(request);
    }

    /// From now on the game with this number is played.
    pub(super) fn begin_game(&mut self, number: u64) {
        self.engines.begin_game(number);
    }

    /// The next answer. What the child says beside answers is passed on.
    pub(super) fn hear(&mut self) -> Result<Event, Lost> {
        let interrupt = self.interrupt.clone();
        self.hear_until(&|| interrupt.is_asked())
    }

    fn hear_until(&mut self, is_over: &dyn Fn() -> bool) -> Result<Event, Lost> {
        loop {
            self.engines.look(&mut self.worker);
            // While there are programs, the wait ends whenever it looks, so that they are looked at.
            let looks = self.engines.are_running();
            let said = match self.worker.next(&|| looks || is_over()) {
                Ok(said) => said,
                Err(Interrupted) if is_over() => return Err(Lost::Interrupted),
                Err(Interrupted) => continue,
            };
            match said {
                Said::Event(Event::Program(wanted), _) => self.engines.take(wanted, self.game, &mut self.worker),
                // It has no place in memory any more: this child may say nothing for long, and others need the place.
                Said::Event(event, _) => {
                    if let Some(answer) = pass_on(self.game, event) {
                        return Ok(answer);
                    }
                }
                // They are said before the library is loaded, so it is not the library that says them.
                Said::Lacks(lacks) => lacks.into_iter().for_each(|lack| {
                    let text = format!("the library is less limited than it should be: {lack}");
                    self.game.surroundings().tell_once(text);
                }),
                Said::Ended(over, ended) => return Err(self.lost(over, &ended)),
            }
        }
    }

    fn lost(&self, over: Over, ended: &Ended) -> Lost {
        Lost::Crashed(match over {
            Over::NotStarted(reason) => return Lost::not_started(io::Error::other(reason)),
            Over::Unloadable(reason) => return Lost::Failed(Failure::Game(reason).into()),
            Over::Lies(_) => return Lost::unasked(),
            over @ (Over::Closed | Over::Kept | Over::Hangs(_)) => over.reason(ended, self.patience),
        })
    }

    /// Has the child abandon its game, and [parts](Self::part) from it.
    pub(super) fn stop(mut self) {
        // Without programs nothing has to end in its own time, so it is killed at once, also if its library hangs.
        if self.have_outside {
            self.worker.signal(Signal::Stop);
            self.part();
        }
    }

    /// Lets the child end its engines, and itself. The log has all that they say until then.
    pub(super) fn part(mut self) {
        let deadline = Instant::now() + PARTING_TIME;
        if self.have_outside {
            self.worker.ask(Request::Part);
            // The end of an abandoned game is of no use.
            loop {
                match self.hear_until(&|| Instant::now() >= deadline) {
                    Ok(Event::Parted) => break,
                    Ok(_) => {}
                    Err(_) => return,
                }
            }
        }
        let Self { worker, game, .. } = self;
        worker.part(deadline.saturating_duration_since(Instant::now()), |said| {
            if let Said::Event(event, _) = said {
                let _ = pass_on(game, event);
            }
        });
    }
}

/// Passes on what a child says beside answers. Returns an answer.
fn pass_on(game: &Contest, event: Event) -> Option<Event> {
    let surroundings = game.surroundings();
    match event {
        // There were too many.
        Event::Told { text, .. } if text.is_empty() => {}
        Event::Told { text, once: true } => surroundings.tell_once(text),
        Event::Told { text, once: false } => surroundings.tell(&text),
        Event::Logged { game, engine, direction, text } => {
            surroundings.transcript.iter().for_each(|transcript| transcript.add(game, &engine, direction, &text));
        }
        // By itself it wants nothing any more.
        Event::Program(_) => {}
        Event::Ready { .. } | Event::Checked(_) | Event::Ended(_) | Event::Over | Event::Failed(_) | Event::Parted => {
            return Some(event);
        }
    }
    None
}

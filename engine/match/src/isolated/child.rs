//! One child of a match, for the thread that waits for its games.

use super::children::Children;
use super::inside::Games;
use super::messages::{Event, Failure, Request};
use super::terms::GameTerms;
use crate::MatchError;
use crate::interrupt::Interrupt;
use crate::tournament::Match;
use plyd_worker::{Begun, Blocking, Ended, Hang, Interrupted, Over, Patience, Said, Signal};
use std::io;
use std::time::Duration;

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

/// A child of a match. Dropped, it is killed.
#[derive(Debug)]
pub(super) struct Child<'a> {
    worker: Blocking<Games>,
    children: &'a Children,
    game: &'a Match,
    interrupt: Interrupt,
}

impl<'a> Child<'a> {
    /// A child of these, which this starts. An interrupt ends each wait for it.
    pub(super) fn new(
        children: &'a Children,
        game: &'a Match,
        interrupt: &Interrupt,
        start: impl FnOnce() -> io::Result<Begun> + Send + 'static,
    ) -> Result<Self, Lost> {
        let terms = GameTerms::new(game, !children.are_limited(), children.notices());
        let (patience, share) = (children.patience(), children.share());
        let worker = Blocking::<Games>::in_child(children.pool(), start, Box::new(terms), patience, share);
        Ok(Self { worker: worker.map_err(Lost::not_started)?, children, game, interrupt: interrupt.clone() })
    }

    /// Asks for something, whose answers are to be [heard](Self::hear).
    pub(super) fn ask(&mut self, request: Request) {
        self.worker.ask(request);
    }

    /// The next answer. What the child says beside answers is passed on.
    pub(super) fn hear(&mut self) -> Result<Event, Lost> {
        loop {
            let said = self.worker.next(&|| self.interrupt.is_asked());
            match said.map_err(|Interrupted| Lost::Interrupted)? {
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
        let Patience { call, other } = self.children.patience();
        Lost::Crashed(match over {
            Over::NotStarted(reason) => return Lost::not_started(io::Error::other(reason)),
            Over::Unloadable(reason) => return Lost::Failed(Failure::Game(reason).into()),
            Over::Lies(_) => return Lost::unasked(),
            Over::Closed | Over::Kept => format!("it ended its process ({})", ended.how()),
            Over::Hangs(Hang::Ping) => format!("its process did not answer for {} s", call.as_secs_f64()),
            Over::Hangs(Hang::Call) => format!("a call did not return within {} s", call.as_secs_f64()),
            Over::Hangs(Hang::Other) => format!("it did not return within {} s", other.as_secs_f64()),
        })
    }

    /// Has the child abandon its game, and [parts](Self::part) from it.
    pub(super) fn stop(mut self) {
        // One within limits has started no engines, so it is killed at once, also if its library hangs.
        if !self.children.are_limited() {
            self.worker.signal(Signal::Stop);
            self.part();
        }
    }

    /// Lets the child end its engines, and itself. The log has all that they say until then.
    pub(super) fn part(self) {
        let Self { worker, game, .. } = self;
        worker.part(PARTING_TIME, |said| {
            if let Said::Event(event, _) = said {
                // The end of an abandoned game is of no use.
                let _ = pass_on(game, event);
            }
        });
    }
}

/// Passes on what a child says beside answers. Returns an answer.
fn pass_on(game: &Match, event: Event) -> Option<Event> {
    let surroundings = game.surroundings();
    match event {
        // There were too many.
        Event::Told { text, .. } if text.is_empty() => {}
        Event::Told { text, once: true } => surroundings.tell_once(text),
        Event::Told { text, once: false } => surroundings.tell(&text),
        Event::Logged { game, engine, direction, text } => {
            surroundings.transcript.iter().for_each(|transcript| transcript.add(game, &engine, direction, &text));
        }
        Event::PlayedBy(engines) => {
            if let Some(programs) = surroundings.programs() {
                programs.note(engines);
            }
        }
        answer @ (Event::Ready { .. } | Event::Checked(_) | Event::Ended(_) | Event::Over | Event::Failed(_)) => {
            return Some(answer);
        }
    }
    None
}

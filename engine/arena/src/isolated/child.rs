//! One child of a match, for the thread that waits for its games.

use super::engines::Engines;
use super::inside::GamePlayer;
use super::messages::{ChildEvent, ChildRequest, MatchFailure};
use super::terms::{GameTerms, NoticeCount};
use crate::MatchError;
use crate::contest::Contest;
use crate::interrupt::Interrupt;
use plyd_worker::{
    Blocking, CallDeadlines, ConversationEnd, MessageShare, ProcessEnd, Signal, StartedWorker, WaitInterrupted,
    WorkerMessage, WorkerThreads,
};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a process whose work is done may take to end its engines, and itself.
const PARTING_TIME: Duration = Duration::from_secs(12);

/// Why a child does not answer.
#[derive(Debug)]
pub(super) enum ChildLoss {
    /// The match was asked to end.
    Interrupted,
    /// The library has crashed or hangs, or its process sent an unexpected message.
    Crashed(String),
    /// The match cannot go on.
    Failed(MatchError),
}

impl ChildLoss {
    /// Its process sent an unexpected message.
    pub(super) fn unasked() -> Self {
        Self::Crashed("its process sent what nobody asked for".into())
    }

    /// There is no process.
    fn not_started(error: io::Error) -> Self {
        Self::Failed(MatchError::system("a process for the game's library", error))
    }
}

impl From<ChildLoss> for MatchError {
    fn from(lost: ChildLoss) -> Self {
        match lost {
            ChildLoss::Interrupted => Self::Game("it was asked to end".into()),
            ChildLoss::Crashed(reason) => Self::Game(format!("it has crashed: {reason}")),
            ChildLoss::Failed(error) => error,
        }
    }
}

/// What a child has in common with the others of its match.
#[derive(Debug)]
pub(super) struct SharedChildSettings<'a> {
    /// The threads that start them and read their long messages.
    pub(super) pool: &'a Arc<WorkerThreads>,
    /// What this one may use of the memory for what all of them say.
    pub(super) share: MessageShare,
    /// The times after which a child counts as hanging.
    pub(super) patience: CallDeadlines,
    /// The notices of all of them for the user.
    pub(super) notices: NoticeCount,
    /// Whether an engine is a program, or on another machine.
    pub(super) have_outside: bool,
}

/// A child of a match. Dropped, it is killed.
#[derive(Debug)]
pub(super) struct MatchChild<'a> {
    /// Dropped before the engines: the child may have what these wait for.
    worker: Blocking<GamePlayer>,
    engines: Engines,
    patience: CallDeadlines,
    /// Whether an engine is a program, or on another machine.
    have_outside: bool,
    game: &'a Contest,
    interrupt: Interrupt,
}

impl<'a> MatchChild<'a> {
    /// A child with this, which `start` starts. An interrupt ends each wait for it.
    pub(super) fn new(
        common: SharedChildSettings<'_>,
        game: &'a Contest,
        interrupt: &Interrupt,
        start: impl FnOnce() -> io::Result<StartedWorker> + Send + 'static,
    ) -> Result<Self, ChildLoss> {
        let SharedChildSettings { pool, share, patience, notices, have_outside } = common;
        let terms = GameTerms::new(game, notices);
        let worker = Blocking::<GamePlayer>::in_child(pool, start, Box::new(terms), patience, share);
        let (worker, engines) = (worker.map_err(ChildLoss::not_started)?, Engines::default());
        Ok(Self { worker, engines, patience, have_outside, game, interrupt: interrupt.clone() })
    }

    /// Asks for something, whose answers are to be [heard](Self::hear).
    pub(super) fn ask(&mut self, request: ChildRequest) {
        self.worker.ask(request);
    }

    /// From now on the game with this number is played.
    pub(super) fn begin_game(&mut self, number: u64) {
        self.engines.begin_game(number);
    }

    /// The next answer. What the child says beside answers is passed on.
    pub(super) fn hear(&mut self) -> Result<ChildEvent, ChildLoss> {
        let interrupt = self.interrupt.clone();
        self.hear_until(&|| interrupt.is_asked())
    }

    fn hear_until(&mut self, is_over: &dyn Fn() -> bool) -> Result<ChildEvent, ChildLoss> {
        loop {
            self.engines.look(&mut self.worker);
            // While there are programs, the wait ends whenever it looks, so that they are looked at.
            let looks = self.engines.are_running();
            let said = match self.worker.next(&|| looks || is_over()) {
                Ok(said) => said,
                Err(WaitInterrupted) if is_over() => return Err(ChildLoss::Interrupted),
                Err(WaitInterrupted) => continue,
            };
            match said {
                WorkerMessage::Event(ChildEvent::Program(wanted), _) => {
                    self.engines.take(wanted, self.game, &mut self.worker)
                }
                // It has no place in memory any more: this child may say nothing for long, and others need the place.
                WorkerMessage::Event(event, _) => {
                    if let Some(answer) = pass_on(self.game, event) {
                        return Ok(answer);
                    }
                }
                // They are said before the library is loaded, so it is not the library that says them.
                WorkerMessage::Lacks(lacks) => lacks.into_iter().for_each(|lack| {
                    let text = format!("the library is less limited than it should be: {lack}");
                    self.game.surroundings().tell_once(text);
                }),
                WorkerMessage::Ended(over, ended) => return Err(self.lost(over, &ended)),
            }
        }
    }

    fn lost(&self, over: ConversationEnd, ended: &ProcessEnd) -> ChildLoss {
        ChildLoss::Crashed(match over {
            ConversationEnd::NotStarted(reason) => return ChildLoss::not_started(io::Error::other(reason)),
            ConversationEnd::Unloadable(reason) => return ChildLoss::Failed(MatchFailure::Game(reason).into()),
            ConversationEnd::Lies(_) => return ChildLoss::unasked(),
            over @ (ConversationEnd::Closed | ConversationEnd::Kept | ConversationEnd::Hangs(_)) => {
                over.reason(ended, self.patience)
            }
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
            self.worker.ask(ChildRequest::Part);
            // The end of an abandoned game is of no use.
            loop {
                match self.hear_until(&|| Instant::now() >= deadline) {
                    Ok(ChildEvent::Parted) => break,
                    Ok(_) => {}
                    Err(_) => return,
                }
            }
        }
        let Self { worker, game, .. } = self;
        worker.part(deadline.saturating_duration_since(Instant::now()), |said| {
            if let WorkerMessage::Event(event, _) = said {
                let _ = pass_on(game, event);
            }
        });
    }
}

/// Passes on what a child says beside answers. Returns an answer.
fn pass_on(game: &Contest, event: ChildEvent) -> Option<ChildEvent> {
    let surroundings = game.surroundings();
    match event {
        // There were too many.
        ChildEvent::Told { text, .. } if text.is_empty() => {}
        ChildEvent::Told { text, once: true } => surroundings.tell_once(text),
        ChildEvent::Told { text, once: false } => surroundings.tell(&text),
        ChildEvent::Logged { game, engine, direction, text } => {
            surroundings.transcript.iter().for_each(|transcript| transcript.add(game, &engine, direction, &text));
        }
        // By itself it wants nothing any more.
        ChildEvent::Program(_) => {}
        ChildEvent::Ready { .. }
        | ChildEvent::Checked(_)
        | ChildEvent::Ended(_)
        | ChildEvent::Over
        | ChildEvent::Failed(_)
        | ChildEvent::Parted => {
            return Some(event);
        }
    }
    None
}

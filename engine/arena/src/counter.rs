//! The thread of a match that records games, and counts them.

use crate::MatchError;
use crate::interrupt::Interrupt;
use crate::programs::Programs;
use crate::work::UnitQueue;
use plyd_record::Store;
use plyd_tournament::{PlayedGame, Scoreboard, Streak};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Games that may wait to be recorded; then workers wait.
pub(crate) const WAITING_GAMES: usize = 256;

/// The interval at which the counting thread checks whether it was asked to end.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How a run ended; in every case all results are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// All games are played, or the test is decided.
    Finished,
    /// An engine failed without permission to restart, or failed too often in a row. All engines that were failing
    /// then, the one with the most faults first.
    Faults(Vec<Streak>),
    /// It was asked to end, at once or with the games in progress.
    Interrupted,
}

/// Sees a match being played.
pub trait Watcher {
    /// The results changed. `last` is the game that did it; `None` at the start.
    fn see(&mut self, scoreboard: &Scoreboard, last: Option<&PlayedGame>);
}

/// Ignores what it sees.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoWatcher;

impl Watcher for NoWatcher {
    fn see(&mut self, _scoreboard: &Scoreboard, _last: Option<&PlayedGame>) {}
}

/// Records and counts the games of a match.
pub(crate) struct GameCounter<'a> {
    pub(crate) store: &'a mut dyn Store,
    pub(crate) scoreboard: Scoreboard,
    pub(crate) work: &'a UnitQueue,
    pub(crate) programs: Option<&'a Programs>,
    pub(crate) watcher: &'a mut dyn Watcher,
}

impl GameCounter<'_> {
    /// Takes games until there are no more, and returns how the run ended.
    ///
    /// # Errors
    /// A worker failed, or the store cannot be written. The games before are recorded.
    pub(crate) fn count(
        &mut self,
        games: &Receiver<Result<PlayedGame, MatchError>>,
        interrupt: &Interrupt,
    ) -> Result<Conclusion, MatchError> {
        let mut conclusion = None;
        loop {
            if interrupt.is_asked() {
                conclusion.get_or_insert(Conclusion::Interrupted);
                self.work.end();
            } else if interrupt.is_draining() {
                self.work.drain();
            }
            let first = match games.recv_timeout(POLL_INTERVAL) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let (mut batch, mut error) = (vec![first?], None);
            for more in games.try_iter().take(WAITING_GAMES) {
                match more {
                    Ok(game) => batch.push(game),
                    Err(failed) => _ = error.get_or_insert(failed),
                }
            }
            // Before the games of a new program, in which a batch may begin.
            if let Some(identity) = self.programs.and_then(Programs::take_change) {
                self.store.played_by(&identity)?;
            }
            // Before they count.
            self.store.add(&batch)?;
            error.map_or(Ok(()), Err)?;
            self.work.played(&batch);
            for game in &batch {
                self.scoreboard.add(game);
                self.watcher.see(&self.scoreboard, Some(game));
            }
            if self.scoreboard.is_finished() {
                conclusion.get_or_insert(Conclusion::Finished);
                // If all games are played, the workers end by themselves, and let their engines end by themselves.
                if self.scoreboard.played() + self.scoreboard.void() < self.scoreboard.planned() {
                    self.work.end();
                }
            }
        }
        Ok(conclusion.unwrap_or_else(|| match self.work.broken() {
            // Only now: a match whose last game is the last fault that there may be is finished all the same, and a worker
            // knows of a fault before its game is here.
            Some(broken) => Conclusion::Faults(broken),
            None if interrupt.is_draining() => Conclusion::Interrupted,
            // Without a reason to end before, the workers have found nothing left to play.
            None => Conclusion::Finished,
        }))
    }
}

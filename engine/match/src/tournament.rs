//! A whole match: workers play, one thread records and counts.

use crate::MatchError;
use crate::contestant::{Builtin, BuiltinOptions, Contestant};
use crate::fault::Reason;
use crate::game::{PlayedGame, Termination};
use crate::interrupt::Interrupt;
use crate::openings::Openings;
use crate::referee;
use crate::schedule::Schedule;
use crate::scoreboard::Scoreboard;
use crate::settings::{EngineKind, EngineSettings, MatchSettings, SettingsError};
use crate::store::Store;
use plyd_host::Library;
use plyd_search::STACK_BYTES;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Games that may wait to be recorded; then workers wait.
const WAITING_GAMES: usize = 256;

/// How often the thread that counts checks whether it was asked to end.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A match that is ready to be played.
#[derive(Debug)]
pub struct Match {
    settings: MatchSettings,
    schedule: Schedule,
    openings: Openings,
    fingerprint: String,
    /// For each engine, how it searches if it is a built-in one.
    builtin: Vec<Option<BuiltinOptions>>,
}

/// How a run ended; whatever it is, all results are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// All games are played, or the test is decided.
    Finished,
    /// An engine failed, and was not to be started again, or failed too often in a row.
    Faults {
        /// Its name.
        engine: String,
        /// How.
        reason: Reason,
        /// How often in a row.
        times: u32,
    },
    /// It was asked to end.
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

impl Match {
    /// Gets a match ready. `read_options` makes of a built-in engine's settings how it searches.
    ///
    /// # Errors
    /// Settings that make no sense for the game, or openings that are none.
    pub fn new(
        settings: MatchSettings,
        library: &Arc<Library>,
        read_options: &dyn Fn(&EngineSettings) -> Result<BuiltinOptions, SettingsError>,
    ) -> Result<Self, MatchError> {
        let builtin = settings.engines.iter().map(|engine| match engine.kind {
            EngineKind::Builtin => read_options(engine).map(Some),
            EngineKind::Command { .. } | EngineKind::Tcp { .. } => Ok(None),
        });
        let builtin = builtin.collect::<Result<_, _>>()?;
        let text = match &settings.openings.file {
            None => String::new(),
            Some(file) => std::fs::read_to_string(file).map_err(|error| MatchError::system(file, error))?,
        };
        let fingerprint = if text.is_empty() { String::new() } else { fingerprint(&text) };
        let openings =
            Openings::new(library, &settings.game_options, &settings.openings, settings.seed, settings.rounds, text)?;
        Ok(Self { schedule: Schedule::new(&settings), settings, openings, fingerprint, builtin })
    }

    /// What identifies the content of the file of openings; empty without one.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    /// Plays all games that are not in the store yet, so many at a time.
    ///
    /// # Errors
    /// The store is of another match or cannot be written, or the library of the game failed. All games in the store
    /// count.
    pub fn run(
        &self,
        store: &mut dyn Store,
        concurrency: usize,
        interrupt: &Interrupt,
        watcher: &mut dyn Watcher,
    ) -> Result<Conclusion, MatchError> {
        if store.openings() != self.fingerprint {
            return Err(SettingsError::new("the file of openings is not what it was when the match began").into());
        }
        let mut scoreboard = Scoreboard::new(&self.settings);
        store.games(false, &mut |game| {
            scoreboard.add(game);
            Ok(())
        })?;
        watcher.see(&scoreboard, None);
        if scoreboard.is_finished() {
            return Ok(Conclusion::Finished);
        }
        let mut source = Source::default();
        store.numbers(&mut |number| source.skip(number))?;
        // Another than the one asked from outside, which may have been asked for good.
        let (source, end) = (Mutex::new(source), Interrupt::default());
        let workers = u64::try_from(concurrency.max(1)).unwrap_or(u64::MAX).min(self.schedule.len());
        let (sender, games) = sync_channel(WAITING_GAMES);
        thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, source, end) = (sender.clone(), &source, &end);
                let worker = thread::Builder::new().name("game".into()).stack_size(STACK_BYTES);
                let started = worker.spawn_scoped(scope, move || self.work(source, end, &sender));
                if let Err(error) = started {
                    end.ask();
                    return Err(MatchError::system("a thread for games", error));
                }
            }
            drop(sender);
            let mut counter = Counter { settings: &self.settings, store, scoreboard, watcher, streaks: Vec::new() };
            let conclusion = counter.count(&games, interrupt, &end);
            // A worker that still waits to send a game gets an error once the receiver is gone.
            end.ask();
            drop(games);
            conclusion
        })
    }

    /// Plays one game after the other until there is none left.
    fn work(&self, source: &Mutex<Source>, end: &Interrupt, games: &SyncSender<Result<PlayedGame, MatchError>>) {
        let mut contestants: Vec<_> =
            (0..self.settings.engines.len()).map(|engine| self.contestant(engine, end)).collect();
        while !end.is_asked() {
            let number = source.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(pairing) = self.schedule.game(number) else { return };
            let Ok([first, second]) = contestants.get_disjoint_mut(pairing.players) else { return };
            let played = self.openings.of_round(pairing.round).and_then(|opening| {
                referee::play(pairing, &opening, [first.as_mut(), second.as_mut()], &self.settings)
            });
            let Some(played) = played.transpose() else { return };
            let is_error = played.is_err();
            if games.send(played).is_err() || is_error {
                return;
            }
        }
    }

    fn contestant(&self, engine: usize, end: &Interrupt) -> Box<dyn Contestant> {
        match &self.builtin[engine] {
            Some(options) => Box::new(Builtin::new(options.clone(), end)),
            None => self.external(engine, end),
        }
    }

    #[cfg(unix)]
    fn external(&self, engine: usize, end: &Interrupt) -> Box<dyn Contestant> {
        let MatchSettings { game, game_options, max_start, .. } = &self.settings;
        let engine = &self.settings.engines[engine];
        Box::new(crate::contestant::UciEngine::new(engine, game, game_options, *max_start, end))
    }

    #[cfg(not(unix))]
    fn external(&self, _engine: usize, _end: &Interrupt) -> Box<dyn Contestant> {
        Box::new(crate::contestant::Unsupported)
    }
}

fn fingerprint(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The numbers of games that are still to be played.
#[derive(Debug, Default)]
struct Source {
    next: u64,
    /// Games beyond the next that are played already.
    done: BTreeSet<u64>,
}

impl Source {
    /// A game is played; called with rising numbers.
    fn skip(&mut self, number: u64) {
        if number == self.next {
            self.next += 1;
        } else {
            self.done.insert(number);
        }
    }

    fn take(&mut self) -> u64 {
        while self.done.remove(&self.next) {
            self.next += 1;
        }
        self.next += 1;
        self.next - 1
    }
}

/// Records and counts.
struct Counter<'a> {
    settings: &'a MatchSettings,
    store: &'a mut dyn Store,
    scoreboard: Scoreboard,
    watcher: &'a mut dyn Watcher,
    /// Engines that failed in their latest games, how, and how often in a row.
    streaks: Vec<(usize, Reason, u32)>,
}

impl Counter<'_> {
    fn count(
        &mut self,
        games: &Receiver<Result<PlayedGame, MatchError>>,
        interrupt: &Interrupt,
        end: &Interrupt,
    ) -> Result<Conclusion, MatchError> {
        let mut conclusion = None;
        loop {
            if interrupt.is_asked() {
                conclusion.get_or_insert(Conclusion::Interrupted);
                end.ask();
            }
            let first = match games.recv_timeout(POLL_INTERVAL) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let mut batch = vec![first?];
            for more in games.try_iter().take(WAITING_GAMES) {
                batch.push(more?);
            }
            // Before they count.
            self.store.add(&batch)?;
            for game in &batch {
                self.scoreboard.add(game);
                self.watcher.see(&self.scoreboard, Some(game));
                if let Some(fault) = self.fault(game) {
                    conclusion.get_or_insert(fault);
                    end.ask();
                }
            }
            if self.scoreboard.is_finished() {
                conclusion.get_or_insert(Conclusion::Finished);
                // If all games are played, the workers end by themselves, and let their engines end by themselves.
                if self.scoreboard.played() < self.scoreboard.planned() {
                    end.ask();
                }
            }
        }
        // Without a reason to end before, the workers have found nothing left to play.
        Ok(conclusion.unwrap_or(Conclusion::Finished))
    }

    /// Whether this game ends the run by an engine's fault.
    fn fault(&mut self, game: &PlayedGame) -> Option<Conclusion> {
        let loser = game.players[usize::from(game.half_points == 2)];
        let Termination::Fault(reason) = game.termination else {
            self.streaks.retain(|(engine, ..)| !game.players.contains(engine));
            return None;
        };
        let before = self.streaks.iter().find(|&&(engine, like, _)| engine == loser && like == reason);
        let times = before.map_or(0, |&(.., times)| times) + 1;
        self.streaks.retain(|(engine, ..)| !game.players.contains(engine));
        self.streaks.push((loser, reason, times));
        let most = if self.settings.recover { self.settings.fault_limit } else { 1 };
        let engine = || self.settings.engines[loser].name.clone();
        (times >= most).then(|| Conclusion::Faults { engine: engine(), reason, times })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_played_is_not_played_again() {
        let mut source = Source::default();
        [0, 1, 4, 6].into_iter().for_each(|number| source.skip(number));
        let taken: Vec<_> = (0..4).map(|_| source.take()).collect();
        assert_eq!(taken, [2, 3, 5, 7]);
    }
}

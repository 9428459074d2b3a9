//! The games of a tuning run on this machine, several at a time.

use super::batch::{Batch, Results};
use crate::cli::match_game::{builtin, match_of};
use crate::cli::standard_error::say;
use crate::own_program;
use anyhow::{Context, bail};
use plyd_arena::{Heartbeat, Interrupt, Match, Surroundings};
use plyd_search::STACK_BYTES;
use plyd_session::{Engine, SessionOptions, find_game};
use plyd_tournament::settings::{EngineSettings, MatchSettings};
use plyd_tournament::{PlayedGame, Reason, Unit};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The interval at which a run checks whether it was asked to end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Who plays games, wherever their libraries are.
pub(super) struct Players<'a> {
    pub(super) engine: &'a Engine,
    pub(super) at_a_time: usize,
    /// The end of the run, which a signal asks for.
    end: CancellationToken,
    interrupt: Interrupt,
    heartbeat: Heartbeat,
    surroundings: Surroundings,
}

impl<'a> Players<'a> {
    /// Players of so many games at a time. The token asks for the end of the run.
    pub(super) fn new(engine: &'a Engine, at_a_time: usize, end: CancellationToken) -> anyhow::Result<Self> {
        let surroundings = Surroundings::new(own_program::guardian(), None, |text, _| say(text));
        let folders = engine.settings.search.tablebases.clone();
        let surroundings = surroundings.with_tablebases(folders, Arc::clone(&engine.tablebases));
        let (interrupt, heartbeat) = (Interrupt::default(), Heartbeat::start()?);
        Ok(Self { engine, at_a_time, end, interrupt, heartbeat, surroundings })
    }

    /// Does all these jobs, so many at a time. The results, in the order of the jobs; `None` if the run is to end
    /// before. `ended` hears of each as it ends.
    ///
    /// # Errors
    /// That of the first job that has failed, or of `ended`. Those in progress are abandoned then.
    pub(super) fn all<J: Sync, R: Send>(
        &self,
        jobs: &[J],
        at_a_time: usize,
        work: &(dyn Fn(&J) -> anyhow::Result<Option<R>> + Sync),
        ended: &mut dyn FnMut(usize, &R) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<Vec<R>>> {
        let next = AtomicUsize::new(0);
        let (sender, results) = channel();
        let mut all: Vec<Option<R>> = jobs.iter().map(|_| None).collect();
        let mut fault = None;
        thread::scope(|scope| {
            for _ in 0..at_a_time.min(jobs.len()) {
                let (sender, next) = (sender.clone(), &next);
                let take = move || {
                    loop {
                        let place = next.fetch_add(1, Relaxed);
                        let Some(job) = jobs.get(place).filter(|_| !self.interrupt.is_asked()) else { return };
                        if sender.send((place, work(job))).is_err() {
                            return;
                        }
                    }
                };
                let worker = thread::Builder::new().name("game".into()).stack_size(STACK_BYTES);
                if let Err(error) = worker.spawn_scoped(scope, take) {
                    fault = Some(anyhow::Error::new(error).context("the system gives no thread for games"));
                    self.interrupt.ask();
                    break;
                }
            }
            drop(sender);
            loop {
                if self.end.is_cancelled() {
                    self.interrupt.ask();
                }
                match results.recv_timeout(POLL_INTERVAL) {
                    Ok((place, Ok(Some(result)))) => {
                        if let Err(error) = ended(place, &result) {
                            fault.get_or_insert(error);
                            self.interrupt.ask();
                        }
                        all[place] = Some(result);
                    }
                    Ok((_, Ok(None))) | Err(RecvTimeoutError::Timeout) => {}
                    Ok((_, Err(error))) => {
                        fault.get_or_insert(error);
                        self.interrupt.ask();
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
        fault.map_or(Ok(()), Err)?;
        Ok(all.into_iter().collect())
    }

    /// Plays the pairs of this batch that have no result, and hands on the result of each. Whether all were played: it may
    /// be interrupted.
    ///
    /// # Errors
    /// A game cannot be played, or an engine failed: then its result says nothing about the values.
    pub(super) fn play(
        &self,
        batch: &Batch,
        known: &Results,
        defaults: &SessionOptions,
        ended: &mut dyn FnMut(u64, i32) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let ready = batch.parts.iter().map(|part| Ok((self.ready(&part.settings, defaults)?, part)));
        let matches = ready.collect::<anyhow::Result<Vec<_>>>()?;
        let mut jobs: Vec<(u64, &Match, u64)> = Vec::new();
        for (game, part) in &matches {
            let pairs = part.pairs.iter().zip(0..).filter(|(pair, _)| !known.contains_key(pair));
            jobs.extend(pairs.map(|(&pair, encounter)| (pair, game, encounter)));
        }
        jobs.sort_by_key(|&(pair, ..)| pair);
        let work = |&(pair, game, encounter): &(u64, &Match, u64)| {
            self.encounter(game, encounter)?.map(|games| result_of(pair, &games)).transpose()
        };
        Ok(self.all(&jobs, self.at_a_time, &work, &mut |place, &result| ended(jobs[place].0, result))?.is_some())
    }

    /// The match of these settings, whose built-in engines begin with these options.
    ///
    /// # Errors
    /// The settings do not fit the game.
    pub(super) fn ready(&self, settings: &MatchSettings, defaults: &SessionOptions) -> anyhow::Result<Match> {
        let games = self.engine.games();
        let library = find_game(&games.catalog, &settings.game)?;
        let read = |settings: &EngineSettings| builtin(defaults, &games.catalog, &library, settings);
        Ok(match_of(self.engine, settings.clone(), &library, &read)?.within(self.surroundings.clone()))
    }

    /// Plays this encounter of a match. `None` if it is interrupted.
    ///
    /// # Errors
    /// A game cannot be played.
    pub(super) fn encounter(&self, game: &Match, encounter: u64) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        let count = game.schedule().games_per_encounter();
        let numbers = encounter * count..(encounter + 1) * count;
        let unit = Unit { encounter, games: numbers.filter_map(|number| game.schedule().game(number)).collect() };
        let mut played = Vec::new();
        let mut player = game.plays(&self.interrupt, &self.heartbeat);
        let course = player.play(&unit, &mut |game| {
            played.push(game);
            ControlFlow::Continue(())
        });
        player.part();
        Ok(if course.context("the run has stopped")?.is_break() { None } else { Some(played) })
    }

    /// Ends what is played for this run.
    #[cfg(feature = "broker")]
    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }
}

/// The result of this pair, whose games these are: those that its first side wins, less those that it loses.
///
/// # Errors
/// An engine failed otherwise than by its clock.
pub(super) fn result_of(pair: u64, games: &[PlayedGame]) -> anyhow::Result<i32> {
    check_sound(pair, games)?;
    // The first side has the lower place.
    let first = |game: &PlayedGame| game.players[0].min(game.players[1]);
    Ok(games.iter().map(|game| i32::from(game.half_points_of(first(game))) - 1).sum())
}

/// Whether all results of this pair, or of a single game with this number, count.
///
/// # Errors
/// An engine failed otherwise than by its clock.
pub(super) fn check_sound(pair: u64, games: &[PlayedGame]) -> anyhow::Result<()> {
    for game in games {
        let is_fault = game.is_void() || game.at_fault().is_some_and(|(_, reason)| reason != Reason::Time);
        if is_fault {
            let (number, kind) = (pair + 1, game.termination.as_str());
            bail!("a game of pair {number} has no result that counts ({kind}): {}", game.detail);
        }
    }
    Ok(())
}

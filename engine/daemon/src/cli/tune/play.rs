//! The games of a tuning run, several at a time.

use crate::cli::match_game::{builtin, match_of};
use crate::cli::standard_error::say;
use crate::own_program;
use anyhow::{Context, bail};
use plyd_arena::{Heartbeat, Interrupt, Surroundings};
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

/// The first engine of a match.
const FIRST: usize = 0;

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
    /// before. `ended` hears how many have ended so far.
    ///
    /// # Errors
    /// That of the first job that has failed. Those in progress are abandoned then.
    pub(super) fn all<J: Sync, R: Send>(
        &self,
        jobs: &[J],
        work: &(dyn Fn(&J) -> anyhow::Result<Option<R>> + Sync),
        ended: &mut dyn FnMut(usize),
    ) -> anyhow::Result<Option<Vec<R>>> {
        let next = AtomicUsize::new(0);
        let (sender, results) = channel();
        let mut all: Vec<Option<R>> = jobs.iter().map(|_| None).collect();
        let mut fault = None;
        thread::scope(|scope| {
            for _ in 0..self.at_a_time.min(jobs.len()) {
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
            let mut count = 0;
            loop {
                if self.end.is_cancelled() {
                    self.interrupt.ask();
                }
                match results.recv_timeout(POLL_INTERVAL) {
                    Ok((place, Ok(Some(result)))) => {
                        all[place] = Some(result);
                        count += 1;
                        ended(count);
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

    /// Plays this encounter of a match: the games that its first engine wins, less those that it loses. `None` if it is
    /// interrupted.
    ///
    /// # Errors
    /// A game cannot be played, or an engine failed: then its result says nothing about the values.
    pub(super) fn pair(
        &self,
        settings: &MatchSettings,
        encounter: u64,
        defaults: &SessionOptions,
    ) -> anyhow::Result<Option<f64>> {
        let Some(games) = self.encounter(settings, encounter, defaults)? else { return Ok(None) };
        let half_points: i32 = games.iter().map(|game| i32::from(game.half_points_of(FIRST)) - 1).sum();
        Ok(Some(half_points.into()))
    }

    /// Plays this encounter of a match, whose built-in engines begin with these options. `None` if it is interrupted.
    ///
    /// # Errors
    /// A game cannot be played, or an engine failed otherwise than by its clock.
    pub(super) fn encounter(
        &self,
        settings: &MatchSettings,
        encounter: u64,
        defaults: &SessionOptions,
    ) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        let games = self.engine.games();
        let library = find_game(&games.catalog, &settings.game)?;
        let read = |settings: &EngineSettings| builtin(defaults, &games.catalog, &library, settings);
        let game = match_of(self.engine, settings.clone(), &library, &read)?.within(self.surroundings.clone());
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
        if course.context("the run has stopped")?.is_break() {
            return Ok(None);
        }
        for game in &played {
            let is_fault = game.is_void() || game.at_fault().is_some_and(|(_, reason)| reason != Reason::Time);
            if is_fault {
                let number = encounter + 1;
                bail!(
                    "a game of pair {number} has no result that counts ({}): {}",
                    game.termination.as_str(),
                    game.detail
                );
            }
        }
        Ok(Some(played))
    }
}

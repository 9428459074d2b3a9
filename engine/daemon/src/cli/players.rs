//! Games of the engine against itself on this machine, several at a time.

use super::match_game::{builtin, match_of};
use super::standard_error::say;
use crate::own_program;
use anyhow::{Context, bail};
use plyd_arena::{Heartbeat, Interrupt, Match, MatchError, MatchSurroundings};
use plyd_learn::Scored;
use plyd_search::STACK_BYTES;
use plyd_session::{Engine, SessionOptions, SharedSettings, find_game};
use plyd_tournament::settings::{EngineSettings, MatchSettings};
use plyd_tournament::{EncounterUnit, EngineScore, PlayedGame, Random, Reason};
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The interval at which a run checks whether it was asked to end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Parts the lengths of openings from their moves, which have the same seed.
const PART: u64 = 0x5343_414c_4500_0001;

/// Who plays games, wherever their libraries are.
pub(super) struct Players<'a> {
    pub(super) engine: &'a Engine,
    pub(super) at_a_time: usize,
    /// The end of the run, which a signal asks for.
    end: CancellationToken,
    interrupt: Interrupt,
    heartbeat: Heartbeat,
    surroundings: MatchSurroundings,
}

impl<'a> Players<'a> {
    /// Players of this many games at a time, or for 0 of one for each processor. The token asks for the end of the run.
    pub(super) fn new(engine: &'a Engine, at_a_time: usize, end: CancellationToken) -> anyhow::Result<Self> {
        let at_a_time = match at_a_time {
            0 => thread::available_parallelism().context("the number of processors is not known")?.get(),
            given => given,
        };
        let surroundings = MatchSurroundings::new(own_program::guardian(), None, |text, _| say(text));
        let folders = engine.settings.search.tablebases.clone();
        let surroundings = surroundings.with_tablebases(folders, Arc::clone(&engine.tablebases));
        let (interrupt, heartbeat) = (Interrupt::default(), Heartbeat::start()?);
        Ok(Self { engine, at_a_time, end, interrupt, heartbeat, surroundings })
    }

    /// Does all these jobs, this many at a time. Returns the results, in the order of the jobs; `None` if the run is to
    /// end before. `ended` hears of each as it ends.
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

    /// The match of these settings, whose built-in engines begin with these options.
    ///
    /// # Errors
    /// The settings do not fit the game.
    pub(super) fn ready(&self, settings: &MatchSettings, defaults: &SessionOptions) -> anyhow::Result<Match> {
        let games = self.engine.games();
        let library = find_game(&games.catalog, &settings.game)?;
        let read =
            |settings: &EngineSettings| builtin(defaults, (&games.catalog, &self.engine.networks), &library, settings);
        Ok(match_of(self.engine, settings.clone(), &library, &read)?.within(self.surroundings.clone()))
    }

    /// Plays this encounter of a match. `None` if it is interrupted.
    ///
    /// # Errors
    /// A game cannot be played.
    pub(super) fn encounter(&self, game: &Match, encounter: u64) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        let count = game.schedule().games_per_encounter();
        let numbers = encounter * count..(encounter + 1) * count;
        let unit =
            EncounterUnit { encounter, games: numbers.filter_map(|number| game.schedule().game(number)).collect() };
        let mut played = Vec::new();
        let mut player = game.plays(&self.interrupt, &self.heartbeat);
        let course = player.play(&unit, &mut |game| {
            played.push(game);
            ControlFlow::Continue(())
        });
        player.part();
        Ok(if course.context("the run has stopped")?.is_break() { None } else { Some(played) })
    }

    /// Plays the encounter with this number, which begins with a number of random moves from this range. If the game is
    /// too short, it begins with fewer. `None` if it is interrupted.
    ///
    /// # Errors
    /// A game cannot be played, or an engine failed otherwise than by its clock.
    pub(super) fn game_from_random_moves(
        &self,
        settings: &MatchSettings,
        defaults: &SessionOptions,
        number: u64,
        (fewest, most): (u32, u32),
    ) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        let drawn = Random::for_part(settings.seed ^ PART, number).below(u64::from(most - fewest) + 1);
        let mut settings = settings.clone();
        settings.openings.random_plies = fewest + drawn as u32;
        let played = with_fewer_random_plies(settings, |settings| {
            let game = self.ready(settings, defaults)?;
            self.encounter(&game, number)
        });
        played?.map(|games| check_sound(number, &games).map(|()| games)).transpose()
    }

    /// Ends what is played for this run.
    #[cfg(feature = "broker")]
    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }
}

/// Plays with these settings. As long as the game is too short for the random moves, their number is halved.
///
/// # Errors
/// Those of `play`, which refuses other settings too.
pub(super) fn with_fewer_random_plies<T>(
    mut settings: MatchSettings,
    play: impl Fn(&MatchSettings) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let is_refused = |error: &anyhow::Error| {
        error.chain().any(|cause| matches!(cause.downcast_ref(), Some(MatchError::Settings(_))))
    };
    loop {
        match play(&settings) {
            Err(error) if is_refused(&error) && settings.openings.random_plies > 0 => {
                settings.openings.random_plies /= 2;
            }
            played => return played,
        }
    }
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

/// The positions of a game that no search had decided.
pub(super) fn scored(game: &PlayedGame) -> impl Iterator<Item = Scored> {
    game.moves.iter().filter_map(|mv| {
        let Some(EngineScore::Points(points)) = mv.evaluation?.score else { return None };
        let half_points = if mv.player == 0 { game.half_points } else { 2 - game.half_points };
        Some(Scored { points: points.into(), half_points })
    })
}

/// A random seed for a match, small enough for a TOML file.
pub(super) fn new_seed() -> u64 {
    RandomState::new().hash_one(()) >> 11
}

/// The options of sessions without what the settings and flags say.
pub(super) fn plain(engine: &Engine) -> anyhow::Result<SessionOptions> {
    let settings = SharedSettings { options: Vec::new(), ..engine.settings.clone() };
    Ok(SessionOptions::from_settings(&engine.games().catalog, &settings, Err)?)
}

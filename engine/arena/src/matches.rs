//! A whole match: workers play, one thread records and counts.

use crate::MatchError;
use crate::contest::Contest;
use crate::contestant::BuiltinOptions;
use crate::counter::{Conclusion, GameCounter, WAITING_GAMES, Watcher};
use crate::gallery::Gallery;
use crate::heartbeat::Heartbeat;
use crate::interrupt::Interrupt;
#[cfg(unix)]
use crate::isolated::MatchChildren;
use crate::openings::{Openings, content_of};
use crate::place::{PlayVenue, Plays};
use crate::programs::Programs;
use crate::start_check::StartCheck;
use crate::surroundings::MatchSurroundings;
use crate::work::{EndOnPanic, UnitQueue};
use plyd_host::Library;
use plyd_record::{NetworkIdentity, Store, StoreError};
use plyd_search::STACK_BYTES;
use plyd_tournament::settings::{EngineKind, EngineSettings, MatchSettings, MatchSettingsError};
use plyd_tournament::{EncounterUnits, MOST_MOVES, PlayedGame, Schedule, Scoreboard, most_moves};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// A match that is ready to be played.
#[derive(Debug)]
pub struct Match {
    contest: Contest,
    place: Box<dyn PlayVenue>,
    /// The digest of the content of the file of openings; empty without one.
    fingerprint: String,
}

impl Match {
    /// Gets a match ready. `read_options` makes of a built-in engine's settings how it searches.
    ///
    /// # Errors
    /// Settings that make no sense for the game, or openings that are none.
    pub fn new(
        settings: MatchSettings,
        library: &Arc<Library>,
        read_options: &dyn Fn(&EngineSettings) -> Result<BuiltinOptions, MatchSettingsError>,
    ) -> Result<Self, MatchError> {
        let builtin = builtin_options(&settings, read_options)?;
        let (openings, fingerprint) = Openings::of_match(library, &settings)?;
        Ok(Self { contest: Contest::new(settings, builtin), place: Box::new(openings), fingerprint })
    }

    /// Gets a match ready whose library runs in these children, and not in this process. They look at the openings.
    ///
    /// # Errors
    /// Settings that make no sense for the game, or a file of openings that cannot be read.
    #[cfg(unix)]
    pub fn isolated(
        settings: MatchSettings,
        children: MatchChildren,
        read_options: &dyn Fn(&EngineSettings) -> Result<BuiltinOptions, MatchSettingsError>,
    ) -> Result<Self, MatchError> {
        let builtin = builtin_options(&settings, read_options)?;
        let (_, fingerprint) = content_of(&settings)?;
        let place = Box::new(children.of_match(&settings, &builtin));
        Ok(Self { contest: Contest::new(settings, builtin), place, fingerprint })
    }

    /// Checks the rules for a new match, which the match of an older record need not follow. Returns what is to be said
    /// about its openings although they can be used, a line each.
    ///
    /// # Errors
    /// The first opening of the settings is beyond the last one. Or the library runs in children, and one of them finds
    /// openings that are none, or crashes.
    pub fn check_new(&self) -> Result<Vec<String>, MatchError> {
        let start = self.settings().openings.start;
        let (count, notes) = self.place.look_at_openings(&self.contest)?;
        if let Some(count) = count.filter(|&count| start > count) {
            return Err(MatchSettingsError::new(format!(
                "openings start at number {start} (start={start}), but there are only {count}"
            ))
            .into());
        }
        Ok(notes.lines())
    }

    /// Makes sure that the file of openings is unchanged since the start of the match.
    ///
    /// # Errors
    /// It is another one.
    pub fn check_openings(&self, store: &dyn Store) -> Result<(), MatchError> {
        if store.openings() == self.fingerprint {
            return Ok(());
        }
        let file = self.settings().openings.file.as_deref().unwrap_or("of openings");
        let reason = format!("the file {file} has changed since the match began; restore it to continue the match");
        Err(MatchSettingsError::new(reason).into())
    }

    /// Gives its engines the surroundings.
    #[must_use]
    pub fn within(self, surroundings: MatchSurroundings) -> Self {
        let Self { contest, mut place, fingerprint } = self;
        place.read_tablebases(&surroundings, &contest.settings().game);
        Self { contest: contest.within(surroundings), place, fingerprint }
    }

    /// Has its engines stay these programs.
    #[must_use]
    pub fn played_by(self, programs: Arc<Programs>) -> Self {
        self.contest.surroundings().expect(programs);
        self
    }

    /// Where its games in progress are shown, if they are.
    #[must_use]
    pub fn gallery(&self) -> Option<Arc<Gallery>> {
        self.contest.surroundings().gallery.clone()
    }

    /// Ends the engines that the check before the match has left running: others play it.
    pub fn let_go(&self) {
        self.contest.ready().end();
    }

    /// The digest of the content of the file of openings; empty without one.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Its games, none of them played.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        self.contest.schedule()
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &MatchSettings {
        self.contest.settings()
    }

    /// The most moves that a game of this match has, its opening and rolls included, as far as that is known here. The
    /// settings bound it, and the rules too if the library runs in this process and all games begin at the start
    /// position.
    ///
    /// # Errors
    /// The library failed.
    pub fn most_moves(&self) -> Result<usize, MatchError> {
        let of_rules = self.place.most_plies()?;
        Ok(of_rules.unwrap_or(MOST_MOVES).min(most_moves(self.settings())))
    }

    /// Starts each engine and waits until it is ready for a game: several at a time, but no more than a match with this
    /// concurrency has. Those of the first games stay for [`run`](Self::run), the others end. Takes for each no longer
    /// than `max_start` for every answer.
    ///
    /// # Errors
    /// The library of the game failed, or this process lacks a thread, or what it takes to start an engine.
    pub fn check_start(&self, concurrency: usize, interrupt: &Interrupt) -> Result<StartCheck, MatchError> {
        let heartbeat = Heartbeat::start()?;
        self.plays(interrupt, &heartbeat).check_start(concurrency)
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
        self.check_openings(store)?;
        let (mut scoreboard, mut units) = (Scoreboard::new(self.settings()), EncounterUnits::new(self.schedule()));
        let mut other = None;
        let read = store.games(false, &mut |game| {
            scoreboard.add(game);
            if units.played(game) {
                return Ok(());
            }
            let reason = format!("game {} of the record has other engines than the plan", game.number + 1);
            other = Some(MatchSettingsError::new(reason.clone()));
            // It only ends the reading, because nothing is wrong with the store itself.
            Err(StoreError::unusable(store.name(), reason))
        });
        if let Some(error) = other {
            return Err(error.into());
        }
        read?;
        watcher.see(&scoreboard, None);
        if scoreboard.is_finished() {
            return Ok(Conclusion::Finished);
        }
        if interrupt.is_draining() {
            return Ok(Conclusion::Interrupted);
        }
        let first = units.first_players(concurrency);
        // Its interrupt is another than the one asked from outside, which may have been asked for good.
        let own = self.contest.ready().begin(|engine| first.contains(&engine));
        let work = UnitQueue::new(units, if self.settings().recover { self.settings().fault_limit } else { 1 }, own);
        let heartbeat = Heartbeat::start()?;
        let workers = u64::try_from(concurrency.max(1)).unwrap_or(u64::MAX).min(self.schedule().len());
        let (sender, games) = sync_channel(WAITING_GAMES);
        thread::scope(|scope| {
            let _end = EndOnPanic(&work);
            for _ in 0..workers {
                let (sender, work, heartbeat) = (sender.clone(), &work, &heartbeat);
                let worker = thread::Builder::new().name("game".into()).stack_size(STACK_BYTES);
                if let Err(error) = worker.spawn_scoped(scope, move || self.work(work, heartbeat, &sender)) {
                    work.end();
                    return Err(MatchError::system("a thread for games", error));
                }
            }
            drop(sender);
            let programs = self.contest.surroundings().programs();
            let mut counter = GameCounter { store, scoreboard, work: &work, programs, watcher };
            let conclusion = counter.count(&games, interrupt);
            // A worker that still waits to send a game gets an error once the receiver is gone.
            work.end();
            drop(games);
            conclusion
        })
    }

    /// Plays one unit after another until none is left.
    fn work(&self, work: &UnitQueue, heartbeat: &Heartbeat, games: &SyncSender<Result<PlayedGame, MatchError>>) {
        let _end = EndOnPanic(work);
        let mut player = self.plays(work.interrupt(), heartbeat);
        play_all(work, games, &mut *player);
        player.part();
    }

    /// Who plays units of this match on one thread. An interrupt abandons the current game; a game during which the
    /// heartbeat found a pause is played again.
    #[must_use]
    pub fn plays<'a>(&'a self, interrupt: &Interrupt, heartbeat: &'a Heartbeat) -> Box<dyn Plays + 'a> {
        self.place.plays(&self.contest, interrupt, heartbeat)
    }

    /// For each engine, how it searches if it is a built-in one.
    #[must_use]
    pub fn all_builtin(&self) -> &[Option<BuiltinOptions>] {
        self.contest.builtin()
    }

    /// For each engine, the network that it was given.
    #[must_use]
    pub fn networks(&self) -> Vec<Option<NetworkIdentity>> {
        self.all_builtin().iter().map(|options| options.as_ref().and_then(BuiltinOptions::network)).collect()
    }
}

/// How the built-in engines search.
fn builtin_options(
    settings: &MatchSettings,
    read: &dyn Fn(&EngineSettings) -> Result<BuiltinOptions, MatchSettingsError>,
) -> Result<Vec<Option<BuiltinOptions>>, MatchSettingsError> {
    let builtin = settings.engines.iter().map(|engine| match engine.kind {
        EngineKind::Builtin => read(engine).map(Some),
        EngineKind::Command { .. } | EngineKind::Tcp { .. } | EngineKind::Plugin { .. } => Ok(None),
    });
    builtin.collect()
}

/// Plays one unit after another until none is left.
fn play_all(work: &UnitQueue, games: &SyncSender<Result<PlayedGame, MatchError>>, player: &mut dyn Plays) {
    while let Some(unit) = work.take() {
        let mut ended = |game| {
            let course = work.after(&game);
            if games.send(Ok(game)).is_err() { ControlFlow::Break(()) } else { course }
        };
        match player.play(&unit, &mut ended) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => return,
            Err(error) => {
                // The receiver is gone if the run has ended.
                let _ = games.send(Err(error));
                return;
            }
        }
    }
}

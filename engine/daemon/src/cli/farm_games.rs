//! Games of a run that last no longer than it, played by workers behind a broker: those of a batch of `plyd tune`, or
//! of `plyd learn`.
//!
//! They are a match like any other, and workers play it as such. Only its record is kept in memory, until the run has
//! taken from it what it wants.

use super::broker::{MachineSignature, signature};
use super::farm::Farm;
use super::match_game::tablebases;
use super::pace::Pace;
use super::players::Players;
use super::standard_error::say;
use crate::own_program::VERSION;
use plyd_arena::{BuiltinOptions, Conclusion, NoWatcher, Programs};
use plyd_distribute::{BrokerOptions, CoordinatorProgress, coordinate};
use plyd_host::Library;
use plyd_record::{EngineIdentity, InMemory, MatchIdentity, Store};
use plyd_session::{SessionOptions, find_game};
use plyd_tournament::PlayedGame;
use plyd_tournament::settings::MatchSettings;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The interval between lines about the progress of a batch.
const INTERVAL: Duration = Duration::from_secs(10);

/// The most sentences about workers that are remembered, so that each is printed once.
const MOST_TOLD: usize = 100;

/// Workers that play for a run.
pub(super) struct RunWorkers<'a> {
    players: &'a Players<'a>,
    farm: &'a Farm,
    broker: BrokerOptions,
    /// The identity of the run, which no other has.
    id: String,
    defaults: &'a SessionOptions,
    games: BTreeMap<String, FarmGame>,
    told: Mutex<BTreeSet<String>>,
    hint: &'a (dyn Fn(&str) + Sync),
}

/// What workers have to have of a game.
struct FarmGame {
    library: Arc<Library>,
    own: MachineSignature,
    /// With a single engine.
    identity: MatchIdentity,
}

impl<'a> RunWorkers<'a> {
    /// Workers for a run with this identity, of matches like these, one for each game. Whatever has to be measured on
    /// this machine is measured here.
    ///
    /// # Errors
    /// The matches have clocks, and they are not allowed; or a file cannot be read.
    pub(super) fn new(
        (players, farm): (&'a Players<'a>, &'a Farm),
        broker: BrokerOptions,
        (id, matches, defaults): (String, Vec<MatchSettings>, &'a SessionOptions),
        hint: &'a (dyn Fn(&str) + Sync),
    ) -> anyhow::Result<Self> {
        let (engine, mut games) = (players.engine, BTreeMap::new());
        for mut settings in matches {
            let clocks = farm.check(&settings)?;
            let library = find_game(&engine.games().catalog, &settings.game)?;
            let own = signature(engine, &library, &settings.game_options, clocks)?;
            // All of them are the same program.
            settings.engines.truncate(1);
            let programs = Programs::identify(VERSION, &library, &settings, &[], false)?;
            let identity = programs.with_tablebases(tablebases(engine, &settings)).identity();
            games.insert(settings.game, FarmGame { library, own, identity });
        }
        Ok(Self { players, farm, broker, id, defaults, games, told: Mutex::default(), hint })
    }

    /// The games of this match, in their order, once no worker can be found wrong any more; `None` if it is
    /// interrupted.
    ///
    /// # Errors
    /// The broker cannot be reached, or a game cannot be played.
    pub(super) fn games(&self, settings: &MatchSettings) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        let game = self.players.ready(settings, self.defaults)?;
        let settings = game.settings();
        let Some(FarmGame { library, own, identity }) = self.games.get(&settings.game) else { return Ok(None) };
        // One program, with the network of each.
        let engine_of = |(engine, options): (&EngineIdentity, &Option<BuiltinOptions>)| {
            let network = options.as_ref().and_then(BuiltinOptions::network);
            EngineIdentity { network, ..engine.clone() }
        };
        let engines = identity.engines.iter().cycle().zip(game.all_builtin()).map(engine_of).collect();
        let identity = MatchIdentity { engines, ..identity.clone() };
        let mut store = InMemory::new(&self.id, settings.clone(), identity);
        let run = self.farm.entry(&game, &store, library, *own)?;
        let planned = game.schedule().planned();
        let mut pace = Pace::every(INTERVAL);
        let mut see = |progress: &CoordinatorProgress| {
            if pace.is_due() {
                (self.hint)(&told(&settings.game, progress, planned));
            }
        };
        let tell = |text: &str| self.tell_once(text);
        let coordination = self.farm.coordination(self.broker.clone(), run, &tell, &mut see);
        let interrupt = self.players.interrupt();
        if coordinate(coordination, &game, &mut store, interrupt, &mut NoWatcher)? == Conclusion::Interrupted {
            return Ok(None);
        }
        let mut games = Vec::new();
        store.games(true, &mut |game| {
            games.push(game.clone());
            Ok(())
        })?;
        Ok(Some(games))
    }

    /// Each batch is a match of its own, and would print all about its workers again.
    fn tell_once(&self, text: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() < MOST_TOLD && told.insert(text.to_owned()) {
            say(text);
        }
    }
}

/// How far a batch is.
fn told(game: &str, CoordinatorProgress { workers, cores, left, .. }: &CoordinatorProgress, planned: u64) -> String {
    let played = planned.saturating_sub(*left);
    format!("{game}: {played} of {planned} games of the batch; {workers} workers, {cores} games at a time")
}

//! The games of a tuning run, played by workers behind a broker.
//!
//! The pairs of a batch are known from the start, so each game's are a match like any other, and workers play it as such.
//! Only its record lasts no longer than the batch: the state of the run has what came of it.

use super::batch::{Batch, Part, Results};
use super::plan::TunePlan;
use super::play::{Players, result_of};
use super::told::Pace;
use crate::cli::broker::{Signature, signature};
use crate::cli::farm::Farm;
use crate::cli::match_game::tablebases;
use crate::cli::standard_error::say;
use crate::own_program::VERSION;
use plyd_arena::{Conclusion, NoWatcher, Programs};
use plyd_distribute::{BrokerOptions, Progress, coordinate};
use plyd_host::Library;
use plyd_record::{Identity, InMemory, Store};
use plyd_session::{SessionOptions, find_game};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The interval between lines that tell how far a batch is.
const INTERVAL: Duration = Duration::from_secs(10);

/// The most sentences about workers that are remembered, so that each is told once.
const MOST_TOLD: usize = 100;

/// Workers that play for this run.
pub(super) struct Workers<'a> {
    players: &'a Players<'a>,
    farm: &'a Farm,
    broker: BrokerOptions,
    /// The identity of the run, which no other has.
    id: String,
    defaults: &'a SessionOptions,
    games: BTreeMap<String, Known>,
    told: Mutex<BTreeSet<String>>,
    hint: &'a (dyn Fn(&str) + Sync),
}

/// What workers have to have of a game.
struct Known {
    library: Arc<Library>,
    own: Signature,
    /// With a single engine.
    identity: Identity,
}

impl<'a> Workers<'a> {
    /// Workers for a run of this plan. Whatever has to be measured on this machine is measured here.
    ///
    /// # Errors
    /// The plan has clocks, and they are not allowed; or a file cannot be read.
    pub(super) fn new(
        (players, farm): (&'a Players<'a>, &'a Farm),
        broker: BrokerOptions,
        (plan, id, defaults): (&TunePlan, String, &'a SessionOptions),
        hint: &'a (dyn Fn(&str) + Sync),
    ) -> anyhow::Result<Self> {
        let (engine, mut games) = (players.engine, BTreeMap::new());
        let start = plan.spsa().start();
        for game in 0..plan.games.len() {
            let mut settings = plan.match_of(game, &[(0, &plan.spsa().trial(0, &start))])?;
            let clocks = farm.check(&settings)?;
            let library = find_game(&engine.games().catalog, &settings.game)?;
            let own = signature(engine, &library, &settings.game_options, clocks)?;
            // All of them are the same program.
            settings.engines.truncate(1);
            let programs = Programs::identify(VERSION, &library, &settings, &[], false)?;
            let identity = programs.with_tablebases(tablebases(engine, &settings)).identity();
            games.insert(settings.game, Known { library, own, identity });
        }
        Ok(Self { players, farm, broker, id, defaults, games, told: Mutex::default(), hint })
    }

    /// Has workers play the pairs of this batch, except those of games of which all results are known. Hands on the result
    /// of each, once no worker can be found wrong any more. Whether all were played: it may be interrupted.
    ///
    /// # Errors
    /// The broker cannot be reached, a game cannot be played, or an engine failed.
    pub(super) fn play(
        &self,
        batch: &Batch,
        known: &Results,
        ended: &mut dyn FnMut(u64, i32) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let is_open = |part: &&Part| part.pairs.iter().any(|pair| !known.contains_key(pair));
        let parts: Vec<_> = batch.parts.iter().filter(is_open).collect();
        let all =
            self.players.all(&parts, parts.len(), &|part| self.part(part), &mut |_, results: &Vec<(u64, i32)>| {
                results.iter().try_for_each(|&(pair, result)| ended(pair, result))
            });
        Ok(all?.is_some())
    }

    /// The results of the pairs of one game; `None` if it is interrupted.
    fn part(&self, part: &Part) -> anyhow::Result<Option<Vec<(u64, i32)>>> {
        let game = self.players.ready(&part.settings, self.defaults)?;
        let settings = game.settings();
        let Some(Known { library, own, identity }) = self.games.get(&settings.game) else { return Ok(None) };
        let engines = identity.engines.iter().cycle().take(settings.engines.len()).cloned().collect();
        let identity = Identity { engines, ..identity.clone() };
        let mut store = InMemory::new(&self.id, settings.clone(), identity);
        let run = self.farm.entry(&game, &store, library, *own)?;
        let planned = game.schedule().planned();
        let mut pace = Pace::every(INTERVAL);
        let mut see = |progress: &Progress| {
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
        store.games(false, &mut |game| {
            games.push(game.clone());
            Ok(())
        })?;
        let encounters = games.chunk_by(|one, other| one.number / 2 == other.number / 2);
        let of_pairs = encounters.filter_map(|games| Some((*part.pairs.get(games[0].number as usize / 2)?, games)));
        of_pairs.map(|(pair, games)| Ok((pair, result_of(pair, games)?))).collect::<anyhow::Result<_>>().map(Some)
    }

    /// Each batch is a match of its own, and would tell all about its workers again.
    fn tell_once(&self, text: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() < MOST_TOLD && told.insert(text.to_owned()) {
            say(text);
        }
    }
}

/// How far a batch is.
fn told(game: &str, Progress { workers, cores, left, .. }: &Progress, planned: u64) -> String {
    let played = planned.saturating_sub(*left);
    format!("{game}: {played} of {planned} games of the batch; {workers} workers, {cores} games at a time")
}

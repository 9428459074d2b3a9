//! A store in memory and games to keep in it, for tests.

use super::{Arrival, Aside, AsideGame, Kept, Received, Sorted, Store, UnitRow, WorkerRow, sort};
use crate::StoreError;
use crate::identity::{EngineIdentity, Identity, LibraryIdentity};
use crate::numbers::Numbers;
use plyd_host::ContentHash;
use plyd_tournament::PlayedGame;
use plyd_tournament::settings::{MatchSettings, Plan};
use std::collections::BTreeMap;
use std::ops::Range;

pub(crate) fn settings() -> MatchSettings {
    let text = "engine = ['name=A builtin depth=1', 'name=\"B, the \\\"2nd\\\"\" builtin depth=1']";
    let plan = Plan::from_toml(&text.replace("\\\"", "")).unwrap();
    plan.settle("tictactoe", Vec::new(), 0).unwrap()
}

pub(crate) fn identity() -> Identity {
    let library =
        LibraryIdentity { id: "tictactoe".into(), version: "1.2".into(), hash: ContentHash::of(b"a library") };
    let engines = vec![EngineIdentity::default(); 2];
    Identity { plyd: "1.0 (abc)".into(), library, engines, tablebases: Vec::new() }
}

/// Keeps games as long as it lives.
#[derive(Debug)]
pub(crate) struct InMemory {
    settings: MatchSettings,
    identity: Identity,
    games: BTreeMap<u64, PlayedGame>,
    /// The workers, each with the numbers that it was the first to bring.
    workers: BTreeMap<String, (WorkerRow, Numbers)>,
    numbers: Numbers,
}

impl InMemory {
    pub(crate) fn new(settings: MatchSettings) -> Self {
        let (games, workers, numbers) = Default::default();
        Self { settings, identity: identity(), games, workers, numbers }
    }
}

impl Kept for InMemory {
    fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    fn find(&self, numbers: &Numbers) -> Result<Vec<PlayedGame>, StoreError> {
        Ok(numbers.iter().filter_map(|number| self.games.get(&number).cloned()).collect())
    }

    fn brought_by(&self, number: u64) -> Result<Option<String>, StoreError> {
        let mut workers = self.workers.values();
        Ok(workers.find(|(_, numbers)| numbers.contains(number)).map(|(worker, _)| worker.name.clone()))
    }
}

impl Store for InMemory {
    fn name(&self) -> String {
        "in memory".into()
    }

    fn id(&self) -> &str {
        "in memory"
    }

    fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    fn openings(&self) -> &str {
        ""
    }

    fn concurrency(&self) -> usize {
        1
    }

    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn add(&mut self, games: &[PlayedGame]) -> Result<(), StoreError> {
        for game in games {
            let kept = self.games.entry(game.number).or_insert_with(|| game.clone());
            assert!(kept.is_same(game), "game {} is already recorded with another course", game.number);
            self.numbers.insert(game.number);
        }
        Ok(())
    }

    fn played_by(&mut self, identity: &Identity) -> Result<(), StoreError> {
        self.identity = identity.clone();
        Ok(())
    }

    fn games(
        &self,
        moves: bool,
        each: &mut dyn FnMut(&PlayedGame) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        for game in self.games.values() {
            let mut game = game.clone();
            if !moves {
                game.moves.clear();
            }
            each(&game)?;
        }
        Ok(())
    }

    fn game(&self, number: u64) -> Result<Option<PlayedGame>, StoreError> {
        Ok(self.games.get(&number).cloned())
    }

    fn played(&self) -> Result<Vec<Range<u64>>, StoreError> {
        Ok(self.numbers.ranges().collect())
    }

    fn receive(&mut self, results: &[Received], compare: bool) -> Result<Vec<Arrival>, StoreError> {
        let Sorted { arrivals, new, aside, units } = sort(self, results, compare)?;
        self.add(&new.into_iter().cloned().collect::<Vec<_>>())?;
        for unit in units {
            let row = WorkerRow {
                name: unit.worker.clone(),
                first_seen: unit.received,
                last_seen: unit.received,
                games: 0,
                conflicts: 0,
                withdrawn: 0,
                quarantined: None,
            };
            let (row, numbers) = self.workers.entry(unit.worker).or_insert((row, Numbers::default()));
            row.games += unit.new.len();
            unit.new.ranges().for_each(|range| numbers.add(range));
        }
        for (aside, game) in aside {
            let Some((row, _)) = self.workers.get_mut(&game.worker) else { continue };
            match aside {
                Aside::Conflict => row.conflicts += 1,
                Aside::Withdrawn => row.withdrawn += 1,
            }
        }
        Ok(arrivals)
    }

    fn withdraw(&mut self, worker: &str, reason: &str) -> Result<Vec<Range<u64>>, StoreError> {
        let Some((row, numbers)) = self.workers.get_mut(worker) else { return Ok(Vec::new()) };
        let gone = std::mem::take(numbers);
        (row.quarantined, row.withdrawn) = (Some(reason.to_owned()), row.withdrawn + gone.len());
        for number in gone.iter() {
            self.games.remove(&number);
            self.numbers.remove(number);
        }
        Ok(gone.ranges().collect())
    }

    fn void(&mut self, games: &[PlayedGame]) -> Result<Vec<Range<u64>>, StoreError> {
        let new: Vec<_> = games.iter().filter(|game| !self.numbers.contains(game.number)).cloned().collect();
        self.add(&new)?;
        Ok(new.iter().map(|game| game.number).collect::<Numbers>().ranges().collect())
    }

    fn workers(&self) -> Result<Vec<WorkerRow>, StoreError> {
        Ok(self.workers.values().map(|(row, _)| row.clone()).collect())
    }

    fn units(&self, _each: &mut dyn FnMut(&UnitRow) -> Result<(), StoreError>) -> Result<(), StoreError> {
        Ok(())
    }

    fn set_aside(
        &self,
        _aside: Aside,
        _each: &mut dyn FnMut(&AsideGame) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        Ok(())
    }
}

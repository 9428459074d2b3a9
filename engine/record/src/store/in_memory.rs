//! An in-memory store, for games that need not outlive the process.

use super::{
    Arrival, AsideGame, AsideReason, ReceivedGames, SortedResults, SortingStore, Store, UnitRow, WorkerRow, sort,
};
use crate::StoreError;
use crate::identity::MatchIdentity;
use crate::numbers::GameNumbers;
use plyd_tournament::PlayedGame;
use plyd_tournament::settings::MatchSettings;
use std::collections::BTreeMap;
use std::ops::Range;

/// The name of every in-memory store.
const NAME: &str = "in memory";

/// A store that keeps games for its own lifetime.
#[derive(Debug)]
pub struct InMemory {
    id: String,
    settings: MatchSettings,
    identity: MatchIdentity,
    games: BTreeMap<u64, PlayedGame>,
    /// The workers, each with the numbers of the games that it delivered first.
    workers: BTreeMap<String, (WorkerRow, GameNumbers)>,
    numbers: GameNumbers,
}

impl InMemory {
    /// Creates a store without games, for a match of these players without an opening file. Workers treat two stores
    /// with the same `id` as one record.
    #[must_use]
    pub fn new(id: &str, settings: MatchSettings, identity: MatchIdentity) -> Self {
        let (games, workers, numbers) = Default::default();
        Self { id: id.to_owned(), settings, identity, games, workers, numbers }
    }
}

impl SortingStore for InMemory {
    fn numbers(&self) -> &GameNumbers {
        &self.numbers
    }

    fn find(&self, numbers: &GameNumbers) -> Result<Vec<PlayedGame>, StoreError> {
        Ok(numbers.iter().filter_map(|number| self.games.get(&number).cloned()).collect())
    }

    fn brought_by(&self, number: u64) -> Result<Option<String>, StoreError> {
        let mut workers = self.workers.values();
        Ok(workers.find(|(_, numbers)| numbers.contains(number)).map(|(worker, _)| worker.name.clone()))
    }
}

impl Store for InMemory {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn id(&self) -> &str {
        &self.id
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

    fn identity(&self) -> &MatchIdentity {
        &self.identity
    }

    fn add(&mut self, games: &[PlayedGame]) -> Result<(), StoreError> {
        let is_other = |game: &&PlayedGame| self.games.get(&game.number).is_some_and(|kept| !kept.is_same(game));
        if let Some(game) = games.iter().find(is_other) {
            return Err(StoreError::unusable(
                NAME,
                format!("game {} is kept already and went differently", game.number + 1),
            ));
        }
        for game in games {
            self.games.entry(game.number).or_insert_with(|| game.clone());
            self.numbers.insert(game.number);
        }
        Ok(())
    }

    fn played_by(&mut self, identity: &MatchIdentity) -> Result<(), StoreError> {
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

    fn receive(&mut self, results: &[ReceivedGames], compare: bool) -> Result<Vec<Arrival>, StoreError> {
        let SortedResults { arrivals, new, aside, units } = sort(self, results, compare)?;
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
            let (row, numbers) = self.workers.entry(unit.worker).or_insert((row, GameNumbers::default()));
            row.games += unit.new.len();
            unit.new.ranges().for_each(|range| numbers.add(range));
        }
        for (aside, game) in aside {
            let Some((row, _)) = self.workers.get_mut(&game.worker) else { continue };
            match aside {
                AsideReason::Conflict => row.conflicts += 1,
                AsideReason::Withdrawn => row.withdrawn += 1,
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
        Ok(new.iter().map(|game| game.number).collect::<GameNumbers>().ranges().collect())
    }

    fn workers(&self) -> Result<Vec<WorkerRow>, StoreError> {
        Ok(self.workers.values().map(|(row, _)| row.clone()).collect())
    }

    fn units(&self, _each: &mut dyn FnMut(&UnitRow) -> Result<(), StoreError>) -> Result<(), StoreError> {
        Ok(())
    }

    fn set_aside(
        &self,
        _aside: AsideReason,
        _each: &mut dyn FnMut(&AsideGame) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::samples::{in_memory, settings};
    use plyd_tournament::testing::game;

    fn result(worker: &str, games: Vec<PlayedGame>) -> ReceivedGames {
        ReceivedGames { worker: worker.into(), first: 0, encounters: 1, attempt: 1, scale: 1.0, games }
    }

    #[test]
    fn a_game_counts_once_and_is_withdrawn_with_its_worker() {
        let mut store = in_memory(settings());
        let first = store.receive(&[result("a", vec![game(0), game(1)])], true).unwrap();
        assert_eq!(first[0].new, [0, 1]);
        let other = PlayedGame { half_points: 2 - game(1).half_points, ..game(1) };
        let second = store.receive(&[result("b", vec![game(0), other.clone(), game(2)])], true).unwrap();
        assert_eq!((second[0].duplicates, second[0].conflicts.len(), &*second[0].new), (1, 1, &[2][..]));
        let played = |store: &InMemory| Vec::from_iter(store.played().unwrap().into_iter().flatten());
        assert_eq!(played(&store), [0, 1, 2]);
        assert!(store.add(&[other]).unwrap_err().to_string().contains("game 2 is kept already"));
        let gone = store.withdraw("a", "it lies").unwrap();
        assert_eq!(Vec::from_iter(gone.into_iter().flatten()), [0, 1]);
        assert_eq!((played(&store), store.quarantined().unwrap().len()), (vec![2], 1));
        assert_eq!(store.receive(&[result("a", vec![game(0)])], true).unwrap()[0].withdrawn, 1);
    }
}

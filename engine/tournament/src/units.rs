//! The units of work of a match, and the remaining ones.

use crate::game::{Pairing, PlayedGame};
use crate::schedule::Schedule;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The indivisible work of one worker: the unplayed games of an encounter, with one opening and the same two engines,
/// the second game with sides swapped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncounterUnit {
    /// The number of the encounter, from 0.
    pub encounter: u64,
    /// The games to play, one or two, sorted by number.
    pub games: Vec<Pairing>,
}

/// The remaining work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Take {
    /// The next unit.
    Unit(EncounterUnit),
    /// No unit until other games have ended, because the pairings depend on them.
    Wait,
    /// No further units.
    Over,
}

/// Issues each unit of a match once.
#[derive(Clone, Debug)]
pub struct EncounterUnits {
    schedule: Schedule,
    /// The known encounters that have not been issued, by the start of each range.
    open: BTreeMap<u64, Range<u64>>,
    /// The played games of these encounters.
    done: BTreeSet<u64>,
}

impl EncounterUnits {
    /// Creates the units of a schedule without played games.
    #[must_use]
    pub fn new(schedule: &Schedule) -> Self {
        let open = schedule.known().into_iter().map(|range| (range.start, range)).collect();
        Self { schedule: schedule.clone(), open, done: BTreeSet::new() }
    }

    /// Adds a played game, from the record or just finished. Returns `false`, and adds nothing, if the plan as
    /// currently known has no such game between these engines.
    pub fn played(&mut self, game: &PlayedGame) -> bool {
        if self.schedule.game(game.number).is_none_or(|pairing| pairing.players != game.players) {
            return false;
        }
        let encounter = game.number / self.schedule.games_per_encounter();
        let range = self.open.range(..=encounter).next_back();
        if range.is_some_and(|(_, range)| range.contains(&encounter)) {
            self.done.insert(game.number);
        }
        if let Some(range) = self.schedule.played(game) {
            self.open.insert(range.start, range);
        }
        // Bounds the memory for a long record, whose games come in order.
        self.skip_played();
        true
    }

    /// Takes the next unit.
    pub fn take(&mut self) -> Take {
        self.skip_played();
        let Some(encounter) = self.step() else {
            return if self.schedule.is_settled() { Take::Over } else { Take::Wait };
        };
        let numbers = self.games_of(encounter).filter(|number| !self.done.remove(number)).collect::<Vec<_>>();
        let games = numbers.into_iter().filter_map(|number| self.schedule.game(number)).collect();
        Take::Unit(EncounterUnit { encounter, games })
    }

    /// Returns the engines of the first units, if this many are played concurrently.
    #[must_use]
    pub fn first_players(&self, at_a_time: usize) -> BTreeSet<usize> {
        let mut rest = self.clone();
        let units = std::iter::from_fn(|| match rest.take() {
            Take::Unit(unit) => Some(unit),
            Take::Wait | Take::Over => None,
        });
        units.take(at_a_time.max(1)).flat_map(|unit| unit.games).flat_map(|game| game.players).collect()
    }

    /// Skips encounters whose games are all played.
    fn skip_played(&mut self) {
        while let Some((&next, _)) = self.open.first_key_value()
            && self.games_of(next).all(|number| self.done.contains(&number))
        {
            self.games_of(next).for_each(|number| _ = self.done.remove(&number));
            self.step();
        }
    }

    /// Removes and returns the first open encounter.
    fn step(&mut self) -> Option<u64> {
        let (first, range) = self.open.pop_first()?;
        if first + 1 < range.end {
            self.open.insert(first + 1, first + 1..range.end);
        }
        Some(first)
    }

    fn games_of(&self, encounter: u64) -> Range<u64> {
        let games = self.schedule.games_per_encounter();
        encounter * games..(encounter + 1) * games
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::MatchPlan;
    use crate::testing::game;

    fn units(rounds: u64, games: u32) -> EncounterUnits {
        let text = format!(
            "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\nrounds = {rounds}\ngames = {games}"
        );
        EncounterUnits::new(&Schedule::new(&MatchPlan::from_toml(&text).unwrap().settle("x", Vec::new(), 0).unwrap()))
    }

    /// Returns the game numbers of all remaining units.
    fn rest(mut units: EncounterUnits) -> Vec<Vec<u64>> {
        let mut rest = Vec::new();
        loop {
            match units.take() {
                Take::Unit(unit) => {
                    assert!(unit.games.iter().all(|game| game.encounter == unit.encounter));
                    rest.push(unit.games.iter().map(|game| game.number).collect());
                }
                Take::Wait => panic!("there is nothing to wait for"),
                Take::Over => return rest,
            }
        }
    }

    #[test]
    fn a_unit_is_an_encounter() {
        assert_eq!(rest(units(3, 2)), [[0, 1], [2, 3], [4, 5]]);
        assert_eq!(rest(units(3, 1)), [[0], [1], [2]]);
    }

    #[test]
    fn what_is_played_is_not_played_again() {
        let mut units = units(6, 2);
        [0, 1, 4, 7, 8, 9].into_iter().for_each(|number| assert!(units.played(&game(number))));
        assert_eq!(rest(units), [vec![2, 3], vec![5], vec![6], vec![10, 11]]);
    }

    #[test]
    fn what_is_handed_out_is_not_handed_out_again_when_it_is_played() {
        let mut units = units(3, 2);
        assert!(matches!(units.take(), Take::Unit(unit) if unit.encounter == 0));
        [0, 1].into_iter().for_each(|number| assert!(units.played(&game(number))));
        assert_eq!(rest(units), [[2, 3], [4, 5]]);
    }

    #[test]
    fn a_match_that_is_played_has_nothing_left() {
        let mut units = units(3, 2);
        (0..6).for_each(|number| assert!(units.played(&game(number))));
        assert!(units.done.is_empty(), "a record takes memory");
        assert_eq!((units.take(), units.take()), (Take::Over, Take::Over));
    }

    #[test]
    fn a_game_between_others_is_not_taken_for_one_of_the_plan() {
        let mut units = units(1, 2);
        assert!(!units.played(&PlayedGame { players: [1, 0], ..game(0) }));
        assert!(!units.played(&PlayedGame { number: 2, ..game(0) }));
        assert_eq!(rest(units), [[0, 1]]);
    }
}

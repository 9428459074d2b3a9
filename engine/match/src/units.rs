//! The units of work of a match, and which of them are still to be played.

use crate::game::PlayedGame;
use crate::schedule::{Pairing, Schedule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What one worker plays without another taking a part of it: the games of an encounter that are still to be played. They
/// are on one opening, between the same two engines, the second with sides swapped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The number of the encounter, from 0.
    pub encounter: u64,
    /// Its games that are still to be played, one or two, by rising number.
    pub games: Vec<Pairing>,
}

/// What there is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Take {
    /// These games.
    Unit(Unit),
    /// Nothing before other games have ended: who meets whom depends on them.
    Wait,
    /// Nothing any more.
    Over,
}

/// Hands out the units of a match, each once.
#[derive(Clone, Debug)]
pub struct Units {
    schedule: Schedule,
    /// The encounter to hand out next, if it is not played.
    next: u64,
    /// Games of encounters from `next` on that are played.
    done: BTreeSet<u64>,
}

impl Units {
    /// All of a schedule.
    #[must_use]
    pub fn new(schedule: &Schedule) -> Self {
        Self { schedule: schedule.clone(), next: 0, done: BTreeSet::new() }
    }

    /// Takes in a game that is played: one of the record, or one that has just ended.
    pub fn played(&mut self, game: &PlayedGame) {
        if game.number >= self.first_game(self.next) {
            self.done.insert(game.number);
            // A long record, whose games come in order, takes no memory.
            self.skip_played();
        }
    }

    /// The next unit.
    pub fn take(&mut self) -> Take {
        self.skip_played();
        let encounter = self.next;
        let numbers = self.games_of(encounter);
        let games: Vec<_> = numbers.filter(|number| !self.done.remove(number)).collect();
        let games: Vec<_> = games.into_iter().filter_map(|number| self.schedule.game(number)).collect();
        if games.is_empty() {
            return Take::Over;
        }
        self.next += 1;
        Take::Unit(Unit { encounter, games })
    }

    /// Steps over encounters of which all games are played.
    fn skip_played(&mut self) {
        while self.games_of(self.next).all(|number| self.done.contains(&number)) {
            self.games_of(self.next).for_each(|number| _ = self.done.remove(&number));
            self.next += 1;
        }
    }

    fn first_game(&self, encounter: u64) -> u64 {
        encounter * self.schedule.games_per_encounter()
    }

    fn games_of(&self, encounter: u64) -> std::ops::Range<u64> {
        self.first_game(encounter)..self.first_game(encounter + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Plan;
    use crate::store::samples::game;

    fn units(rounds: u64, games: u32) -> Units {
        let text = format!(
            "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\nrounds = {rounds}\ngames = {games}"
        );
        Units::new(&Schedule::new(&Plan::from_toml(&text).unwrap().settle("x", Vec::new(), 0).unwrap()))
    }

    /// The numbers of the games of all units that are left.
    fn rest(mut units: Units) -> Vec<Vec<u64>> {
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
        [0, 1, 4, 7, 8, 9].into_iter().for_each(|number| units.played(&game(number)));
        assert_eq!(rest(units), [vec![2, 3], vec![5], vec![6], vec![10, 11]]);
    }

    #[test]
    fn what_is_handed_out_is_not_handed_out_again_when_it_is_played() {
        let mut units = units(3, 2);
        assert!(matches!(units.take(), Take::Unit(unit) if unit.encounter == 0));
        [0, 1].into_iter().for_each(|number| units.played(&game(number)));
        assert_eq!(rest(units), [[2, 3], [4, 5]]);
    }

    #[test]
    fn a_match_that_is_played_has_nothing_left() {
        let mut units = units(3, 2);
        (0..6).for_each(|number| units.played(&game(number)));
        assert!(units.done.is_empty(), "a record takes memory");
        assert_eq!((units.take(), units.take()), (Take::Over, Take::Over));
    }
}

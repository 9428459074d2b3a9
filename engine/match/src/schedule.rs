//! Which game is played by whom: computed from its number, so that a million rounds take no memory and no time.

use crate::settings::{MatchSettings, Tournament};
use serde::{Deserialize, Serialize};

/// All games of a match, by number from 0.
///
/// A round has one opening, on which every two engines that meet play 1 or 2 games, the second with sides swapped. The
/// games of such an encounter follow each other.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Who meets whom in each round, as places in the list of engines; the lower one is the first.
    encounters: Vec<(usize, usize)>,
    rounds: u64,
    games: u64,
}

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The number of the game, from 0.
    pub number: u64,
    /// Its round, from 0, which decides the opening.
    pub round: u64,
    /// The number of its encounter, from 0: the same for the two games of a pair.
    pub encounter: u64,
    /// Which two engines meet: a place in [`Schedule::encounters`].
    pub meeting: usize,
    /// The engine that plays the first player, MAX, and the one that plays the second.
    pub players: [usize; 2],
}

impl Schedule {
    /// The schedule of a match.
    #[must_use]
    pub fn new(settings: &MatchSettings) -> Self {
        let engines = settings.engines.len();
        let encounters = match settings.tournament {
            Tournament::RoundRobin => {
                (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second))).collect()
            }
            Tournament::Gauntlet => (1..engines).map(|second| (0, second)).collect(),
        };
        Self { encounters, rounds: settings.rounds, games: settings.games.into() }
    }

    /// Who meets whom in each round.
    #[must_use]
    pub fn encounters(&self) -> &[(usize, usize)] {
        &self.encounters
    }

    /// All games.
    #[must_use]
    pub fn len(&self) -> u64 {
        // At most a billion rounds of half a million encounters of two games.
        self.rounds * self.encounters.len() as u64 * self.games
    }

    /// Whether there is no game at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Games that follow each other on one opening between the same two engines.
    #[must_use]
    pub fn games_per_encounter(&self) -> u64 {
        self.games
    }

    /// The game with this number; `None` after the last.
    #[must_use]
    pub fn game(&self, number: u64) -> Option<Pairing> {
        if number >= self.len() {
            return None;
        }
        let encounter = number / self.games;
        let round = encounter / self.encounters.len() as u64;
        let meeting = (encounter % self.encounters.len() as u64) as usize;
        let (first, second) = self.encounters[meeting];
        // Sides are swapped within a pair; where there are no pairs, from round to round.
        let swapped = if self.games == 2 { number % 2 == 1 } else { round % 2 == 1 };
        let players = if swapped { [second, first] } else { [first, second] };
        Some(Pairing { number, round, encounter, meeting, players })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Plan;

    fn schedule(engines: usize, more: &str) -> Schedule {
        let engines: Vec<_> = (0..engines).map(|number| format!("'name={number} builtin depth=1'")).collect();
        let text = format!("engine = [{}]\n{more}", engines.join(", "));
        Schedule::new(&Plan::from_toml(&text).unwrap().settle("x", Vec::new(), 0).unwrap())
    }

    fn players(schedule: &Schedule) -> Vec<[usize; 2]> {
        (0..schedule.len()).map(|number| schedule.game(number).unwrap().players).collect()
    }

    #[test]
    fn everyone_meets_everyone_from_both_sides() {
        let schedule = schedule(3, "rounds = 1");
        assert_eq!(players(&schedule), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(schedule.game(6), None);
        let last = schedule.game(5).unwrap();
        assert_eq!((last.round, last.encounter, last.meeting), (0, 2, 2));
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_the_others() {
        let schedule = schedule(3, "rounds = 2\ntournament = 'gauntlet'\ngames = 1");
        assert_eq!(players(&schedule), [[0, 1], [0, 2], [1, 0], [2, 0]]);
        assert_eq!(schedule.game(2).unwrap().round, 1);
    }

    #[test]
    fn a_billion_rounds_are_planned_at_once() {
        let schedule = schedule(100, "rounds = 1000000000");
        assert_eq!(schedule.len(), 1_000_000_000 * 4_950 * 2);
        assert_eq!(schedule.game(schedule.len() - 1).unwrap().players, [99, 98]);
    }
}

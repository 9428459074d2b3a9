//! The assignment of games to engines.
//!
//! The schedule depends only on the settings, the seed and the results of recorded games. The number of a game is
//! independent of the concurrency and of the order in which games end. If the pairings do not depend on results, they
//! are computed from the number, so a million rounds take no memory and no time.

mod knockout;
mod swiss;
mod swiss_round;
mod table;

use crate::game::{Pairing, PlayedGame};
use crate::settings::{MatchSettings, Tournament};
use std::iter::once;
use std::ops::Range;

pub use knockout::{Duel, Knockout};
pub use swiss::{Swiss, SwissStanding};
use table::{PairSchedule, RoundTable};

/// All games of a match, by number from 0.
///
/// A round has one opening. In each round, every two paired engines play one or two consecutive games on it, the second
/// with sides swapped. The pairings may depend on earlier games, which are added with [`Schedule::played`].
#[derive(Clone, Debug)]
pub struct Schedule {
    form: ScheduleForm,
    games: u64,
}

#[derive(Clone, Debug)]
enum ScheduleForm {
    Table(RoundTable),
    Pairs(PairSchedule),
    Knockout(Knockout),
    Swiss(Swiss),
}

impl Schedule {
    /// Creates the schedule of a match without played games.
    #[must_use]
    pub fn new(settings: &MatchSettings) -> Self {
        let MatchSettings { rounds, games, .. } = *settings;
        let (engines, games) = (settings.engines.len(), games.into());
        let form = match settings.tournament {
            Tournament::RoundRobin => ScheduleForm::Table(RoundTable::round_robin(engines, rounds)),
            Tournament::Gauntlet => ScheduleForm::Table(RoundTable::gauntlet(engines, rounds)),
            Tournament::Pairs => ScheduleForm::Pairs(PairSchedule::new(engines)),
            Tournament::Knockout => ScheduleForm::Knockout(Knockout::new(engines, rounds, games)),
            Tournament::Swiss => ScheduleForm::Swiss(Swiss::new(engines, rounds, games)),
        };
        Self { form, games }
    }

    /// Returns the pairings that follow from the settings alone, in ascending order and with the lower engine first.
    /// Empty if the pairings depend on games.
    #[must_use]
    pub fn meetings(&self) -> &[(usize, usize)] {
        match &self.form {
            ScheduleForm::Table(table) => table.meetings(),
            ScheduleForm::Pairs(pairs) => pairs.meetings(),
            ScheduleForm::Knockout(_) | ScheduleForm::Swiss(_) => &[],
        }
    }

    /// Returns the exclusive upper bound of the game numbers.
    #[must_use]
    pub fn len(&self) -> u64 {
        let encounters = match &self.form {
            ScheduleForm::Table(table) => table.len(),
            ScheduleForm::Pairs(pairs) => pairs.len(),
            ScheduleForm::Knockout(knockout) => knockout.len(),
            ScheduleForm::Swiss(swiss) => swiss.len(),
        };
        // At most a billion rounds of half a million encounters with two games each.
        encounters * self.games
    }

    /// Whether the schedule has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of planned games as currently known: a draw in a knockout adds some.
    #[must_use]
    pub fn planned(&self) -> u64 {
        match &self.form {
            ScheduleForm::Table(_) | ScheduleForm::Pairs(_) | ScheduleForm::Swiss(_) => self.len(),
            ScheduleForm::Knockout(knockout) => knockout.planned(),
        }
    }

    /// Returns the exclusive upper bound of the round numbers, which is the number of openings that may be needed.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        match &self.form {
            ScheduleForm::Table(table) => table.rounds(),
            ScheduleForm::Pairs(pairs) => pairs.len(),
            ScheduleForm::Knockout(knockout) => knockout.rounds(),
            ScheduleForm::Swiss(swiss) => swiss.rounds(),
        }
    }

    /// Returns the number of consecutive games between two engines on one opening.
    #[must_use]
    pub fn games_per_encounter(&self) -> u64 {
        self.games
    }

    /// Returns the game with this number; `None` after the last game, for a game that is not needed, and while its
    /// players depend on unfinished games.
    #[must_use]
    pub fn game(&self, number: u64) -> Option<Pairing> {
        let encounter = number / self.games;
        let (round, [first, second], is_swapped) = match &self.form {
            ScheduleForm::Table(table) => table.encounter(encounter)?,
            ScheduleForm::Pairs(pairs) => pairs.encounter(encounter)?,
            ScheduleForm::Knockout(knockout) => knockout.encounter(encounter)?,
            ScheduleForm::Swiss(swiss) => swiss.encounter(encounter)?,
        };
        // Sides are swapped within a pair; without pairs, the form of tournament decides.
        let is_swapped = if self.games == 2 { number % 2 == 1 } else { is_swapped };
        let players = if is_swapped { [second, first] } else { [first, second] };
        Some(Pairing { number, round, encounter, players })
    }

    /// Adds a played game; call it once per game. A game outside the plan has no effect. Returns the encounters whose
    /// players become known by this game.
    pub fn played(&mut self, game: &PlayedGame) -> Option<Range<u64>> {
        let pairing = self.game(game.number).filter(|pairing| pairing.players == game.players)?;
        let half_points = |engine: usize| game.half_points_of(engine);
        match &mut self.form {
            ScheduleForm::Table(_) | ScheduleForm::Pairs(_) => None,
            ScheduleForm::Knockout(knockout) => knockout.played(pairing, half_points),
            ScheduleForm::Swiss(swiss) => swiss.played(pairing.encounter, half_points),
        }
    }

    /// Checks that a game can be part of the plan with this number of engines. If its players depend on other games,
    /// any two engines are accepted.
    ///
    /// # Errors
    /// The reason why the game cannot be part of the plan.
    pub fn check(&self, engines: usize, game: &PlayedGame) -> Result<(), String> {
        if game.number >= self.len() || game.players.iter().any(|&player| player >= engines) {
            return Err("the plan has no such game".into());
        }
        let planned = self.game(game.number);
        if planned.is_some_and(|planned| (planned.round, planned.players) != (game.round, game.players)) {
            return Err("its round and its players differ from the plan".into());
        }
        Ok(())
    }

    /// Returns the encounters with known players, played or not, in ascending order and without duplicates.
    #[must_use]
    pub fn known(&self) -> Vec<Range<u64>> {
        match &self.form {
            ScheduleForm::Table(table) => once(0..table.len()).collect(),
            ScheduleForm::Pairs(pairs) => once(0..pairs.len()).collect(),
            ScheduleForm::Knockout(knockout) => knockout.known(),
            ScheduleForm::Swiss(swiss) => once(swiss.known()).collect(),
        }
    }

    /// Whether the players of no further encounter can become known.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        match &self.form {
            ScheduleForm::Table(_) | ScheduleForm::Pairs(_) => true,
            ScheduleForm::Knockout(knockout) => knockout.winner().is_some(),
            ScheduleForm::Swiss(swiss) => swiss.known().end == swiss.len(),
        }
    }

    /// Returns the bracket of a knockout.
    #[must_use]
    pub fn knockout(&self) -> Option<&Knockout> {
        match &self.form {
            ScheduleForm::Knockout(knockout) => Some(knockout),
            ScheduleForm::Table(_) | ScheduleForm::Pairs(_) | ScheduleForm::Swiss(_) => None,
        }
    }

    /// Returns the rounds of a Swiss tournament.
    #[must_use]
    pub fn swiss(&self) -> Option<&Swiss> {
        match &self.form {
            ScheduleForm::Swiss(swiss) => Some(swiss),
            ScheduleForm::Table(_) | ScheduleForm::Pairs(_) | ScheduleForm::Knockout(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::MatchPlan;

    fn schedule(engines: usize, more: &str) -> Schedule {
        let engines: Vec<_> = (0..engines).map(|number| format!("'name={number} builtin depth=1'")).collect();
        let text = format!("engine = [{}]\n{more}", engines.join(", "));
        Schedule::new(&MatchPlan::from_toml(&text).unwrap().settle("x", Vec::new(), 0).unwrap())
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
        assert_eq!((last.round, last.encounter), (0, 2));
        assert_eq!(schedule.meetings(), [(0, 1), (0, 2), (1, 2)]);
        assert!(!schedule.is_empty());
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_the_others() {
        let schedule = schedule(3, "rounds = 2\ntournament = 'gauntlet'\ngames = 1");
        assert_eq!(players(&schedule), [[0, 1], [0, 2], [1, 0], [2, 0]]);
        assert_eq!(schedule.game(2).unwrap().round, 1);
        assert_eq!(schedule.meetings(), [(0, 1), (0, 2)]);
    }

    #[test]
    fn in_pairs_each_engine_meets_one_other_on_an_opening_of_their_own() {
        let text = "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']";
        let mut settings = MatchPlan::from_toml(text).unwrap().settle("x", Vec::new(), 0).unwrap();
        settings.engines.extend(settings.engines.clone());
        (settings.tournament, settings.rounds) = (Tournament::Pairs, 1);
        let schedule = Schedule::new(&settings);
        assert_eq!(players(&schedule), [[0, 1], [1, 0], [2, 3], [3, 2]]);
        assert_eq!(schedule.meetings(), [(0, 1), (2, 3)]);
        let last = schedule.game(3).unwrap();
        assert_eq!((last.round, last.encounter, schedule.rounds(), schedule.game(4)), (1, 1, 2, None));
        assert!(schedule.is_settled() && schedule.planned() == 4);
        assert_eq!(Vec::from_iter(schedule.known().into_iter().flatten()), [0, 1]);
    }

    #[test]
    fn who_meets_whom_is_not_known_where_results_decide_it() {
        for tournament in ["knockout", "swiss"] {
            let schedule = schedule(4, &format!("rounds = 1\ntournament = '{tournament}'"));
            assert_eq!(schedule.meetings(), [], "{tournament}");
        }
    }

    #[test]
    fn a_billion_rounds_are_planned_at_once() {
        let schedule = schedule(100, "rounds = 1000000000");
        assert_eq!(schedule.len(), 1_000_000_000 * 4_950 * 2);
        assert_eq!(schedule.game(schedule.len() - 1).unwrap().players, [99, 98]);
    }
}

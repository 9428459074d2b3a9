//! The games that the record lacks.

use crate::encounters::Encounters;
use crate::unit::Unit;
use plyd_tournament::{Pairing, Schedule};
use std::collections::BTreeSet;
use std::ops::Range;

/// The result of a scan of the record.
#[derive(Debug, Default)]
pub(super) struct RecordScan {
    /// The recorded games of incomplete encounters.
    halves: BTreeSet<u64>,
}

impl RecordScan {
    /// Returns the known encounters that are incomplete if the record contains games with these ranges of numbers.
    pub(super) fn at(&mut self, played: &[Range<u64>], schedule: &Schedule) -> Encounters {
        let games = schedule.games_per_encounter();
        let mut missing: Encounters = schedule.known().into_iter().collect();
        self.halves.clear();
        for range in played {
            // Complete encounters; at both ends there may be incomplete ones.
            let (first, end) = (range.start.div_ceil(games), range.end / games);
            if first <= end {
                missing.remove(first..end);
                self.halves.extend(range.start..(first * games).min(range.end));
                self.halves.extend((end * games).max(range.start)..range.end);
            } else {
                self.halves.extend(range.clone());
            }
        }
        missing
    }

    /// Whether this game is recorded while another game of its encounter is not.
    pub(super) fn has(&self, number: u64) -> bool {
        self.halves.contains(&number)
    }

    /// Updates the scan after the removal of games from the record. The other game of such an encounter, if recorded,
    /// is played again too, and compared.
    pub(super) fn note_missing(&mut self, numbers: &[Range<u64>]) {
        for range in numbers {
            let gone: Vec<_> = self.halves.range(range.clone()).copied().collect();
            gone.iter().for_each(|number| _ = self.halves.remove(number));
        }
    }

    /// Returns the games of a unit if they do not follow from the plan alone. A comparison includes all games.
    pub(super) fn games_of(&self, unit: &Unit, is_compared: bool, schedule: &Schedule) -> Vec<Pairing> {
        let numbers = numbers_of(unit.encounters(), schedule);
        if !schedule.meetings().is_empty() && self.halves.range(numbers.clone()).next().is_none() {
            return Vec::new();
        }
        let wanted = numbers.filter(|number| is_compared || !self.halves.contains(number));
        wanted.filter_map(|number| schedule.game(number)).collect()
    }
}

/// Returns the numbers of the games in a range of encounters.
pub(super) fn numbers_of(encounters: Range<u64>, schedule: &Schedule) -> Range<u64> {
    let games = schedule.games_per_encounter();
    encounters.start * games..encounters.end * games
}

/// Returns the encounters that contain these games.
pub(super) fn encounters_of(numbers: &[Range<u64>], schedule: &Schedule) -> Encounters {
    let games = schedule.games_per_encounter();
    numbers.iter().map(|range| range.start / games..range.end.div_ceil(games)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::settings::MatchPlan;

    fn schedule() -> Schedule {
        let text = "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\nrounds = 10";
        Schedule::new(&MatchPlan::from_toml(text).unwrap().settle("x", Vec::new(), 0).unwrap())
    }

    #[test]
    fn whole_encounters_are_played_and_half_ones_are_not() {
        let (mut look, schedule) = (RecordScan::default(), schedule());
        let missing = look.at(&[0..3, 5..6, 7..12, 19..20], &schedule);
        assert_eq!(Vec::from_iter(missing.ranges()), [1..4, 6..10]);
        assert_eq!(Vec::from_iter(look.halves.iter().copied()), [2, 5, 7, 19]);
        let unit = |first, count| Unit { id: 0, first, count, attempt: 0, avoid: Vec::new() };
        let games = |unit| look.games_of(&unit, false, &schedule).iter().map(|game| game.number).collect::<Vec<_>>();
        assert_eq!(games(unit(1, 3)), [3, 4, 6]);
        assert_eq!(games(unit(6, 3)), [0; 0], "the plan says which");
        assert_eq!(games(unit(8, 2)), [16, 17, 18]);
        assert_eq!(Vec::from_iter(encounters_of(&[2..3, 6..9], &schedule).ranges()), [1..2, 3..5]);
    }
}

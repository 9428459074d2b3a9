//! Detection of engines that fail repeatedly.

use crate::fault::{Reason, told_with};
use crate::game::PlayedGame;
use std::collections::BTreeMap;

/// The faults of an engine since its last game without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streak {
    /// The index of the engine in the settings.
    pub engine: usize,
    /// The latest fault.
    pub reason: Reason,
    /// The number of faults, at least 1.
    pub times: u32,
    /// The details of the latest fault, as text for people.
    pub detail: String,
}

/// The streaks of all engines.
///
/// A streak belongs to one engine. It counts faults for any reason, and only a game without any fault ends it. A game
/// that the opponent loses by a fault does not, because an engine that cannot move wins such games too. Therefore the
/// streaks of two broken engines, each of which loses every other game, also reach the limit.
#[derive(Clone, Debug, Default)]
pub struct Streaks {
    by_engine: BTreeMap<usize, Streak>,
}

impl Streaks {
    /// Adds a game. Returns the streak that it extends.
    pub fn add(&mut self, game: &PlayedGame) -> Option<&Streak> {
        let Some((engine, reason)) = game.at_fault() else {
            game.players.iter().for_each(|engine| _ = self.by_engine.remove(engine));
            return None;
        };
        let times = self.by_engine.remove(&engine).map_or(0, |streak| streak.times) + 1;
        let streak = Streak { engine, reason, times, detail: told_with(&game.detail, &game.standard_error) };
        Some(self.by_engine.entry(engine).or_insert(streak))
    }

    /// Returns all streaks, the longest first.
    #[must_use]
    pub fn all(&self) -> Vec<Streak> {
        let mut all: Vec<_> = self.by_engine.values().cloned().collect();
        all.sort_by_key(|streak| std::cmp::Reverse(streak.times));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::drawn_by_fault_of;
    use crate::game::Termination;
    use crate::testing::game;

    /// Creates a game that the first player loses by this fault, or a draw without one.
    fn played(players: [usize; 2], reason: Option<Reason>) -> PlayedGame {
        let termination = reason.map_or(Termination::Normal, Termination::Fault);
        PlayedGame { players, half_points: if reason.is_some() { 0 } else { 1 }, termination, ..game(0) }
    }

    /// Returns the engines and lengths of the streaks after these games.
    fn after(games: &[PlayedGame]) -> Vec<(usize, u32)> {
        let mut streaks = Streaks::default();
        games.iter().for_each(|game| _ = streaks.add(game));
        streaks.all().iter().map(|streak| (streak.engine, streak.times)).collect()
    }

    const CRASH: Option<Reason> = Some(Reason::Crash);

    #[test]
    fn two_engines_that_fail_in_turn_have_a_streak_each() {
        let games = [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1]].map(|players| played(players, CRASH));
        assert_eq!(after(&games), [(0, 3), (1, 2)]);
    }

    #[test]
    fn a_sound_game_ends_the_streaks_of_both_and_of_no_other() {
        let games = [played([0, 1], CRASH), played([1, 0], CRASH), played([2, 0], CRASH), played([1, 0], None)];
        assert_eq!(after(&games[..3]), [(0, 1), (1, 1), (2, 1)]);
        assert_eq!(after(&games), [(2, 1)]);
        assert_eq!(after(&[&games[..], &games[..1]].concat()), [(0, 1), (2, 1)]);
    }

    #[test]
    fn a_fault_of_another_kind_makes_a_streak_longer() {
        let hang = Some(Reason::Hang);
        let games = [played([0, 1], CRASH), played([0, 1], CRASH), played([0, 1], hang)];
        assert_eq!(after(&games), [(0, 3)]);
    }

    #[test]
    fn the_loser_is_the_one_that_failed() {
        let mut streaks = Streaks::default();
        let lost_by_the_second = PlayedGame { half_points: 2, ..played([3, 4], CRASH) };
        let streak = streaks.add(&lost_by_the_second).unwrap();
        assert_eq!((streak.engine, streak.times, streak.reason), (4, 1, Reason::Crash));
    }

    #[test]
    fn a_fault_may_be_drawn() {
        for (player, engine) in [(0, 3), (1, 4)] {
            let detail = format!("late{}", drawn_by_fault_of(player));
            let drawn = PlayedGame { half_points: 1, detail, ..played([3, 4], Some(Reason::Time)) };
            assert_eq!(Streaks::default().add(&drawn).unwrap().engine, engine);
        }
    }
}

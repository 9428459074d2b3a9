//! The current results of a match.

use crate::game::{Pairing, PlayedGame, Termination};
use crate::schedule::Schedule;
use crate::settings::MatchSettings;
use crate::statistics::{Pentanomial, ResultTally, Sprt, SprtState, SprtVerdict};
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of games, which can be added in any order; the test evaluates pairs in the order of the plan.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    schedule: Schedule,
    sprt: Option<Sprt>,
    /// The meetings, sorted by their engines.
    meetings: Vec<Meeting>,
    /// For each engine, the results of all its games and pairs.
    results: Vec<(ResultTally, Pentanomial)>,
    /// For each engine, the number of its games that ended without a fault of either side.
    sound: Vec<u64>,
    /// For each engine, the number of its faults by reason.
    faults: Vec<BTreeMap<&'static str, u64>>,
    sides: SideResults,
    played: u64,
    /// The total number of restarts of games.
    voided: u64,
    /// The number of games that cannot be placed, because games that they depend on are missing.
    unplaced: u64,
    /// The number of games that could not be played, and do not count.
    void: u64,
    /// For each encounter with one played game, the half points of the lower engine; `None` if that game is void.
    halves: BTreeMap<u64, Option<u8>>,
    /// For each complete pair after an incomplete one, the half points of the lower engine; `None` if one of its games
    /// is void.
    waiting: BTreeMap<u64, Option<u8>>,
    /// The first encounter that is not complete; the pairs of all earlier ones have been tested.
    next: u64,
    tested: Pentanomial,
    verdict: SprtVerdict,
}

/// Results by side, regardless of the engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideResults {
    /// The number of games won by the first player.
    pub first_wins: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games won by the second player.
    pub second_wins: u64,
}

impl SideResults {
    /// Returns the result of one game, from the half points of the first player; all zero for a void game.
    #[must_use]
    pub fn of(game: &PlayedGame) -> Self {
        let is = |half_points| u64::from(!game.is_void() && game.half_points == half_points);
        Self { first_wins: is(2), draws: is(1), second_wins: is(0) }
    }

    fn add(&mut self, other: Self) {
        self.first_wins += other.first_wins;
        self.draws += other.draws;
        self.second_wins += other.second_wins;
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.first_wins + self.draws + self.second_wins
    }
}

/// All games between two engines.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The two engines, as indices into the list; results are from the view of the first.
    pub engines: (usize, usize),
    /// The results of the games.
    pub tally: ResultTally,
    /// The results of the games by side.
    pub sides: SideResults,
    /// The results of the pairs of games.
    pub pairs: Pentanomial,
    /// The number of games that ended without a fault.
    pub sound: u64,
    /// The number of games by termination.
    pub terminations: BTreeMap<&'static str, u64>,
}

impl Meeting {
    /// Creates a meeting without games.
    fn between(engines: (usize, usize)) -> Self {
        let (tally, sides, pairs) = Default::default();
        Self { engines, tally, sides, pairs, sound: 0, terminations: BTreeMap::new() }
    }
}

impl Scoreboard {
    /// Creates a scoreboard without games.
    #[must_use]
    pub fn new(settings: &MatchSettings) -> Self {
        let schedule = Schedule::new(settings);
        Self {
            meetings: schedule.meetings().iter().copied().map(Meeting::between).collect(),
            results: vec![Default::default(); settings.engines.len()],
            sound: vec![0; settings.engines.len()],
            faults: vec![BTreeMap::new(); settings.engines.len()],
            schedule,
            sprt: settings.sprt,
            sides: SideResults::default(),
            played: 0,
            voided: 0,
            unplaced: 0,
            void: 0,
            halves: BTreeMap::new(),
            waiting: BTreeMap::new(),
            next: 0,
            tested: Pentanomial::default(),
            verdict: SprtVerdict::Continue,
        }
    }

    /// Adds a game. After the pair that decided the test, in the order of the plan, further games do not count if that
    /// pair is known; if games are added in order, exactly the games up to that pair count. A game also does not count
    /// if the previous games do not imply this pairing.
    pub fn add(&mut self, game: &PlayedGame) {
        let pairing = self.schedule.game(game.number).filter(|pairing| pairing.players == game.players);
        let Some(pairing) = pairing else {
            self.unplaced += 1;
            return;
        };
        if self.verdict != SprtVerdict::Continue {
            return;
        }
        self.schedule.played(game);
        let makes_pairs = self.schedule.games_per_encounter() == 2;
        if game.is_void() {
            self.void += 1;
            if makes_pairs {
                self.add_half(pairing, None);
            }
            return;
        }
        self.played += 1;
        let sides = SideResults::of(game);
        self.sides.add(sides);
        self.voided += u64::from(game.voided);
        let [first, second] = pairing.players;
        self.results[first].0.add(game.half_points);
        self.results[second].0.add(2 - game.half_points);
        let sound = u64::from(!matches!(game.termination, Termination::Fault(_)));
        pairing.players.iter().for_each(|&engine| self.sound[engine] += sound);
        let meeting = self.meeting((first.min(second), first.max(second)));
        meeting.sound += sound;
        let lower = if first < second { game.half_points } else { 2 - game.half_points };
        meeting.tally.add(lower);
        meeting.sides.add(sides);
        *meeting.terminations.entry(game.termination.as_str()).or_default() += 1;
        if let Some((engine, reason)) = game.at_fault() {
            *self.faults[engine].entry(reason.as_str()).or_default() += 1;
        }
        if makes_pairs {
            self.add_half(pairing, Some(lower));
        }
    }

    /// Returns the meeting of two engines, of which the lower comes first.
    fn meeting(&mut self, engines: (usize, usize)) -> &mut Meeting {
        let place = self.meetings.binary_search_by_key(&engines, |meeting| meeting.engines);
        let place = place.unwrap_or_else(|place| {
            self.meetings.insert(place, Meeting::between(engines));
            place
        });
        &mut self.meetings[place]
    }

    /// Adds the half points of the lower engine in a game of a pair; `None` if the game is void, which excludes the
    /// pair.
    fn add_half(&mut self, pairing: Pairing, half_points: Option<u8>) {
        let Some(other) = self.halves.remove(&pairing.encounter) else {
            self.halves.insert(pairing.encounter, half_points);
            return;
        };
        let [lower, higher] = [pairing.players[0].min(pairing.players[1]), pairing.players[0].max(pairing.players[1])];
        let pair = half_points.zip(other).map(|(one, other)| one + other);
        if let Some(pair) = pair {
            self.meeting((lower, higher)).pairs.add(pair);
            self.results[lower].1.add(pair);
            self.results[higher].1.add(4 - pair);
        }
        let Some(sprt) = self.sprt else { return };
        self.waiting.insert(pairing.encounter, pair);
        while let Some(pair) = self.waiting.remove(&self.next) {
            self.next += 1;
            let Some(pair) = pair else { continue };
            self.tested.add(pair);
            self.verdict = sprt.state(self.tested).verdict;
            if self.verdict != SprtVerdict::Continue {
                return;
            }
        }
    }

    /// Returns the number of games that count.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Returns the results by side of the games that count.
    #[must_use]
    pub fn sides(&self) -> SideResults {
        self.sides
    }

    /// Returns the number of times that games were abandoned and restarted because plyd was paused or lacked resources.
    #[must_use]
    pub fn voided(&self) -> u64 {
        self.voided
    }

    /// Returns the number of games that do not count because the existing games do not imply their pairing: in a
    /// knockout or a Swiss tournament, games after a missing one.
    #[must_use]
    pub fn unplaced(&self) -> u64 {
        self.unplaced
    }

    /// Returns the number of games that could not be played, and do not count.
    #[must_use]
    pub fn void(&self) -> u64 {
        self.void
    }

    /// Returns the number of planned games as currently known.
    #[must_use]
    pub fn planned(&self) -> u64 {
        self.schedule.planned()
    }

    /// Returns the schedule, updated with the games that count.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Returns the pairings with their results, sorted by engines, including future pairings that are known from the
    /// start.
    #[must_use]
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// Returns the number of faults of an engine by reason.
    #[must_use]
    pub fn faults(&self, engine: usize) -> &BTreeMap<&'static str, u64> {
        &self.faults[engine]
    }

    /// Returns the number of games of an engine that ended without a fault of either side.
    #[must_use]
    pub fn sound(&self, engine: usize) -> u64 {
        self.sound[engine]
    }

    /// Returns the results of all games of an engine.
    #[must_use]
    pub fn tally(&self, engine: usize) -> ResultTally {
        self.results[engine].0
    }

    /// Returns the results of all pairs of an engine.
    #[must_use]
    pub fn pairs(&self, engine: usize) -> Pentanomial {
        self.results[engine].1
    }

    /// Returns the test and its state; `None` without a test.
    #[must_use]
    pub fn sprt(&self) -> Option<(Sprt, SprtState)> {
        self.sprt.map(|sprt| (sprt, sprt.state(self.tested)))
    }

    /// Whether the match is complete: all games are played, or the test is decided.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.verdict != SprtVerdict::Continue || self.played + self.void == self.planned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Reason;
    use crate::settings::MatchPlan;
    use crate::testing;

    fn settings(more: &str) -> MatchSettings {
        let text = format!("engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\n{more}");
        MatchPlan::from_toml(&text).unwrap().settle("x", Vec::new(), 0).unwrap()
    }

    fn game(number: u64, half_points: u8) -> PlayedGame {
        PlayedGame { half_points, termination: Termination::Normal, ..testing::game(number) }
    }

    #[test]
    fn games_and_pairs_are_counted_for_the_first_engine() {
        let mut board = Scoreboard::new(&settings("rounds = 3"));
        // A wins both games of one pair; draws and loses in the next; and draws one, whose second game is not played.
        for (number, half_points) in [(3, 2), (0, 2), (1, 0), (2, 1), (4, 1)] {
            board.add(&game(number, half_points));
        }
        assert_eq!(board.tally(0), ResultTally { wins: 2, draws: 2, losses: 1 });
        assert_eq!(board.tally(1), ResultTally { wins: 1, draws: 2, losses: 2 });
        assert_eq!((board.meetings()[0].pairs, board.meetings()[0].tally), (board.pairs(0), board.tally(0)));
        assert_eq!((board.pairs(0), board.pairs(1)), (Pentanomial([0, 1, 0, 0, 1]), Pentanomial([1, 0, 0, 1, 0])));
        // A game of another plan.
        board.add(&PlayedGame { players: [0, 1], ..game(5, 2) });
        assert_eq!((board.played(), board.planned(), board.is_finished()), (5, 6, false));
    }

    #[test]
    fn games_are_counted_by_who_began() {
        let mut board = Scoreboard::new(&settings("rounds = 3"));
        for (number, half_points) in [(0, 2), (1, 2), (2, 1), (3, 0)] {
            board.add(&game(number, half_points));
        }
        // A void game does not count.
        board.add(&PlayedGame { termination: Termination::Void, ..game(4, 1) });
        let sides = SideResults { first_wins: 2, draws: 1, second_wins: 1 };
        assert_eq!((board.sides(), board.meetings()[0].sides), (sides, sides));
        assert_eq!(sides.games(), board.played());
    }

    #[test]
    fn a_fault_is_counted_for_the_engine_that_lost_by_it() {
        let mut board = Scoreboard::new(&settings(""));
        let termination = Termination::Fault(Reason::Crash);
        board.add(&PlayedGame { termination, ..game(0, 2) });
        assert_eq!((board.faults(0).get("crash"), board.faults(1).get("crash")), (None, Some(&1)));
        board.add(&PlayedGame { termination, ..game(1, 2) });
        board.add(&PlayedGame { termination, ..game(2, 0) });
        assert_eq!((board.faults(0).get("crash"), board.faults(1).get("crash")), (Some(&2), Some(&1)));
        assert_eq!(board.meetings()[0].terminations.get("crash"), Some(&3));
    }

    #[test]
    fn games_that_were_begun_again_are_counted_if_they_count() {
        let mut board = Scoreboard::new(&settings(""));
        assert_eq!(board.voided(), 0);
        board.add(&PlayedGame { voided: 3, ..game(0, 2) });
        board.add(&PlayedGame { voided: 2, ..game(1, 2) });
        board.add(&PlayedGame { voided: 4, players: [1, 0], ..game(2, 2) });
        assert_eq!((board.voided(), board.unplaced()), (5, 1));
    }

    #[test]
    fn void_games_count_for_nobody_and_the_match_can_end() {
        let mut board = Scoreboard::new(&settings("rounds = 3\nsprt = 'elo0=0 elo1=5'"));
        let void = |number| PlayedGame { termination: Termination::Void, ..game(number, 1) };
        let mut without = Scoreboard::new(&settings("rounds = 2\nsprt = 'elo0=0 elo1=5'"));
        for (number, half_points) in [(0, 2), (1, 1), (4, 0), (5, 2)] {
            board.add(&game(number, half_points));
            without.add(&game(if number > 1 { number - 2 } else { number }, half_points));
        }
        assert!(!board.is_finished());
        board.add(&game(2, 2));
        board.add(&void(3));
        assert_eq!((board.played(), board.void(), board.is_finished()), (5, 1, true));
        assert_eq!((board.sprt(), board.pairs(0)), (without.sprt(), without.pairs(0)), "its pair is left out");
        assert_eq!((board.tally(0).games(), board.meetings()[0].terminations.get("unplayable")), (5, None));
    }

    /// This also applies to encounters in which the later engine begins.
    #[test]
    fn pairs_are_counted_for_the_engine_that_is_named_first() {
        let mut board = Scoreboard::new(&settings("rounds = 5\nsprt = 'elo0=0 elo1=5'"));
        for (number, half_points) in [2, 1, 1, 0, 0, 1, 2, 0, 1, 1].into_iter().enumerate() {
            board.add(&game(number as u64, half_points));
        }
        assert_eq!(board.meetings()[0].pairs, Pentanomial([0, 1, 1, 2, 1]));
        assert_eq!((board.pairs(0), board.pairs(1)), (Pentanomial([0, 1, 1, 2, 1]), Pentanomial([1, 2, 1, 1, 0])));
        let (sprt, state) = board.sprt().unwrap();
        assert_eq!(state, sprt.state(board.pairs(0)));
    }

    #[test]
    fn the_test_looks_at_pairs_in_the_order_of_the_plan() {
        let settings = settings("rounds = 1000\nsprt = 'elo0=0 elo1=100 model=logistic'");
        // A wins every pair; within groups of ten, the numbers come out of order.
        let mut board = Scoreboard::new(&settings);
        let mut in_order = Scoreboard::new(&settings);
        let half_points = |number: u64| if number.is_multiple_of(2) { 2 } else { 0 };
        for number in 0..2_000 {
            in_order.add(&game(number, half_points(number)));
            let shuffled = number / 10 * 10 + (9 - number % 10);
            board.add(&game(shuffled, half_points(shuffled)));
        }
        assert!(board.is_finished() && in_order.is_finished());
        assert_eq!(board.sprt(), in_order.sprt());
        assert_eq!(in_order.sprt().unwrap().1.verdict, SprtVerdict::H1);
        assert!(in_order.played() < 100 && in_order.played().is_multiple_of(2));
    }

    #[test]
    fn a_game_between_other_engines_than_the_plan_says_is_counted_apart() {
        let mut board = Scoreboard::new(&settings(""));
        board.add(&PlayedGame { players: [1, 0], ..game(0, 2) });
        board.add(&game(1, 2));
        board.add(&PlayedGame { players: [1, 0], ..game(2, 2) });
        assert_eq!((board.played(), board.unplaced()), (1, 2));
    }
}

//! Whole tournaments without actual games, for tests: results are computed from the number of the game.

use super::game;
use crate::game::{Pairing, PlayedGame, Termination};
use crate::random::Random;
use crate::schedule::Schedule;
use crate::scoreboard::Scoreboard;
use crate::settings::{MatchPlan, MatchSettings};
use crate::units::{EncounterUnits, Take};
use std::collections::BTreeMap;

/// Creates the settings of a tournament with this many engines.
pub fn settings(tournament: &str, engines: usize, more: &str) -> MatchSettings {
    let engines: Vec<_> = (0..engines).map(|number| format!("'name={number} builtin depth=1'")).collect();
    let text = format!("tournament = '{tournament}'\nengine = [{}]\n{more}", engines.join(", "));
    MatchPlan::from_toml(&text).unwrap().settle("x", Vec::new(), 0).unwrap()
}

/// A completed tournament.
pub struct PlayedTournament {
    /// The games, sorted by number.
    pub games: Vec<PlayedGame>,
    /// The final scoreboard.
    pub scoreboard: Scoreboard,
}

impl PlayedTournament {
    /// Returns the final schedule.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        self.scoreboard.schedule()
    }

    /// Returns the players of each game.
    pub fn players(&self) -> Vec<(u64, [usize; 2])> {
        self.games.iter().map(|game| (game.number, game.players)).collect()
    }
}

/// Returns pseudo-random half points of the first player, which are determined by the seed and the number of the game.
pub fn random_result(seed: u64) -> impl Fn(Pairing) -> u8 {
    move |pairing| Random::for_part(seed, pairing.number).below(3) as u8
}

/// Plays a number of units concurrently; they end in a random order.
pub fn play(settings: &MatchSettings, at_a_time: usize, result: impl Fn(Pairing) -> u8) -> PlayedTournament {
    let schedule = Schedule::new(settings);
    let (mut units, mut scoreboard) = (EncounterUnits::new(&schedule), Scoreboard::new(settings));
    let mut random = Random::new(at_a_time as u64);
    let (mut running, mut games) = (Vec::new(), BTreeMap::new());
    loop {
        match units.take() {
            Take::Unit(unit) => running.extend(unit.games),
            Take::Wait => assert!(!running.is_empty(), "nothing is played, and there is more to wait for"),
            Take::Over if running.is_empty() => break,
            Take::Over => {}
        }
        let is_full = running.len() >= at_a_time;
        while !running.is_empty()
            && (is_full || units.clone().take() == Take::Wait || units.clone().take() == Take::Over)
        {
            let pairing: Pairing = running.swap_remove(random.below(running.len() as u64) as usize);
            assert!(pairing.round < schedule.rounds() && pairing.number < schedule.len(), "{pairing:?}");
            assert_eq!(scoreboard.schedule().game(pairing.number), Some(pairing), "what is known stays so");
            let Pairing { number, round, players, .. } = pairing;
            let termination = Termination::Normal;
            let game = PlayedGame { round, players, half_points: result(pairing), termination, ..game(number) };
            units.played(&game);
            scoreboard.add(&game);
            assert!(games.insert(number, game).is_none(), "game {number} was played twice");
            if is_full {
                break;
            }
        }
    }
    assert_eq!((scoreboard.is_finished(), scoreboard.played()), (true, games.len() as u64));
    PlayedTournament { games: games.into_values().collect(), scoreboard }
}

/// Plays a tournament sequentially and concurrently, and checks that the games are the same. Then it resumes the
/// tournament after each share of its games, and checks for the same result.
pub fn play_in_any_order(settings: &MatchSettings, result: impl Fn(Pairing) -> u8) -> PlayedTournament {
    let played = play(settings, 1, &result);
    for at_a_time in [3, 50] {
        assert_eq!(play(settings, at_a_time, &result).players(), played.players());
    }
    let mut units = EncounterUnits::new(&Schedule::new(settings));
    let most = played.games.len() * 2 / 3;
    played.games[..most].iter().for_each(|game| assert!(units.played(game)));
    let mut rest = Vec::new();
    while let Take::Unit(unit) = units.take() {
        for pairing in unit.games {
            rest.push(pairing.number);
            let game = played.games.iter().find(|game| game.number == pairing.number).expect("a game of the plan");
            assert_eq!((game.players, game.round), (pairing.players, pairing.round));
            units.played(game);
        }
    }
    assert_eq!(rest, played.games[most..].iter().map(|game| game.number).collect::<Vec<_>>());
    played
}

//! A game of a match depends on its number, and on nothing that was played before.

use crate::libraries::library;
use plyd_arena::{BuiltinOptions, Heartbeat, Interrupt, Match};
use plyd_player::{SearchOptions, SearchSettings};
use plyd_tournament::settings::{EngineSettings, MatchPlan};
use plyd_tournament::{EncounterUnit, EncounterUnits, PlayedGame, Schedule, Take};
use std::ops::ControlFlow;
use std::time::Duration;

/// A match of built-in engines with these words, each round from other random moves.
fn plan(game: &str, engines: &[&str]) -> Match {
    let engines: Vec<_> = engines.iter().map(|words| format!("'{words}'")).collect();
    let text = format!("engine = [{}]\nrounds = 3\nrandom-plies = 3\nmaxmoves = 30", engines.join(", "));
    let settings = MatchPlan::from_toml(&text).unwrap().settle(game, Vec::new(), 5).unwrap();
    let options = |engine: &EngineSettings| {
        let mut search = SearchOptions::new(&SearchSettings::default());
        for (name, value) in &engine.options {
            search.set(name, value).expect("there is such an option").expect("it takes the value");
        }
        Ok(BuiltinOptions { search, hash_is_wanted: true, move_overhead: Duration::ZERO, parameters: Vec::new() })
    };
    Match::new(settings, library(game), &options).unwrap()
}

fn units(game: &Match) -> Vec<EncounterUnit> {
    let mut units = EncounterUnits::new(&Schedule::new(game.settings()));
    std::iter::from_fn(|| match units.take() {
        Take::Unit(unit) => Some(unit),
        Take::Wait | Take::Over => None,
    })
    .collect()
}

/// All games of these units, played by one worker in this order; without the times, by number.
fn played(game: &Match, units: &[EncounterUnit]) -> Vec<PlayedGame> {
    let (heartbeat, interrupt) = (Heartbeat::start().unwrap(), Interrupt::default());
    let mut player = game.plays(&interrupt, &heartbeat);
    let mut games = Vec::new();
    for unit in units {
        let course = player.play(unit, &mut |game| {
            games.push(game);
            ControlFlow::Continue(())
        });
        assert_eq!(course.unwrap(), ControlFlow::Continue(()));
    }
    for game in &mut games {
        (game.started, game.ended) = Default::default();
        let evaluations = game.moves.iter_mut().filter_map(|mv| mv.evaluation.as_mut());
        evaluations.for_each(|evaluation| evaluation.micros = 0);
    }
    games.sort_by_key(|game| game.number);
    games
}

/// Of every game the same moves, scores, depths and nodes, whatever was played before it.
#[track_caller]
fn assert_order_does_not_matter(id: &str, engines: &[&str]) {
    let game = plan(id, engines);
    let mut units = units(&game);
    let games = played(&game, &units);
    assert_eq!(games.len() as u64, Schedule::new(game.settings()).len());
    assert!(games.iter().all(|game| game.voided == 0 && !game.moves.is_empty()));
    units.reverse();
    assert_eq!(played(&game, &units), games);
    for unit in &units {
        let alone = played(&game, std::slice::from_ref(unit));
        assert!(alone.iter().all(|game| games[game.number as usize] == *game));
    }
}

#[test]
fn tictactoe_is_the_same_in_every_order() {
    let engines = [
        "name=A builtin depth=4 option.Hash=1",
        "name=B builtin nodes=50",
        "name=C builtin depth=9 option.Algorithm=minimax",
    ];
    assert_order_does_not_matter("tictactoe", &engines);
}

/// A table of 1 MiB is cleared, one of 8 MiB is replaced.
#[test]
fn connect_four_is_the_same_in_every_order() {
    let engines = ["name=A builtin depth=6 option.Hash=1", "name=B builtin nodes=3000 option.Hash=8"];
    assert_order_does_not_matter("cfour", &engines);
}

/// One of them errs at random.
#[test]
fn chess_is_the_same_in_every_order() {
    let weak = "name=B builtin nodes=1000 option.Hash=1 option.UCI_LimitStrength=true option.UCI_Elo=1500";
    assert_order_does_not_matter("chess", &["name=A builtin nodes=2000 option.Hash=1", weak]);
}

#[test]
fn a_unit_of_another_match_is_refused() {
    let small = plan("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=1"]);
    let large = plan("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=1", "name=C builtin depth=1"]);
    let (heartbeat, interrupt) = (Heartbeat::start().unwrap(), Interrupt::default());
    let unit = units(&large).into_iter().find(|unit| unit.games[0].players.contains(&2)).unwrap();
    let mut player = small.plays(&interrupt, &heartbeat);
    let error = player.play(&unit, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().contains("another match"), "{error}");
}

#[test]
fn an_interrupt_and_a_word_break_a_unit_off() {
    let game = plan("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=1"]);
    let (heartbeat, interrupt) = (Heartbeat::start().unwrap(), Interrupt::default());
    let unit = &units(&game)[0];
    let mut player = game.plays(&interrupt, &heartbeat);
    let mut numbers = Vec::new();
    let course = player.play(unit, &mut |game| {
        numbers.push(game.number);
        ControlFlow::Break(())
    });
    assert_eq!((course.unwrap(), &numbers[..]), (ControlFlow::Break(()), &[0][..]));
    interrupt.ask();
    let course = player.play(unit, &mut |_| panic!("a game was played"));
    assert_eq!(course.unwrap(), ControlFlow::Break(()));
}

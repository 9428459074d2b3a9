//! Tests of the invariants that searches rely on, in random games of many sizes.

use crate::boards::{SIZES, open, start};
use crate::plain::Plain;
use kalah::{Kalah, State};
use plyd_plugin::testing::{Keys, after, check_keys_differ, legal, list, random_games};
use plyd_plugin::{Game, Move, Outcome, Player, Plugin};

/// The weight of the seeds in houses, on which the bound on the plies of a game is based.
fn weight(position: &Plain) -> u32 {
    let houses = position.houses() as u32;
    let in_row = |row: &[u32]| {
        (0..).zip(row).map(|(house, count)| count * (houses * (houses - 1) + houses - house)).sum::<u32>()
    };
    let rows = position.pits.chunks(position.houses() + 1).map(|row| in_row(&row[..position.houses()]));
    rows.sum::<u32>()
}

#[test]
fn every_move_takes_weight_away_so_that_games_end_in_time() {
    for size in SIZES {
        let (mut plies, mut longest, mut before) = (0, 0, u32::MAX);
        random_games(&start(size), 60, |game, state, mv| {
            let weight = weight(&Plain::read(&game.format_state(state), size.2));
            assert!(weight < before, "{}", game.format_state(state));
            (plies, before) = if mv.is_some() { (plies + 1, weight) } else { (0, u32::MAX) };
            longest = longest.max(plies);
            assert!(plies <= game.facts().max_plies && weight <= game.facts().max_plies);
        });
        assert!(longest > 0);
    }
}

#[test]
fn values_are_those_of_the_definition_and_within_the_seeds() {
    for size in SIZES {
        random_games(&start(size), 40, |game, state, mv| {
            let text = game.format_state(state);
            let plain = Plain::read(&text, size.2);
            let prospects = |row: &[u32]| {
                let (store, houses) = row.split_last().unwrap();
                let second_turns = (1..).zip(houses.iter().rev()).filter(|(distance, count)| *distance == **count);
                4 * store.cast_signed() + houses.iter().sum::<u32>().cast_signed() + 2 * second_turns.count() as i32
            };
            let (max, min) = plain.pits.split_at(plain.houses() + 1);
            let value = (prospects(max) - prospects(min)) / 4;
            if mv.is_some() {
                assert_eq!(game.evaluate(state), value, "{text}");
            }
            let seeds = plain.pits.iter().sum::<u32>().cast_signed();
            assert!(value.abs() <= seeds && seeds < game.facts().win, "{text}");
        });
    }
}

#[test]
fn values_follow_the_numbers_of_the_heuristic_and_stay_below_a_win() {
    let value = |setup: &str, options: &str| {
        let (game, state) = open(setup, options).unwrap();
        assert!(game.evaluate(&state).abs() < game.facts().win);
        game.evaluate(&state)
    };
    // White has three more seeds in the store, five more in houses, and two houses whose last seed reaches the store.
    let setup = "0,0,2/4,2,1 w 5 2";
    let values =
        ["", "House Seed=75 Second Turn=0", "House Seed=0 Second Turn=75"].map(|options| value(setup, options));
    assert_eq!(values, [525 / 100, (300 + 375) / 100, (300 + 150) / 100]);
    // One player owns all seeds but one, with the highest possible values.
    let most = "House Seed=75 Second Turn=75";
    assert_eq!(value("1/1 w 253 0", most), 253);
    assert_eq!(value("0,1/2,1 w 251 0", most), 254);
}

#[test]
fn keys_are_equal_exactly_for_equal_positions_under_equal_rules() {
    let mut keys = Keys::default();
    for size in SIZES {
        random_games(&start(size), 60, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, &format!("EmptyCapture={}", size.2)).unwrap();
            assert_eq!(game.key(state), reopened.key(&same));
            let (reopened, same) = open(&text, &format!("EmptyCapture={}", !size.2)).unwrap();
            assert_ne!(game.key(state), reopened.key(&same));
            keys.add(game.key(state), &format!("{text} {}", size.2));
        });
    }
    assert!(keys.count() > 5_000);
    check_keys_differ::<Kalah>(&[
        "1,2/3,4 w",
        "1,2/3,4 b",
        "2,1/3,4 w",
        "3,4/1,2 b",
        "1,2/3,4 w 1",
        "1,2/3,4 w 0 1",
        "0,1,2/0,3,4 w",
    ]);
}

#[test]
fn no_position_comes_back() {
    random_games(&start((6, 4, false)), 100, |game, state, mv| {
        assert!(mv.is_none_or(|mv| game.is_irreversible(state, mv)));
    });
}

/// The number of seeds that a move stores, and whether the mover moves again.
fn gain(game: &Kalah, state: &State, mv: Move) -> (u32, bool) {
    let read = |state: &State| Plain::read(&game.format_state(state), false);
    let (before, child) = (read(state), read(&after(game, state, mv)));
    let houses = before.houses();
    let store = if before.turn == Player::Max { houses } else { 2 * houses + 1 };
    (child.pits[store] - before.pits[store], child.turn == before.turn)
}

#[test]
fn order_and_noisy_moves_know_second_turns_and_captures() {
    for size in SIZES {
        random_games(&start(size), 15, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let moves = legal(game, state);
            let mut scores = vec![0; moves.len()];
            game.order(state, &moves, &mut scores);
            let gains: Vec<(u32, bool)> = moves.iter().map(|mv| gain(game, state, *mv)).collect();
            let mut ranked: Vec<((bool, u32), i32)> = Vec::new();
            for ((gained, again), score) in gains.iter().zip(scores) {
                ranked.push(((*again, if *again { 0 } else { *gained }), score));
            }
            ranked.sort_unstable();
            for pair in ranked.windows(2) {
                assert!(pair[0].0 == pair[1].0 || pair[0].1 < pair[1].1, "{}", game.format_state(state));
            }
            let is_noisy = |gain: &(u32, bool)| gain.1 || gain.0 >= 2;
            let noisy = moves.iter().zip(&gains).filter(|(_, gain)| is_noisy(gain));
            let expected: Vec<Move> = noisy.map(|(mv, _)| *mv).collect();
            assert_eq!(list(game, |moves| game.noisy(state, moves)), expected, "{}", game.format_state(state));
        });
    }
}

#[test]
fn the_declared_facts() {
    let (game, root) = start((6, 4, false));
    let facts = game.facts();
    assert_eq!((facts.max_moves, facts.max_plies, facts.win), (6, 1_728, 256));
    assert!(facts.has_key && facts.moves_are_actions && facts.repetition.is_none());
    assert!(facts.abilities.order && facts.abilities.noisy);
    assert!(!facts.abilities.null_move && !facts.abilities.symmetry);
    assert_eq!(game.outcome(&root), Outcome::Ongoing);
    // A board without seeds is a finished game, but a declared bound is never 0.
    let (game, root) = open("0/0 w", "").unwrap();
    assert_eq!((game.outcome(&root), game.facts().max_plies), (Outcome::Utility(0), 1));
}

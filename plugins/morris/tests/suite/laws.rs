//! The laws that searches rely on, in random games.

use crate::open;
use crate::plain::Plain;
use crate::rules::SETUPS;
use morris::Morris;
use plyd_plugin::testing::{Keys, after, check_keys_differ, key_of, legal, list, random_games};
use plyd_plugin::{Game, Move, Outcome, Player, Plugin};
use plyd_trials::PlainRules;
use std::collections::{HashMap, HashSet};

#[test]
fn values_are_those_of_the_definition_and_change_sides_with_the_colours() {
    for setup in SETUPS {
        random_games(&open(setup), 8, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let text = game.format_state(state);
            let plain = Plain::read(&text);
            let value = game.evaluate(state);
            assert_eq!(value, plain.value(), "{text}");
            let (game, other) = open(&plain.turned().write());
            assert_eq!(game.evaluate(&other), -value, "{text}");
            assert!(value.abs() < game.facts().win);
        });
    }
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut keys = Keys::default();
    for setup in SETUPS {
        random_games(&open(setup), 30, |game, state, _| {
            let text = game.format_state(state);
            assert_eq!(game.key(state), key_of::<Morris>(&text));
            keys.add(game.key(state), &Plain::read(&text).picture());
        });
    }
    assert!(keys.count() > 5_000, "{} positions", keys.count());
    let setup = "W1W1W3/8/B1B1B3[WB] w";
    assert_eq!(key_of::<Morris>(setup), key_of::<Morris>(&format!("{setup} - - 0 8")));
    check_keys_differ::<Morris>(&[
        setup,
        "W1W1W3/8/B1B1B3[WB] b",
        "B1B1B3/8/W1W1W3[WB] w",
        "W1W1W3/8/B1B1B3[W] w",
        "W1W1W3/8/B1B1B3[B] w",
        "W1W1W3/8/B1B1B3[WWB] w",
        "W1W1W2W/8/B1B1B3[WB] w",
    ]);
}

#[test]
fn the_sixteen_images_of_a_position_share_a_symmetric_key_and_no_others_do() {
    let (mut known, mut most): (HashMap<u64, String>, usize) = (HashMap::new(), 0);
    for setup in SETUPS {
        random_games(&open(setup), 5, |game, state, _| {
            let images: Vec<Plain> = Plain::read(&game.format_state(state)).images();
            let key = game.symmetric_key(state);
            for image in &images {
                let (game, image) = open(&image.write());
                assert_eq!(game.symmetric_key(&image), key);
                assert_eq!(game.evaluate(&image), game.evaluate(state));
            }
            let pictures: HashSet<String> = images.iter().map(Plain::picture).collect();
            most = most.max(pictures.len());
            let least = pictures.into_iter().min().unwrap();
            assert_eq!(*known.entry(key).or_insert_with(|| least.clone()), least);
        });
    }
    assert!(known.len() > 500 && most == 16, "{} positions", known.len());
}

#[test]
fn men_who_are_placed_or_taken_do_not_come_back() {
    let mut undone = 0;
    for setup in SETUPS {
        random_games(&open(setup), 20, |game, state, mv| {
            let Some(mv) = mv else { return };
            let child = after(game, state, mv);
            let plain = Plain::read(&game.format_state(&child));
            assert_eq!(game.is_irreversible(state, mv), plain.quiet == 0);
            assert_eq!(game.turn(&child), game.turn(state).player().unwrap().other());
            undone += u32::from(plain.quiet > 0);
        });
    }
    assert!(undone > 100, "only {undone} quiet moves");
}

#[test]
fn plies_left_go_down_with_moves_of_men_and_are_set_back_by_others() {
    let mut drawn = 0;
    for (options, most) in [("", 100), ("QuietMoves=5", 10), ("QuietMoves=1000", 2_000)] {
        for setup in SETUPS {
            random_games(&plyd_plugin::testing::open::<Morris>(setup, options), 20, |game, state, mv| {
                let (left, text) = (game.plies_left(state), game.format_state(state));
                assert_eq!(u32::from(left), most - most.min(Plain::read(&text).quiet), "{text}");
                match game.outcome(state) {
                    Outcome::Ongoing => assert!(left > 0, "{text}"),
                    Outcome::Win(_) => {}
                    _ => assert_eq!(left, 0, "{text}"),
                }
                drawn += u32::from(left == 0);
                let Some(mv) = mv else { return };
                let next = if game.is_irreversible(state, mv) { most as u16 } else { left.saturating_sub(1) };
                assert_eq!(game.plies_left(&after(game, state, mv)), next, "{text}");
            });
        }
    }
    assert!(drawn > 10, "{drawn} positions without plies left");
    let (game, state) = plyd_plugin::testing::open::<Morris>("", "QuietMoves=0");
    assert!(!game.facts().abilities.horizon && game.plies_left(&state) == u16::MAX);
}

#[test]
fn noisy_moves_are_the_captures_which_are_rated_highest() {
    let mut captures = 0;
    for setup in SETUPS {
        random_games(&open(setup), 8, |game, state, mv| {
            if mv.is_none() || game.outcome(state) != Outcome::Ongoing {
                return;
            }
            let moves = legal(game, state);
            let plain = Plain::read(&game.format_state(state)).moves();
            let takes: Vec<bool> = plain.iter().map(|mv| mv.taken.is_some()).collect();
            let noisy: Vec<Move> = moves.iter().zip(&takes).filter(|(_, takes)| **takes).map(|(mv, _)| *mv).collect();
            assert_eq!(list(game, |out| game.noisy(state, out)), noisy);
            captures += noisy.len();
            let mut scores = vec![0; moves.len()];
            game.order(state, &moves, &mut scores);
            let rated = |kind: bool| scores.iter().zip(&takes).filter(move |it| *it.1 == kind).map(|it| *it.0);
            if let Some((least, most)) = rated(true).min().zip(rated(false).max()) {
                assert!(least > most, "{}", game.format_state(state));
            }
        });
    }
    assert!(captures > 100, "only {captures} captures");
}

#[test]
fn declared_limits_hold() {
    let (mut longest, mut most) = (0, 0);
    for setup in SETUPS {
        let mut plies = 0;
        random_games(&open(setup), 30, |game, state, mv| {
            plies = if mv.is_some() { plies + 1 } else { 0 };
            longest = longest.max(plies);
            most = most.max(legal(game, state).len());
            assert!(plies <= game.facts().max_plies);
        });
    }
    assert!(longest > 60 && most > 50, "{longest} plies, {most} moves");
    // Many gaps at once, and nine men to take.
    let (game, state) = open("W1W1W1W1/1B1B1B1B/BBB1B1B1[WW] w");
    assert!(legal(&game, &state).len() <= game.facts().max_moves as usize);
    let facts = open("").0.facts();
    // 18 men to be placed, and six of each to be taken before the last one.
    assert_eq!((facts.max_moves, facts.max_plies, facts.win), (288, (18 + 12 + 1) * 100, 10_000));
    assert!(facts.has_key && facts.moves_are_actions && !facts.abilities.null_move && facts.abilities.symmetry);
    assert_eq!(open("").0.turn(&open("").1).player(), Some(Player::Max));
}

//! What searches rely on, in random games of many sizes.

use crate::boards::{SIZES, open, start};
use crate::plain::{Plain, WEIGHTS};
use breakthrough::Breakthrough;
use plyd_plugin::testing::{Keys, after, check_keys_differ, key_of, legal, list, move_texts, random_games};
use plyd_plugin::{Game, Move, Outcome, Plugin};

#[test]
fn values_are_those_of_the_definition_and_smaller_than_a_win() {
    // At first with the defaults, then with ends of their ranges.
    for weights in [WEIGHTS, [0, 100, 4_000], [50, 0, 0]] {
        let [defended, loose, race] = weights;
        let options = format!("Defended={defended} Loose={loose} Race={race}");
        for (files, ranks) in SIZES {
            random_games(&start(files, ranks), 40, |usual, state, mv| {
                if mv.is_some() {
                    let text = usual.format_state(state);
                    let (game, same) = open(&text, if weights == WEIGHTS { "" } else { &options }).unwrap();
                    assert_eq!(game.evaluate(&same), Plain::read(&text).value(weights), "{text} {options}");
                    assert!(game.evaluate(&same).abs() < game.facts().win);
                }
            });
        }
    }
    let value = |setup: &str| {
        let (game, state) = open(setup, "").unwrap();
        game.evaluate(&state)
    };
    // The most pawns there can be, all of one player's but one.
    let full = "PPPPPPPP/".repeat(6);
    assert!(value(&format!("p7/{full}PPPPPPPP w")).abs() < 20_000);
    let (game, state) = open(&format!("p7/{full}PPPPPPPP w"), "Defended=50 Loose=0 Race=4000").unwrap();
    assert!(game.evaluate(&state).abs() < 20_000);
    // A pawn that nobody can stop is worth more than many pawns.
    assert!(value("8/8/P5pp/6pp/6pp/8/8/8 w") > 0);
    assert!(value("8/8/2p5/p5pp/P5pp/6pp/8/8 w") < 0);
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut keys = Keys::default();
    for (files, ranks) in SIZES {
        random_games(&start(files, ranks), 150, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, "").unwrap();
            assert_eq!(game.key(state), reopened.key(&same));
            // Without the counters, which are no part of the position.
            keys.add(game.key(state), text.split(" - ").next().unwrap());
        });
    }
    assert!(keys.count() > 10_000);
    let key = key_of::<Breakthrough>;
    assert_eq!(key("pp/2/PP w - - 0 1"), key("pp/2/PP w - - 7 12"));
    check_keys_differ::<Breakthrough>(&[
        "pp/2/PP w",
        "pp/2/PP b",
        "2/PP/pp/2 b",
        "2/pp/PP/2 b",
        "pp1/3/PP1 w",
        "2/pp/2/PP w",
        "pp/P1/1P w",
    ]);
}

/// The text of a position or a move with the files in reverse order.
fn mirrored(text: &str, files: u32) -> String {
    let other_file = |letter: char| match letter {
        'a'..='h' => char::from(b'a' + files as u8 - 1 - (letter as u8 - b'a')),
        other => other,
    };
    match text.split_once(' ') {
        Some((board, rest)) => {
            let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
            format!("{} {rest}", rows.join("/"))
        }
        None => text.chars().map(other_file).collect(),
    }
}

#[test]
fn mirrored_positions_have_one_symmetric_key_one_value_and_mirrored_moves() {
    for (files, ranks) in SIZES {
        random_games(&start(files, ranks), 40, |game, state, _| {
            let text = game.format_state(state);
            let (_, mirror) = open(&mirrored(&text, files), "").unwrap();
            assert_eq!(game.symmetric_key(state), game.symmetric_key(&mirror), "{text}");
            assert_eq!(game.outcome(state), game.outcome(&mirror), "{text}");
            assert_eq!(game.key(state) == game.key(&mirror), *state == mirror, "{text}");
            if game.outcome(state) == Outcome::Ongoing {
                assert_eq!(game.evaluate(state), game.evaluate(&mirror), "{text}");
            }
            let mut moves: Vec<String> =
                legal(game, state).into_iter().map(|mv| mirrored(&game.format_move(state, mv), files)).collect();
            let mut expected = move_texts(game, &mirror);
            moves.sort();
            expected.sort();
            assert_eq!(moves, expected, "{text}");
        });
    }
    let (game, state) = open("3/p2/2P w", "").unwrap();
    let (_, other) = open("3/1p1/2P w", "").unwrap();
    assert_ne!(game.symmetric_key(&state), game.symmetric_key(&other));
}

#[test]
fn no_position_comes_back_and_the_players_take_turns() {
    random_games(&start(8, 8), 60, |game, state, mv| {
        let Some(mv) = mv else { return };
        assert!(game.is_irreversible(state, mv));
        assert_eq!(game.turn(&after(game, state, mv)), game.turn(state).player().unwrap().other());
    });
}

#[test]
fn order_and_noisy_moves_know_wins_captures_and_threats() {
    for (files, ranks) in SIZES {
        random_games(&start(files, ranks), 20, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let moves = legal(game, state);
            let mut scores = vec![0; moves.len()];
            game.order(state, &moves, &mut scores);
            let pawns = |text: &str| text.split(' ').next().unwrap().matches(['P', 'p']).count();
            let rank = |mv: &Move| {
                let child = after(game, state, *mv);
                let captures = pawns(&game.format_state(&child)) < pawns(&game.format_state(state));
                let name = game.format_move(state, *mv);
                let to: u32 = name[3..].parse().unwrap();
                let left = if game.turn(state) == plyd_plugin::Player::Max { ranks - to } else { to - 1 };
                (left == 0, captures, left)
            };
            let ranked: Vec<(bool, bool, u32)> = moves.iter().map(rank).collect();
            let best = (0..moves.len()).max_by_key(|&place| scores[place]).unwrap();
            let kind = |(wins, captures, _): (bool, bool, u32)| if wins { 2 } else { u32::from(captures) };
            let kinds = ranked.iter().map(|rank| kind(*rank));
            assert_eq!(kind(ranked[best]), kinds.max().unwrap(), "{}", game.format_state(state));
            let noisy = moves.iter().zip(&ranked).filter(|(_, (_, captures, left))| *captures || *left <= 1);
            let expected: Vec<Move> = noisy.map(|(mv, _)| *mv).collect();
            assert_eq!(list(game, |moves| game.noisy(state, moves)), expected, "{}", game.format_state(state));
        });
    }
}

#[test]
fn declared_limits_hold() {
    for (files, ranks) in SIZES {
        let mut plies = 0;
        random_games(&start(files, ranks), 100, |game, state, mv| {
            // The room for moves is checked by what lists them.
            plies = if mv.is_some() { plies + 1 } else { 0 };
            assert!(plies <= game.facts().max_plies, "{}", game.format_state(state));
        });
    }
    let (game, _) = start(8, 8);
    let facts = game.facts();
    assert_eq!((facts.max_moves, facts.max_plies, facts.win), (48, 208, 20_000));
    assert!(facts.has_key && facts.moves_are_actions && facts.repetition.is_none());
    assert!(facts.abilities.order && facts.abilities.noisy && facts.abilities.symmetry);
    assert!(!facts.abilities.null_move);
    let (game, state) = open("8/2p5/8/1P1P1P2/8/8/8/8 w", "").unwrap();
    assert_eq!((game.facts().max_moves, legal(&game, &state).len(), game.facts().max_plies), (9, 9, 15));
}

//! Tests of the invariants that searches rely on, in random games on boards of many sizes.

use crate::boards::{BOARDS, open, pads, start};
use crate::plain::{Place, Plain};
use isola::Isola;
use plyd_plugin::testing::{Keys, after, check_keys_differ, key_of, legal, random_games};
use plyd_plugin::{CERTAIN_RATING, Game, LOSING_RATING, Outcome, Player, Plugin, UNLIKELY_RATING};
use plyd_trials::PlainRules;
use std::collections::HashMap;

/// The heuristic value by its definition.
fn value(plain: &Plain) -> i32 {
    let [max, min] = [Player::Max, Player::Min].map(|player| plain.distances(player));
    let worth = |distances: &HashMap<Place, i32>| -> i32 {
        distances.values().map(|&distance| [40, 16, 6, 3].get(distance as usize - 1).copied().unwrap_or(0)).sum()
    };
    let is_max = plain.turn == Player::Max;
    let first = |own: &HashMap<Place, i32>, other: &HashMap<Place, i32>, wins_ties: bool| {
        let is_first = |(place, distance): &(&Place, &i32)| {
            let margin = other.get(place).map_or(i32::MAX, |other| other - **distance);
            margin > 0 || wins_ties && margin == 0
        };
        own.iter().filter(is_first).count() as i32
    };
    let lead = first(&max, &min, is_max) - first(&min, &max, !is_max);
    worth(&max) - worth(&min) + 6 * lead + if is_max { 30 } else { -30 }
}

#[test]
fn values_are_those_of_the_definition_and_smaller_than_a_win() {
    for options in BOARDS {
        random_games(&start(options), 10, |game, state, mv| {
            if mv.is_some() {
                let text = game.format_state(state);
                assert_eq!(game.evaluate(state), value(&Plain::read(&text, false)), "{text}");
                // A king reaches at most 8 squares in one step, 16 in two, 24 in three and 32 in four, and there are 62
                // squares.
                const MOST: i32 = 8 * 40 + 16 * 16 + 24 * 6 + 32 * 3 + 62 * 6 + 30;
                assert!(game.evaluate(state).abs() <= MOST && MOST < game.facts().win);
            }
        });
    }
}

/// The text of a position without its counters.
fn position(text: &str) -> &str {
    text.split(" - ").next().unwrap()
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut keys = Keys::default();
    for options in BOARDS {
        random_games(&start(options), 30, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(position(&text), pads(options)).unwrap();
            assert_eq!(game.key(state), reopened.key(&same));
            keys.add(game.key(state), &format!("{} {}", position(&text), pads(options)));
        });
    }
    assert!(keys.count() > 3_000, "{} positions", keys.count());
    assert_eq!(key_of::<Isola>("1p1/3/1P1 w - - 0 1"), key_of::<Isola>("1p1/3/1P1 w - - 7 12"));
    check_keys_differ::<Isola>(&[
        "1p1/3/1P1 w",
        "1p1/3/1P1 b",
        "1P1/3/1p1 w",
        "p2/3/1P1 w",
        "1p1/3/P2 w",
        "1p1/3/1P* w",
        "1p1*/4/1P2 w",
        "3/1p1/3/1P1 w",
    ]);
    let with_pads = |options| {
        let (game, state) = open("1p1/3/1P1 w", options).unwrap();
        game.key(&state)
    };
    assert_ne!(with_pads("Pads=true"), with_pads("Pads=false"));
}

/// The images of a position under the symmetries of the board: its mirror images and, on a square board, its rotations.
fn images(text: &str, has_pads: bool) -> Vec<String> {
    let plain = Plain::read(text, has_pads);
    let (right, top) = (plain.files - 1, plain.ranks - 1);
    let maps: [fn(Place, Place) -> Place; 8] = [
        |(file, rank), _| (file, rank),
        |(file, rank), (right, _)| (right - file, rank),
        |(file, rank), (_, top)| (file, top - rank),
        |(file, rank), (right, top)| (right - file, top - rank),
        |(file, rank), _| (rank, file),
        |(file, rank), (right, _)| (rank, right - file),
        |(file, rank), (_, top)| (top - rank, file),
        |(file, rank), (right, top)| (top - rank, right - file),
    ];
    let count = if right == top { 8 } else { 4 };
    let keeps_pads = |map: &&fn(Place, Place) -> Place| {
        let image: Vec<Place> = plain.pads.iter().map(|pad| map(*pad, (right, top))).collect();
        plain.pads.iter().all(|pad| image.contains(pad))
    };
    let image = |map: &fn(Place, Place) -> Place| {
        let squares = plain.squares.iter().map(|(place, letter)| (map(*place, (right, top)), *letter)).collect();
        let mut image = plain.clone();
        image.squares = squares;
        image.write()
    };
    maps[..count].iter().filter(keeps_pads).map(image).collect()
}

#[test]
fn images_of_a_position_have_one_symmetric_key_and_no_others_have_it() {
    let mut keys = Keys::default();
    let mut counts = Vec::new();
    for options in BOARDS {
        let (mut most, has_pads) = (0, pads(options).is_empty());
        random_games(&start(options), 15, |game, state, _| {
            let text = game.format_state(state);
            let mut images = images(&text, has_pads);
            images.sort();
            most = images.len();
            for image in &images {
                let (other, same) = open(image, pads(options)).unwrap();
                assert_eq!(other.symmetric_key(&same), game.symmetric_key(state), "{text} {image}");
                assert_eq!(other.evaluate(&same), game.evaluate(state), "{text} {image}");
            }
            keys.add(game.symmetric_key(state), &format!("{} {has_pads}", images[0]));
        });
        counts.push(most);
    }
    // Pads in the middle of their ranks preserve two mirror images; pads beside the middle preserve only the half turn.
    assert_eq!(counts, [2, 4, 8, 4, 2, 8, 2, 4]);
    assert!(keys.count() > 1_000, "{} classes", keys.count());
}

/// The names of the squares at most two steps from the king of the player who is not to move, on the board without the
/// mover's king.
fn near_opponent(plain: &Plain) -> Vec<String> {
    let mut board = plain.clone();
    board.squares.insert(plain.king(plain.turn), '.');
    let near = board.distances(plain.turn.other()).into_iter().filter(|(_, distance)| *distance <= 2);
    near.map(|(place, _)| Plain::name(place)).collect()
}

#[test]
fn ratings_know_the_last_step_of_either_player() {
    let (mut wins, mut losses) = (0, 0);
    for options in BOARDS {
        random_games(&start(options), 2, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let plain = Plain::read(&game.format_state(state), pads(options).is_empty());
            let moves = legal(game, state);
            let near = near_opponent(&plain);
            let mut scores = vec![0; moves.len()];
            game.order(state, &moves, &mut scores);
            for (mv, score) in moves.into_iter().zip(scores) {
                let text = game.format_move(state, mv);
                let child = plain.after(text.clone());
                let is_stuck = |plain: &Plain, player| plain.steps(plain.king(player)).is_empty();
                assert_eq!(score == CERTAIN_RATING, is_stuck(&child, child.turn), "{text}");
                wins += u32::from(score == CERTAIN_RATING);
                if score == CERTAIN_RATING {
                    continue;
                }
                // The reply takes at most two squares.
                let is_short = child.steps(child.king(plain.turn)).len() <= 2;
                let loses = is_short && child.children().iter().any(|reply| is_stuck(reply, reply.turn));
                assert_eq!(score == LOSING_RATING, loses, "{text} {}", game.format_state(state));
                if !loses {
                    assert_eq!(
                        score == UNLIKELY_RATING,
                        !near.iter().any(|name| *name == text[7..]),
                        "{text} {}",
                        plain.write()
                    );
                }
                losses += u32::from(loses);
            }
        });
    }
    assert!(wins > 20 && losses > 200, "{wins} wins, {losses} losses");
}

#[test]
fn no_position_comes_back_and_the_players_take_turns() {
    random_games(&start(""), 10, |game, state, mv| {
        let Some(mv) = mv else { return };
        assert!(game.is_irreversible(state, mv));
        assert_eq!(game.turn(&after(game, state, mv)), game.turn(state).player().unwrap().other());
    });
}

#[test]
fn declared_limits_hold_and_are_reached() {
    let facts = |setup, options| {
        let (game, _) = open(setup, options).unwrap();
        (game.facts().max_moves, game.facts().max_plies)
    };
    assert_eq!(facts("", ""), (368, 46));
    assert_eq!(facts("", "Files=7 Ranks=7"), (376, 47));
    assert_eq!(facts("", "Files=2 Ranks=5"), (40, 8));
    assert_eq!(facts("p*/*P w", ""), (1, 1));
    // A king in the middle of a board without pads.
    let (game, state) = open("p6/7/7/3P3/7/7/7 w", "Pads=false").unwrap();
    assert_eq!(legal(&game, &state).len(), 376);
    for options in BOARDS {
        let mut plies = 0;
        random_games(&start(options), 20, |game, state, mv| {
            // The helper that lists moves also checks `max_moves`.
            plies = if mv.is_some() { plies + 1 } else { 0 };
            assert!(plies <= game.facts().max_plies, "{}", game.format_state(state));
        });
    }
    let facts = start("").0.facts();
    assert!(facts.has_key && facts.moves_are_actions && facts.repetition.is_none());
    assert!(facts.abilities.order && facts.abilities.candidates && facts.abilities.symmetry);
}

#[test]
fn the_outcome_does_not_depend_on_colours() {
    random_games(&start("Files=5 Ranks=5"), 10, |game, state, _| {
        let text = game.format_state(state);
        let swapped: String = position(&text)
            .chars()
            .map(|letter| match letter {
                'P' => 'p',
                'p' => 'P',
                'w' => 'b',
                'b' => 'w',
                other => other,
            })
            .collect();
        let (other, same) = open(&swapped, "").unwrap();
        match (game.outcome(state), other.outcome(&same)) {
            (Outcome::Win(one), Outcome::Win(other)) => assert_eq!(one, other.other()),
            (one, other) => assert_eq!(one, other),
        }
        if game.outcome(state) == Outcome::Ongoing {
            assert_eq!(game.evaluate(state), -other.evaluate(&same), "{text}");
        }
    });
}

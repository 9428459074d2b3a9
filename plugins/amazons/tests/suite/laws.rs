//! Tests of values and keys, the invariants that searches rely on, in random games on boards of many sizes.

use crate::boards::{BOARDS, open, start};
use crate::plain::{Place, Plain};
use amazons::Amazons;
use plyd_plugin::testing::{Keys, check_keys_differ, key_of, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};

/// The lead of the player to move in fifths of a square, if each step covers at most `most` squares.
fn lead(plain: &Plain, most: i32) -> i32 {
    let [own, other] = [plain.turn, plain.turn.other()].map(|player| plain.distances(player, most));
    let of_place = |place: &Place| match (own.get(place), other.get(place)) {
        (Some(own), Some(other)) if own == other => 1,
        (Some(own), Some(other)) => 5 * (other - own).signum(),
        (Some(_), None) => 5,
        (None, Some(_)) => -5,
        (None, None) => 0,
    };
    plain.places().iter().map(of_place).sum()
}

/// The heuristic value by its definition.
fn value(plain: &Plain) -> i32 {
    let room = |player| -> i32 {
        let near = |place| [0, 40, 60, 72, 80, 86, 90, 92, 94][plain.reach(place, 1).len()];
        plain.amazons(player).into_iter().map(near).sum()
    };
    let open = plain.squares.values().filter(|letter| **letter == '.').count() as i32;
    let worth = 4 * lead(plain, 10) + 2 * lead(plain, 1) + (room(plain.turn) - room(plain.turn.other())) * open / 92;
    if plain.turn == Player::Max { worth } else { -worth }
}

#[test]
fn values_are_those_of_the_definition_and_smaller_than_a_win() {
    for board in BOARDS {
        random_games(&start(board), 10, |game, state, mv| {
            if mv.is_some() {
                let text = game.format_state(state);
                assert_eq!(game.evaluate(state), value(&Plain::read(&text)), "{text}");
                // Each of 100 squares by queen and by king moves, and the mobility of four amazons.
                const MOST: i32 = 100 * (20 + 10) + 4 * 94;
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
    for board in BOARDS {
        random_games(&start(board), 30, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(position(&text)).unwrap();
            assert_eq!(game.key(state), reopened.key(&same));
            keys.add(game.key(state), position(&text));
        });
    }
    assert!(keys.count() > 3_000, "{} positions", keys.count());
    assert_eq!(key_of::<Amazons>("1q1/3/1Q1 w - - 0 1"), key_of::<Amazons>("1q1/3/1Q1 w - - 7 12"));
    check_keys_differ::<Amazons>(&[
        "1q1/3/1Q1 w",
        "1q1/3/1Q1 b",
        "1Q1/3/1q1 w",
        "q2/3/1Q1 w",
        "1q1/3/Q2 w",
        "1q1/3/1Q* w",
        "1q1*/4/1Q2 w",
        "3/1q1/3/1Q1 w",
    ]);
}

/// The images of a position under the symmetries of the board: its mirror images and, on a square board, its rotations.
fn images(text: &str) -> Vec<String> {
    let plain = Plain::read(text);
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
    let image = |map: &fn(Place, Place) -> Place| {
        let squares = plain.squares.iter().map(|(place, letter)| (map(*place, (right, top)), *letter)).collect();
        let mut image = plain.clone();
        image.squares = squares;
        image.write()
    };
    maps[..if right == top { 8 } else { 4 }].iter().map(image).collect()
}

#[test]
fn images_of_a_position_have_one_symmetric_key_and_no_others_have_it() {
    let mut keys = Keys::default();
    for board in BOARDS {
        random_games(&start(board), 15, |game, state, _| {
            let text = game.format_state(state);
            let mut images = images(&text);
            images.sort();
            for image in &images {
                let (other, same) = open(image).unwrap();
                assert_eq!(other.symmetric_key(&same), game.symmetric_key(state), "{text} {image}");
                assert_eq!(other.evaluate(&same), game.evaluate(state), "{text} {image}");
            }
            keys.add(game.symmetric_key(state), &images[0]);
        });
    }
    assert!(keys.count() > 1_000, "{} classes", keys.count());
}

#[test]
fn the_outcome_does_not_depend_on_colours() {
    random_games(&start(("", "Size=6")), 10, |game, state, _| {
        let text = game.format_state(state);
        let swap = |letter| match letter {
            'Q' => 'q',
            'q' => 'Q',
            'w' => 'b',
            'b' => 'w',
            other => other,
        };
        let (other, same) = open(&position(&text).chars().map(swap).collect::<String>()).unwrap();
        match (game.outcome(state), other.outcome(&same)) {
            (Outcome::Win(one), Outcome::Win(other)) => assert_eq!(one, other.other()),
            (one, other) => assert_eq!(one, other),
        }
        if game.outcome(state) == Outcome::Ongoing {
            assert_eq!(game.evaluate(state), -other.evaluate(&same), "{text}");
        }
    });
}

//! Tests of the invariants that searches rely on, in random games.

use crate::boards::games;
use crate::plain::Plain;
use crate::rules::SETUPS;
use go::Go;
use plyd_plugin::testing::{Keys, check_keys_differ, legal, open};
use plyd_plugin::{Game, Outcome, Player, Plugin};

/// The text of a position without the komi.
fn without_komi(text: &str) -> &str {
    text.rsplit_once(' ').unwrap().0
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    for (setup, options) in SETUPS {
        let mut keys = Keys::default();
        games(&open::<Go>(setup, options), 10, 100, |game, state, _, _| {
            let text = game.format_state(state);
            let (same_game, same) = open::<Go>(&text, options);
            assert_eq!((same, same_game.key(&same)), (*state, game.key(state)), "{text}");
            keys.add(game.key(state), without_komi(&text));
        });
    }
    check_keys_differ::<Go>(&[
        "5/5/5/5/5 b",
        "5/5/5/5/5 w",
        "5/5/5/5/5 b - 1",
        "5/5/5/5/5 b - 0 6.5",
        "5/5/5/5 b",
        "4/4/4/4/4 b",
        "1XO2/XO1O1/1XO2/5/5 b",
        "1XO2/XO1O1/1XO2/5/5 b C4",
    ]);
}

#[test]
fn boards_repeat_without_passes_and_only_by_the_situational_rule_with_the_player() {
    for (setup, options) in SETUPS {
        let mut keys = Keys::default();
        games(&open::<Go>(setup, options), 6, 100, |game, state, _, _| {
            let (rows, turn) =
                (Plain::read(&game.format_state(state), options).rows().join("/"), state_turn(game, state));
            let is_situational = options.contains("situational");
            keys.add(game.board_key(state), &format!("{rows} {}", if is_situational { turn } else { "" }));
        });
    }
}

fn state_turn(game: &Go, state: &go::State) -> &'static str {
    if game.turn(state) == Player::Max { "b" } else { "w" }
}

/// A row in which numbers replace runs of empty points.
fn compressed(row: &[char]) -> String {
    row.chunk_by(|one, other| one == other && *one == '.')
        .map(|run| if run[0] == '.' { run.len().to_string() } else { run[0].to_string() })
        .collect()
}

/// The images of a position: its mirror images and, on a square board, its rotations.
fn images(text: &str) -> Vec<String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let board = Plain::read(text, "").board().clone();
    let (ranks, files) = (board.len(), board[0].len());
    let ko = (fields[2] != "-").then(|| {
        let file = "ABCDEFGHJKLMNOPQRST".find(&fields[2][..1]).unwrap();
        (fields[2][1..].parse::<usize>().unwrap() - 1, file)
    });
    let mut found = Vec::new();
    for number in 0..8 {
        let (turned, mirrored, flipped) = (number & 4 > 0, number & 2 > 0, number & 1 > 0);
        if turned && files != ranks {
            continue;
        }
        let place = |(rank, file): (usize, usize)| {
            let (rank, file) = if turned { (file, rank) } else { (rank, file) };
            (if flipped { ranks - 1 - rank } else { rank }, if mirrored { files - 1 - file } else { file })
        };
        let mut image = vec![vec!['.'; files]; ranks];
        for (rank, row) in board.iter().enumerate() {
            for (file, &letter) in row.iter().enumerate() {
                let (to_rank, to_file) = place((rank, file));
                image[to_rank][to_file] = letter;
            }
        }
        let rows: Vec<String> = image.iter().rev().map(|row| compressed(row)).collect();
        let ko = ko.map_or("-".to_string(), |ko| {
            let (rank, file) = place(ko);
            format!("{}{}", "ABCDEFGHJKLMNOPQRST".chars().nth(file).unwrap(), rank + 1)
        });
        found.push(format!("{} {} {ko} {} {}", rows.join("/"), fields[1], fields[3], fields[4]));
    }
    found
}

#[test]
fn the_images_of_a_position_have_one_symmetric_key_and_no_others_have_it() {
    let mut kos = 0;
    for (setup, options) in SETUPS {
        let mut keys = Keys::default();
        games(&open::<Go>(setup, options), 3, 60, |game, state, _, _| {
            let text = game.format_state(state);
            let mut images = images(&text);
            for image in &images {
                let (same_game, same) = open::<Go>(image, options);
                assert_eq!(same_game.symmetric_key(&same), game.symmetric_key(state), "{text} {image}");
                assert_eq!(legal(&same_game, &same).len(), legal(game, state).len(), "{text} {image}");
                assert_eq!(same_game.evaluate(&same), game.evaluate(state), "{text} {image}");
            }
            kos += u32::from(!text.contains(" - "));
            images.sort();
            keys.add(game.symmetric_key(state), &images[0]);
        });
    }
    assert!(kos > 10, "{kos} positions with a ko");
}

#[test]
fn the_value_of_a_position_with_all_colours_changed_is_the_opposite() {
    for (setup, options) in SETUPS {
        games(&open::<Go>(setup, options), 3, 60, |game, state, _, _| {
            let text = game.format_state(state);
            let fields: Vec<&str> = text.split(' ').collect();
            let board = fields[0].replace('X', "x").replace('O', "X").replace('x', "O");
            let turn = if fields[1] == "b" { "w" } else { "b" };
            let komi = -fields[4].parse::<f64>().unwrap();
            let (other_game, other) =
                open::<Go>(&format!("{board} {turn} {} {} {komi}", fields[2], fields[3]), options);
            assert_eq!(other_game.evaluate(&other), -game.evaluate(state), "{text}");
            assert!(game.evaluate(state).abs() < game.facts().win);
            match (game.outcome(state), other_game.outcome(&other)) {
                (Outcome::Utility(one), Outcome::Utility(two)) => assert_eq!(one, -two),
                (Outcome::Win(one), Outcome::Win(two)) => assert_ne!(one, two),
                (one, two) => assert_eq!(one, two),
            }
        });
    }
}

#[test]
fn captures_come_first_then_other_moves_the_pass_and_own_eyes() {
    let (game, state) = open::<Go>("1XX2/XOO2/1XX2/5/4O b", "");
    let moves = legal(&game, &state);
    let mut scores = vec![0; moves.len()];
    game.order(&state, &moves, &mut scores);
    let score = |text: &str| scores[moves.iter().position(|&mv| game.format_move(&state, mv) == text).unwrap()];
    assert_eq!(scores.iter().max(), Some(&score("D4")));
    assert!(score("E3") > score("pass") && score("pass") > score("A5"), "{scores:?}");
}

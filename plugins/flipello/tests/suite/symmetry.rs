//! Tests that rotations and mirror images of the board change no result.

use crate::boards::{SIZES, open, start};
use crate::plain::Plain;
use plyd_plugin::testing::{legal, random_games};
use plyd_plugin::{Game, Move, Plugin};
use std::collections::HashSet;

/// The square to which an image moves another one. There are eight images; the first one is the identity.
fn moved(image: usize, size: usize, (file, rank): (usize, usize)) -> (usize, usize) {
    let last = size - 1;
    let (file, rank) = if image & 1 == 0 { (file, rank) } else { (last - file, rank) };
    let (file, rank) = if image & 2 == 0 { (file, rank) } else { (file, last - rank) };
    if image & 4 == 0 { (file, rank) } else { (rank, file) }
}

fn image_of(plain: &Plain, image: usize) -> Plain {
    let size = plain.cells.len();
    let mut moved_plain = plain.clone();
    for rank in 0..size {
        for file in 0..size {
            let (to_file, to_rank) = moved(image, size, (file, rank));
            moved_plain.cells[to_rank][to_file] = plain.cells[rank][file];
        }
    }
    moved_plain
}

#[test]
fn the_eight_images_of_a_position_have_one_symmetric_key_and_one_value() {
    for size in SIZES {
        let mut keys = HashSet::new();
        let mut positions = HashSet::new();
        random_games(&start(size), 8, |game, state, _| {
            let plain = Plain::read(&game.format_state(state));
            let key = game.symmetric_key(state);
            let moves: Vec<Move> = legal(game, state);
            for image in 0..8 {
                let seen = image_of(&plain, image);
                let (same, turned) = open(&seen.write(), "").unwrap();
                assert_eq!(same.symmetric_key(&turned), key, "{}", seen.write());
                assert_eq!(same.evaluate(&turned), game.evaluate(state), "{}", seen.write());
                assert_eq!(same.outcome(&turned), game.outcome(state), "{}", seen.write());
                assert_eq!(legal(&same, &turned).len(), moves.len(), "{}", seen.write());
                assert_eq!(same.key(&turned) == game.key(state), seen == plain, "{}", seen.write());
            }
            keys.insert(key);
            positions.insert((0..8).map(|image| image_of(&plain, image).write()).min());
        });
        // There are as many keys as positions that are not images of each other.
        assert_eq!(keys.len(), positions.len());
    }
}

//! Turning and mirroring the board changes nothing.

use crate::boards::{SIZES, open, start};
use crate::plain::Plain;
use plyd_plugin::testing::{legal, random_games};
use plyd_plugin::{Game, Move, Plugin};
use std::collections::HashSet;

/// The square that takes the place of another one in an image; eight images, the first being the position itself.
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
        // As many keys as positions that differ by more than their image.
        assert_eq!(keys.len(), positions.len());
    }
}

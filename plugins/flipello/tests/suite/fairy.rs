//! Tests of random games against the rules of Fairy-Stockfish.

use crate::boards::start;
use flipello::PASS;
use plyd_trials::Fairy;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/fairy.py");

#[test]
fn positions_and_moves_are_those_of_fairy_stockfish() {
    let Some(fairy) = Fairy::find("othello", env!("CARGO_TARGET_TMPDIR"), PROGRAM) else { return };
    let mut passes = 0;
    for (size, count) in [(8, 2), (6, 3), (4, 10)] {
        fairy.check(&start(size), count, &[size], |_, _, mv, moves| {
            passes += u32::from(mv == Some(PASS));
            moves
        });
    }
    assert!(passes > 0, "{passes} passes compared");
}

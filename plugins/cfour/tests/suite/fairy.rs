//! Tests of random games against the rules of Fairy-Stockfish.

use crate::boards::empty;
use plyd_trials::Fairy;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/fairy.py");
/// The number of random games from each start position.
const GAMES: u64 = if cfg!(feature = "long-tests") { 12 } else { 4 };

#[test]
fn positions_and_moves_are_those_of_fairy_stockfish() {
    let Some(fairy) = Fairy::find("connect four", env!("CARGO_TARGET_TMPDIR"), PROGRAM) else { return };
    for (files, ranks) in [(7, 6), (8, 7), (5, 4)] {
        fairy.check(&empty(files, ranks), GAMES, &[files, ranks], |_, _, _, moves| moves);
    }
}

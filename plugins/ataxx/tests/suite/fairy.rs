//! Random games against Fairy-Stockfish's rules.

use crate::open;
use ataxx::PASS;
use plyd_trials::Fairy;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/fairy.py");
/// So many random games from each start.
const GAMES: u64 = if cfg!(feature = "long-tests") { 3 } else { 1 };

#[test]
fn positions_and_moves_are_those_of_fairy_stockfish() {
    let Some(fairy) = Fairy::find("Ataxx", env!("CARGO_TARGET_TMPDIR"), PROGRAM) else { return };
    let mut passes = 0;
    // The starts of the program.
    let starts = ["", "P5p/7/2*1*2/3*3/2*1*2/7/p5P w", "7/7/7/7/ppppppp/ppppppp/PPPPPPP w"];
    for (number, setup) in (0..).zip(starts) {
        fairy.check(&open(setup), GAMES, &[number], |_, _, mv, moves| {
            passes += u32::from(mv == Some(PASS));
            moves
        });
    }
    assert!(passes > 0, "no pass was compared");
}

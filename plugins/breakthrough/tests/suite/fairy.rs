//! Random games against Fairy-Stockfish's rules.

use crate::boards::start;
use plyd_plugin::{Game, Outcome};
use plyd_trials::Fairy;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/fairy.py");
/// So many random games from each start.
const GAMES: u64 = if cfg!(feature = "long-tests") { 3 } else { 1 };

#[test]
fn positions_and_moves_are_those_of_fairy_stockfish() {
    let Some(fairy) = Fairy::find("breakthrough", env!("CARGO_TARGET_TMPDIR"), PROGRAM) else { return };
    for (files, ranks) in [(8, 8), (5, 6), (3, 5), (8, 3)] {
        fairy.check(&start(files, ranks), GAMES, &[files, ranks], |game, state, _, moves| match game.outcome(state) {
            Outcome::Ongoing => moves,
            outcome => {
                // The winner is the one who has just moved.
                assert_eq!(outcome, Outcome::Win(game.turn(state).player().unwrap().other()));
                "over".into()
            }
        });
    }
}

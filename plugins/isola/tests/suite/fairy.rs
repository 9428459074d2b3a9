//! Tests of random games against the rules of Fairy-Stockfish.

use crate::boards::start;
use plyd_plugin::{Game, Outcome};
use plyd_trials::Fairy;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/fairy.py");
/// The number of random games from each start position.
const GAMES: u64 = if cfg!(feature = "long-tests") { 2 } else { 1 };

#[test]
fn positions_and_moves_are_those_of_fairy_stockfish() {
    let Some(fairy) = Fairy::find("isolation", env!("CARGO_TARGET_TMPDIR"), PROGRAM) else { return };
    for (files, ranks, pads) in [(6, 8, 1), (7, 7, 1), (6, 8, 0), (4, 4, 1), (3, 3, 0), (3, 2, 1)] {
        let opened = start(&format!("Files={files} Ranks={ranks} Pads={}", pads == 1));
        fairy.check(&opened, GAMES, &[files, ranks, pads], |game, state, _, moves| match game.outcome(state) {
            Outcome::Ongoing => moves,
            outcome => {
                assert_eq!(outcome, Outcome::Win(game.turn(state).player().unwrap().other()));
                "over".into()
            }
        });
    }
}

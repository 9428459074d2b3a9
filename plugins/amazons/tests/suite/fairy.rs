//! Tests of random games against the rules of Fairy-Stockfish.

use crate::boards::start;
use plyd_plugin::{Game, Outcome};
use plyd_trials::Fairy;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/fairy.py");

#[test]
fn positions_and_moves_are_those_of_fairy_stockfish() {
    let Some(fairy) = Fairy::find("amazons", env!("CARGO_TARGET_TMPDIR"), PROGRAM) else { return };
    for (size, games) in [(10, 1), (8, 1), (7, 1), (6, 3), (5, 4)] {
        let opened = start(("", &format!("Size={size}")));
        fairy.check(&opened, games, &[size], |game, state, _, moves| match game.outcome(state) {
            Outcome::Ongoing => moves,
            outcome => {
                assert_eq!(outcome, Outcome::Win(game.turn(state).player().unwrap().other()));
                "over".into()
            }
        });
    }
}

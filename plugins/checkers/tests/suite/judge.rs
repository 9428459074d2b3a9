//! Random games against the rules of pydraughts.

use crate::open;
use crate::rules::SETUPS;
use plyd_plugin::{Game, Outcome};
use plyd_trials::Judge;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/judge.py");

#[test]
fn positions_and_moves_are_those_of_pydraughts() {
    let what = "checkers compared with pydraughts";
    let Some(judge) = Judge::find(what, "draughts", env!("CARGO_TARGET_TMPDIR"), PROGRAM) else { return };
    for setup in SETUPS {
        let opened = open(setup);
        // It counts from the beginning of a game, and does not read the clock of a setup.
        let arguments = [setup.to_string()];
        judge.check(&opened, 5, &arguments, |game, state, _, moves| match game.outcome(state) {
            Outcome::Ongoing => moves,
            Outcome::DrawIfClaimed => "draw".into(),
            outcome => {
                let loser = game.turn(state).player().unwrap();
                assert_eq!(outcome, Outcome::Win(loser.other()));
                "lost".into()
            }
        });
    }
}

//! Random games against the rules of OpenSpiel.

use morris::Morris;
use plyd_plugin::testing::open;
use plyd_plugin::{Game, Outcome};
use plyd_trials::Judge;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/open_spiel.py");

#[test]
fn positions_and_moves_are_those_of_open_spiel() {
    let what = "nine men's morris compared with OpenSpiel";
    let Some(judge) = Judge::find(what, "pyspiel", env!("CARGO_TARGET_TMPDIR"), PROGRAM) else { return };
    let (mut lost, mut won) = (0, 0);
    // OpenSpiel draws games after 200 turns. These are shorter, as a draw can be claimed early.
    judge.check(&open::<Morris>("", "QuietMoves=15"), 40, &[], |game, state, _, moves| match game.outcome(state) {
        Outcome::Win(winner) if game.turn(state) == winner => {
            won += 1;
            "won".into()
        }
        Outcome::Win(_) => {
            lost += 1;
            "lost".into()
        }
        _ => moves,
    });
    assert!(lost > 20 && won == 0, "{lost} games lost, {won} won by the player to move");
}

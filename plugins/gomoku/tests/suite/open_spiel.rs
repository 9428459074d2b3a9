//! Random games in parallel with OpenSpiel's rules, in its Python module. It has the free rule alone.

use crate::boards::start;
use plyd_plugin::{Game, Outcome, Player};
use plyd_trials::Judge;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/open_spiel.py");

#[test]
fn positions_and_moves_are_those_of_open_spiel() {
    let Some(judge) = Judge::find("gomoku compared with OpenSpiel", "pyspiel", env!("CARGO_TARGET_TMPDIR"), PROGRAM)
    else {
        return;
    };
    for (size, games) in [(15, 2), (9, 4), (7, 10), (6, 20), (5, 20)] {
        judge.check(
            &start(&format!("Size={size} Rule=freestyle")),
            games,
            &[size.to_string()],
            |game, state, _, moves| match game.outcome(state) {
                Outcome::Ongoing => moves,
                Outcome::Win(Player::Max) => "black wins".into(),
                Outcome::Win(Player::Min) => "white wins".into(),
                outcome => {
                    assert_eq!(outcome, Outcome::Draw);
                    "draw".into()
                }
            },
        );
    }
}

//! Random games in parallel with OpenSpiel's rules, in its Python module.

use crate::boards::start;
use plyd_plugin::{Game, Outcome, Player};
use plyd_trials::Judge;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/open_spiel.py");

#[test]
fn positions_and_moves_are_those_of_open_spiel() {
    let Some(judge) = Judge::find("hex compared with OpenSpiel", "pyspiel", env!("CARGO_TARGET_TMPDIR"), PROGRAM)
    else {
        return;
    };
    for (size, has_swap, games) in
        [(11, true, 4), (11, false, 2), (5, true, 20), (3, true, 40), (3, false, 20), (2, true, 20)]
    {
        let opened = start(&format!("Size={size} Swap={has_swap}"));
        let arguments = [size.to_string(), has_swap.to_string()];
        judge.check(&opened, games, &arguments, |game, state, _, moves| match game.outcome(state) {
            Outcome::Ongoing => moves,
            Outcome::Win(Player::Max) => "red wins".into(),
            outcome => {
                assert_eq!(outcome, Outcome::Win(Player::Min));
                "blue wins".into()
            }
        });
    }
}

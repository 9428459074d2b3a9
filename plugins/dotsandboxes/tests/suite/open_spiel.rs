//! Random games in parallel with OpenSpiel's rules, in its Python module.

use crate::boards::start;
use plyd_plugin::{Game, Outcome, Player};
use plyd_trials::Judge;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/open_spiel.py");

#[test]
fn positions_and_moves_are_those_of_open_spiel() {
    let name = "dots and boxes compared with OpenSpiel";
    let Some(judge) = Judge::find(name, "pyspiel", env!("CARGO_TARGET_TMPDIR"), PROGRAM) else { return };
    for (rows, columns, counts, games) in
        [(4, 4, true, 6), (7, 7, false, 2), (2, 3, true, 20), (3, 2, false, 20), (1, 4, true, 20), (1, 1, false, 5)]
    {
        let opened = start(&format!("Rows={rows} Columns={columns} BoxDifference={counts}"));
        let arguments = [rows.to_string(), columns.to_string(), counts.to_string()];
        judge.check(&opened, games, &arguments, |game, state, _, moves| match game.outcome(state) {
            Outcome::Ongoing => moves,
            Outcome::Utility(difference) => difference.to_string(),
            Outcome::Win(Player::Max) => "1".into(),
            Outcome::Win(Player::Min) => "-1".into(),
            outcome => {
                assert_eq!(outcome, Outcome::Draw);
                "0".into()
            }
        });
    }
}

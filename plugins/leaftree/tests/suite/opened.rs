//! Helpers that open trees and walk through them.

use leaftree::{LeafTree, State};
use plyd_plugin::testing::{after, legal};
use plyd_plugin::{Game, Outcome};

/// Opens a setup, or returns the reason why it was refused.
pub(crate) fn open(setup: &str) -> Result<(LeafTree, State), String> {
    plyd_plugin::testing::try_open(setup, "")
}

/// The states one ply below a state; empty below a leaf.
pub(crate) fn children(game: &LeafTree, state: &State) -> Vec<State> {
    let moves = legal(game, state);
    assert_eq!(moves.is_empty(), game.outcome(state) != Outcome::Ongoing);
    moves.into_iter().map(|mv| after(game, state, mv)).collect()
}

//! Opened trees, and walks through them.

use leaftree::{LeafTree, State};
use plyd_plugin::{Game, Move, Moves, Options, Outcome, Plugin};

/// Opens a setup, or returns why it was refused.
pub(crate) fn open(setup: &str) -> Result<(LeafTree, State), String> {
    LeafTree::open(setup, &Options::new(&[], "")).map_err(|error| error.to_string())
}

/// The states one ply further down; none below a leaf.
pub(crate) fn children(game: &LeafTree, state: &State) -> Vec<State> {
    if game.outcome(state) != Outcome::Ongoing {
        return Vec::new();
    }
    let mut room = vec![Move(0); game.facts().max_moves as usize];
    let mut moves = Moves::new(&mut room);
    game.moves(state, &mut moves);
    assert!(!moves.overflowed() && !moves.is_empty());
    moves.as_slice().iter().map(|mv| played(game, state, *mv)).collect()
}

pub(crate) fn played(game: &LeafTree, state: &State, mv: Move) -> State {
    let mut child = *state;
    game.play(&mut child, mv);
    child
}

//! All positions that can come up in a game.

use plyd_plugin::{Game, Move, Moves, Outcome};
use std::collections::HashSet;
use tictactoe::{State, TicTacToe};

/// The legal moves; none of a finished game.
pub(crate) fn legal(state: &State) -> Vec<Move> {
    if TicTacToe.outcome(state) != Outcome::Ongoing {
        return Vec::new();
    }
    let mut room = [Move(0); 9];
    let mut moves = Moves::new(&mut room);
    TicTacToe.moves(state, &mut moves);
    assert!(!moves.overflowed());
    moves.as_slice().to_vec()
}

/// Every position that legal moves lead to from the empty board, once.
pub(crate) fn all() -> Vec<State> {
    let mut found = vec![State::START];
    let mut seen = HashSet::from([State::START]);
    let mut next = 0;
    while let Some(&state) = found.get(next) {
        next += 1;
        for mv in legal(&state) {
            let mut child = state;
            TicTacToe.play(&mut child, mv);
            if seen.insert(child) {
                found.push(child);
            }
        }
    }
    found
}

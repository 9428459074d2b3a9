//! All positions that can occur in a game.

use plyd_plugin::testing::{after, legal};
use std::collections::HashSet;
use tictactoe::{State, TicTacToe};

/// Every position that is reachable by legal moves from the empty board, without duplicates.
pub(crate) fn all() -> Vec<State> {
    let mut found = vec![State::START];
    let mut seen = HashSet::from([State::START]);
    let mut next = 0;
    while let Some(&state) = found.get(next) {
        next += 1;
        for mv in legal(&TicTacToe, &state) {
            let child = after(&TicTacToe, &state, mv);
            if seen.insert(child) {
                found.push(child);
            }
        }
    }
    found
}

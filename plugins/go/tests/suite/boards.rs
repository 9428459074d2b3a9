//! Test positions and random games under the repetition rule.

use go::{Go, PASS, State};
use plyd_plugin::testing::{Random, after, legal, open};
use plyd_plugin::{Game, Move, Verdict};

/// The empty board with these options, which include its size.
pub(crate) fn start(options: &str) -> (Go, State) {
    open("", options)
}

/// The moves that the repetition rule permits. `keys` are the board keys of the game so far, including the current
/// position.
pub(crate) fn permitted(game: &Go, state: &State, keys: &[u64]) -> Vec<Move> {
    let mut moves = legal(game, state);
    if matches!(game.facts().repetition.unwrap().verdict, Verdict::Forbidden { .. }) {
        moves.retain(|&mv| mv == PASS || !keys.contains(&game.board_key(&after(game, state, mv))));
    }
    moves
}

/// Calls `visit` with each position of random games, its permitted moves and the move chosen. Each game has at most
/// `longest` plies, and its last position has no chosen move.
pub(crate) fn games(
    (game, root): &(Go, State),
    count: u64,
    longest: usize,
    mut visit: impl FnMut(&Go, &State, &[Move], Option<Move>),
) {
    for seed in 1..=count {
        let (mut random, mut state) = (Random(seed), *root);
        let mut keys = vec![game.board_key(&state)];
        loop {
            let moves = permitted(game, &state, &keys);
            let mv = if keys.len() > longest { None } else { random.choose(&moves).copied() };
            visit(game, &state, &moves, mv);
            let Some(mv) = mv else { break };
            state = after(game, &state, mv);
            keys.push(game.board_key(&state));
        }
    }
}

//! Opened setups, and random games under the rule of repetition.

use go::{Go, PASS, State};
use plyd_plugin::testing::{Random, after, legal, open};
use plyd_plugin::{Game, Move, Verdict};

/// The empty board of a size with more options.
pub(crate) fn start(options: &str) -> (Go, State) {
    open("", options)
}

/// The moves that the rule of repetition permits after positions with these keys, of which the last is that of the
/// present one.
pub(crate) fn permitted(game: &Go, state: &State, keys: &[u64]) -> Vec<Move> {
    let mut moves = legal(game, state);
    if matches!(game.facts().repetition.unwrap().verdict, Verdict::Forbidden { .. }) {
        moves.retain(|&mv| mv == PASS || !keys.contains(&game.board_key(&after(game, state, mv))));
    }
    moves
}

/// Calls `visit` with the positions, permitted moves and chosen moves of random games of at most so many plies; the
/// last position of each has no chosen move.
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

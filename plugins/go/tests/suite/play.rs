//! Tests of the heuristic evaluation in whole games.

use crate::boards::{permitted, start};
use plyd_plugin::testing::{Random, after};
use plyd_plugin::{Game, Outcome, Player};
use plyd_search::{Algorithm, Control, Root, SearcherLimits};
use plyd_trials::search;

/// The outcome of a game between a search to depth 2 and random moves.
fn play(size: u32, searcher: Player, random: &mut Random) -> Outcome {
    let (game, mut state) = start(&format!("Size={size}"));
    let mut keys = Vec::new();
    while game.outcome(&state) == Outcome::Ongoing {
        let before = keys.clone();
        keys.push(game.board_key(&state));
        let mv = if game.turn(&state) == searcher {
            let limits = SearcherLimits { depth: Some(2), ..SearcherLimits::default() };
            let root = Root { game: &game, state: &state, history: &before };
            let answer = search(&root, Algorithm::Pvs, &limits, &Control::new(), &mut |_| {});
            answer.best.unwrap()
        } else {
            *random.choose(&permitted(&game, &state, &keys)).unwrap()
        };
        state = after(&game, &state, mv);
    }
    game.outcome(&state)
}

#[test]
fn two_plies_of_search_win_all_of_a_hundred_games_against_random_moves() {
    let mut random = Random(1);
    for number in 0..100 {
        let searcher = if number % 2 == 0 { Player::Max } else { Player::Min };
        let size = [5, 6, 7, 9][number / 2 % 4];
        assert_eq!(play(size, searcher, &mut random), Outcome::Win(searcher), "game {number}, size {size}");
    }
}

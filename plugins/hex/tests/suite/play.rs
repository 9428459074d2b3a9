//! The heuristic in whole games.

use crate::boards::start;
use plyd_plugin::testing::{Random, after, legal};
use plyd_plugin::{Game, Outcome, Player};
use plyd_search::{Algorithm, Control, Limits, NoObserver, Root, search};

/// The outcome of a game of a search to depth 2 against random moves.
fn play(searcher: Player, random: &mut Random) -> Outcome {
    let (game, mut state) = start("Size=7");
    while game.outcome(&state) == Outcome::Ongoing {
        let mv = if game.turn(&state) == searcher {
            let limits = Limits { depth: Some(2), ..Limits::default() };
            let root = Root::new(&game, &state);
            let answer = search(&root, Algorithm::Pvs, &limits, &Control::new(), &mut NoObserver, &mut |_| {});
            answer.best.unwrap()
        } else {
            *random.choose(&legal(&game, &state)).unwrap()
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
        assert_eq!(play(searcher, &mut random), Outcome::Win(searcher), "game {number}");
    }
}

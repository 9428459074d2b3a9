//! The heuristic in whole games, and rows that a search has to find.

use crate::boards::{open, start};
use plyd_plugin::testing::{Random, after, legal};
use plyd_plugin::{Game, Outcome, Player};
use plyd_search::{Control, Limits, NoObserver, Root, Score, Settings, search};

/// The outcome of a game of a search to depth 2 against random moves.
fn play(searcher: Player, random: &mut Random) -> Outcome {
    let (game, mut state) = start("Size=9");
    while game.outcome(&state) == Outcome::Ongoing {
        let mv = if game.turn(&state) == searcher {
            let limits = Limits { depth: Some(2), ..Limits::default() };
            let root = Root::new(&game, &state);
            let answer = search(&root, Settings::default(), &limits, &Control::new(), &mut NoObserver, &mut |_| {});
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

#[test]
fn open_threes_and_double_fours_are_wins() {
    // An open three becomes an open four; a stone makes two fours at once. Either way five come two plies later.
    for setup in ["9/9/9/2O6/3XXX3/9/3O5/5O3/9 b", "9/1O7/1X7/1X7/1X7/2XXX4/1O7/5O3/4OO3 b"] {
        let (game, state) = open(setup, "").unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let root = Root::new(&game, &state);
        let answer = search(&root, Settings::default(), &limits, &Control::new(), &mut NoObserver, &mut |_| {});
        assert_eq!(answer.score, Some(Score::Win(3)), "{setup}");
    }
}

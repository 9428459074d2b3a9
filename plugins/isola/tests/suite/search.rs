//! Tests of small boards that the search and the simple rules solve, and of published winners.

use crate::boards::start;
use crate::plain::Plain;
use plyd_plugin::testing::random_games;
use plyd_plugin::{Outcome, Player, Plugin};
use plyd_search::{Algorithm, Control, Root, SearchScore, SearcherLimits};
use plyd_trials::{PlainRules, search};
use std::collections::HashMap;

/// The winner according to the simple rules, with a cache of positions.
fn winner(position: &Plain, known: &mut HashMap<String, Player>) -> Player {
    if let Outcome::Win(player) = position.outcome() {
        return player;
    }
    let key = position.write();
    if let Some(player) = known.get(&key) {
        return *player;
    }
    let turn = position.turn;
    let wins = position.children().iter().any(|child| winner(child, known) == turn);
    let player = if wins { turn } else { turn.other() };
    known.insert(key, player);
    player
}

/// The winner according to a search to the end of the game.
fn found(game: &isola::Isola, state: &isola::State, turn: Player, algorithm: Algorithm) -> Player {
    let root = Root::new(game, state);
    let answer = search(&root, algorithm, &SearcherLimits::default(), &Control::new(), &mut |_| {});
    match answer.score.expect("there is a move") {
        SearchScore::Win(_) => turn,
        SearchScore::Loss(_) => turn.other(),
        SearchScore::Value(20_000) => turn,
        SearchScore::Value(-20_000) => turn.other(),
        other => panic!("{other:?} is no result"),
    }
}

#[test]
fn small_boards_are_won_by_the_players_known_from_a_search_of_all_positions() {
    for (boards, winner) in
        [(&["2 2", "3 2", "4 2", "5 2"][..], Player::Min), (&["2 3", "3 3", "4 3", "2 4"][..], Player::Max)]
    {
        for board in boards {
            let (files, ranks) = board.split_once(' ').unwrap();
            let (game, root) = start(&format!("Files={files} Ranks={ranks} Pads=false"));
            for algorithm in [Algorithm::Pvs, Algorithm::Dfpn] {
                let found = found(&game, &root, Player::Max, algorithm);
                assert_eq!(found, winner, "{board} by {}", algorithm.name());
            }
        }
    }
}

#[test]
fn positions_are_solved_alike_by_search_and_plain_rules() {
    let mut compared = 0;
    for (options, has_pads) in [("Files=3 Ranks=3", true), ("Files=4 Ranks=3 Pads=false", false)] {
        random_games(&start(options), 5, |game, state, mv| {
            let plain = Plain::read(&game.format_state(state), has_pads);
            let free = plain.squares.values().filter(|letter| **letter == '.').count();
            if mv.is_none() || free > 6 {
                return;
            }
            let winner = winner(&plain, &mut HashMap::new());
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
                let found = found(game, state, plain.turn, algorithm);
                assert_eq!(found, winner, "{} by {}", plain.write(), algorithm.name());
                compared += 1;
            }
        });
    }
    assert!(compared > 20, "{compared}");
}

//! Tests of small boards that the search and the simple rules solve.

use crate::boards::open;
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
fn found(game: &amazons::Amazons, state: &amazons::State, turn: Player, algorithm: Algorithm) -> Player {
    let root = Root::new(game, state);
    let answer = search(&root, algorithm, &SearcherLimits::default(), &Control::new(), &mut |_| {});
    match answer.score.expect("there is a move") {
        SearchScore::Win(_) | SearchScore::Value(20_000) => turn,
        SearchScore::Loss(_) | SearchScore::Value(-20_000) => turn.other(),
        other => panic!("{other:?} is no result"),
    }
}

#[test]
fn positions_are_solved_alike_by_search_and_plain_rules() {
    let (mut compared, mut wins) = (0, [0, 0]);
    for setup in ["q2/3/2Q w", "q2q/1*2/Q2Q b", "1q2/q3/3*/4/2QQ w", "q2*1Q3q w"] {
        random_games(&open(setup).unwrap(), 5, |game, state, mv| {
            let plain = Plain::read(&game.format_state(state));
            let free = plain.squares.values().filter(|letter| **letter == '.').count();
            if mv.is_none() || free > 7 {
                return;
            }
            let winner = winner(&plain, &mut HashMap::new());
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Dfpn] {
                let found = found(game, state, plain.turn, algorithm);
                assert_eq!(found, winner, "{} by {}", plain.write(), algorithm.name());
                compared += 1;
            }
            wins[winner as usize] += 1;
        });
    }
    assert!(compared > 60 && wins.iter().all(|wins| *wins > 5), "{compared} {wins:?}");
}

//! Searches against a plain minimax, and small boards solved.

use crate::boards::{open, start};
use crate::plain::{Plain, WEIGHTS};
use plyd_plugin::testing::{after, legal, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_search::{Algorithm, Control, Root, SearchScore, SearcherLimits, SearcherSettings, Techniques};
use plyd_trials::{PlainRules, search};
use std::collections::HashMap;

/// Minimax by the book over the plain rules, with a win worth as much wherever it is, and the heuristic at the horizon.
fn minimax(position: &Plain, depth: u32) -> i32 {
    match position.outcome() {
        Outcome::Win(Player::Max) => return 20_000,
        Outcome::Win(Player::Min) => return -20_000,
        _ => {}
    }
    if depth == 0 {
        return position.value(WEIGHTS);
    }
    let values = position.children().into_iter().map(|child| minimax(&child, depth - 1));
    if position.turn == Player::Max { values.max() } else { values.min() }.expect("there is always a move")
}

#[test]
fn values_at_a_depth_are_those_of_a_plain_minimax() {
    let mut compared = 0;
    for (files, ranks) in [(3, 5), (4, 4), (2, 6)] {
        random_games(&start(files, ranks), 3, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let text = game.format_state(state);
            let value = minimax(&Plain::read(&text), 3);
            for algorithm in Algorithm::BY_DEPTH {
                let limits = SearcherLimits { depth: Some(3), ..SearcherLimits::default() };
                let root = Root::new(game, state);
                let settings = SearcherSettings { techniques: Techniques::EXACT, ..algorithm.into() };
                let answer = search(&root, settings, &limits, &Control::new(), &mut |_| {});
                let for_mover = if game.turn(state) == Player::Max { value } else { -value };
                match answer.score.unwrap() {
                    SearchScore::Value(found) => assert_eq!(found, for_mover, "{} of {text}", algorithm.name()),
                    SearchScore::Win(_) => assert_eq!(for_mover, 20_000, "{} of {text}", algorithm.name()),
                    SearchScore::Loss(_) => assert_eq!(for_mover, -20_000, "{} of {text}", algorithm.name()),
                }
                compared += 1;
            }
        });
    }
    assert!(compared > 60);
}

/// Who wins, by the plain rules, with a memory of positions.
fn winner(position: &Plain, known: &mut HashMap<String, Player>) -> Player {
    if let Outcome::Win(player) = position.outcome() {
        return player;
    }
    let key = position.picture();
    if let Some(player) = known.get(&key) {
        return *player;
    }
    let turn = position.turn;
    let wins = position.children().iter().any(|child| winner(child, known) == turn);
    let player = if wins { turn } else { turn.other() };
    known.insert(key, player);
    player
}

#[test]
fn small_boards_are_solved_alike_by_search_and_plain_rules() {
    for (files, ranks) in [(2, 3), (2, 4), (3, 3), (3, 4), (2, 5), (4, 3)] {
        let (game, root) = start(files, ranks);
        let winner = winner(&Plain::read(&game.format_state(&root)), &mut HashMap::new());
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
            let root = Root::new(&game, &root);
            let limits = SearcherLimits::default();
            let answer = search(&root, algorithm, &limits, &Control::new(), &mut |_| {});
            let found = match answer.score.unwrap() {
                SearchScore::Win(_) | SearchScore::Value(20_000) => Player::Max,
                SearchScore::Loss(_) | SearchScore::Value(-20_000) => Player::Min,
                other => panic!("{other:?} is no result"),
            };
            assert_eq!(found, winner, "{files}x{ranks} by {}", algorithm.name());
        }
    }
}

#[test]
fn a_runner_wins_in_as_many_plies_as_it_needs() {
    let (game, root) = open("8/8/8/P6p/6pp/8/8/8 w", "").unwrap();
    let root_of_search = Root::new(&game, &root);
    let limits = SearcherLimits { depth: Some(7), ..SearcherLimits::default() };
    let answer = search(&root_of_search, Algorithm::Pvs, &limits, &Control::new(), &mut |_| {});
    assert_eq!(answer.score, Some(SearchScore::Win(5)));
    let best = answer.best.unwrap();
    assert!(legal(&game, &root).contains(&best));
    assert!(game.format_state(&after(&game, &root, best)).starts_with("8/8/"));
}

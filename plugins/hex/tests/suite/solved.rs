//! Small boards solved by the search and by the plain rules, and against the known first moves that win.

use crate::boards::{open, start, swap};
use crate::plain::Plain;
use plyd_plugin::testing::{after, legal, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_search::{Algorithm, Control, Root, SearchScore, SearcherLimits};
use plyd_trials::{PlainRules, search};
use std::collections::HashMap;

/// Who wins, by the plain rules, with a memory of positions.
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

/// Who wins, by the search to the end.
fn found(game: &hex::Hex, state: &hex::State, algorithm: Algorithm) -> Player {
    if let Outcome::Win(player) = game.outcome(state) {
        return player;
    }
    let root = Root::new(game, state);
    let answer = search(&root, algorithm, &SearcherLimits::default(), &Control::new(), &mut |_| {});
    let turn = state.turn();
    match answer.score.expect("there is a move") {
        SearchScore::Win(_) => turn,
        SearchScore::Loss(_) => turn.other(),
        SearchScore::Value(20_000) => turn,
        SearchScore::Value(-20_000) => turn.other(),
        other => panic!("{other:?} is no result"),
    }
}

/// The first moves with which Red wins.
fn winning_openings(options: &str) -> String {
    let (game, root) = start(options);
    let wins = |mv: &plyd_plugin::Move| found(&game, &after(&game, &root, *mv), Algorithm::Pvs) == Player::Max;
    let names = legal(&game, &root).into_iter().filter(wins).map(|mv| game.format_move(&root, mv));
    names.collect::<Vec<_>>().join(" ")
}

/// OpenSpiel, and a program written apart, know the same.
#[test]
fn the_first_moves_that_win_are_those_known() {
    assert_eq!(winning_openings("Size=2 Swap=false"), "b1 a2");
    assert_eq!(winning_openings("Size=3 Swap=false"), "c1 a2 b2 c2 a3");
}

#[test]
fn the_first_player_wins_unless_there_is_a_swap() {
    for (options, winner) in [
        ("Size=1", Player::Max),
        ("Size=2", Player::Min),
        ("Size=3", Player::Min),
        ("Size=2 Swap=false", Player::Max),
        ("Size=3 Swap=false", Player::Max),
        ("Size=4 Swap=false", Player::Max),
    ] {
        let (game, root) = start(options);
        assert_eq!(found(&game, &root, Algorithm::Pvs), winner, "{options}");
    }
}

#[test]
fn positions_are_solved_alike_by_search_and_plain_rules() {
    let mut compared = 0;
    for options in ["Size=3", "Size=3 Swap=false", "Size=4"] {
        let mut known = HashMap::new();
        random_games(&start(options), 8, |game, state, mv| {
            let text = game.format_state(state);
            let plain = Plain::read(&text, options.len() == "Size=3".len());
            let free = plain.cells.values().filter(|letter| **letter == '.').count();
            if mv.is_none() || free > 9 || plain.size == 4 && free > 8 {
                return;
            }
            let winner = winner(&plain, &mut known);
            let (reopened, same) = open(&text, swap(options)).unwrap();
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Dfpn] {
                assert_eq!(found(&reopened, &same, algorithm), winner, "{text} by {}", algorithm.name());
                compared += 1;
            }
        });
    }
    assert!(compared > 100, "{compared}");
}

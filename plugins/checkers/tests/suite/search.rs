//! Searches against a plain minimax, and known endings.

use crate::open;
use crate::plain::Plain;
use crate::rules::SETUPS;
use plyd_plugin::testing::random_games;
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_search::{Algorithm, Control, Root, SearchScore, SearcherLimits, SearcherSettings, Techniques};
use plyd_trials::{PlainRules, search};
use std::collections::HashMap;

/// Minimax by the book over the plain rules, with a win worth as much wherever it is, and the heuristic at the horizon.
fn minimax(position: &Plain, depth: u32) -> i32 {
    match position.outcome() {
        Outcome::Win(Player::Max) => return 10_000,
        Outcome::Win(Player::Min) => return -10_000,
        Outcome::DrawIfClaimed => return 0,
        _ => {}
    }
    if depth == 0 {
        return position.value();
    }
    let values = position.children().into_iter().map(|child| minimax(&child, depth - 1));
    if position.turn == Player::Max { values.max() } else { values.min() }.expect("there is always a move")
}

#[test]
fn values_at_a_depth_are_those_of_a_plain_minimax() {
    let mut compared = 0;
    for setup in SETUPS {
        let mut place = 0;
        random_games(&open(setup), 1, |game, state, mv| {
            place += 1;
            if mv.is_none() || place % 7 != 0 {
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
                    SearchScore::Win(_) => assert_eq!(for_mover, 10_000, "{} of {text}", algorithm.name()),
                    SearchScore::Loss(_) => assert_eq!(for_mover, -10_000, "{} of {text}", algorithm.name()),
                }
                compared += 1;
            }
        });
    }
    assert!(compared > 60, "{compared}");
}

/// The plies to the end of each ending of at most two black kings and one white king that the player to move wins or
/// loses, found backwards from lost positions.
fn endings() -> HashMap<String, (Outcome, u32)> {
    let squares = || (1..=32).map(|square| format!("K{square}")).chain([String::new()]);
    let positions = squares().flat_map(|white| {
        let pairs = squares().flat_map(move |first| squares().map(move |second| format!("{first},{second}")));
        pairs.flat_map(move |black| ["B", "W"].map(|turn| format!("{turn}:W{white}:B{black}")))
    });
    let all: HashMap<String, Plain> =
        positions.map(|text| Plain::read(&text)).map(|plain| (plain.picture(), plain)).collect();
    let children: Vec<(&String, Player, Vec<String>)> = all
        .iter()
        .map(|(name, plain)| (name, plain.turn, plain.children().iter().map(Plain::picture).collect()))
        .collect();
    let mut known: HashMap<String, (Outcome, u32)> = HashMap::new();
    for plies in 0.. {
        let is_won =
            |child: &String, by: Player| known.get(child).is_some_and(|(outcome, _)| *outcome == Outcome::Win(by));
        let open = children.iter().filter(|(name, ..)| !known.contains_key(*name));
        let settled = open.filter_map(|(name, turn, children)| {
            let winner = if children.iter().any(|child| is_won(child, *turn)) {
                *turn
            } else if children.iter().all(|child| is_won(child, turn.other())) {
                turn.other()
            } else {
                return None;
            };
            Some(((*name).clone(), (Outcome::Win(winner), plies)))
        });
        let settled: Vec<_> = settled.collect();
        if settled.is_empty() {
            return known;
        }
        known.extend(settled);
    }
    unreachable!("there are finitely many positions")
}

#[test]
fn endings_of_two_kings_against_one_are_won_in_as_many_plies_as_a_plain_solver_finds() {
    let known = endings();
    let (mut found, mut count) = ([0; 12], 0);
    for (black, white) in [(1, 2), (5, 9), (14, 23), (18, 10), (3, 12), (27, 31), (22, 26), (6, 15), (7, 16), (2, 11)]
        .into_iter()
        .flat_map(|(first, second)| (1..=32).map(move |white| ([first, second], white)))
        .filter(|(black, white)| !black.contains(white))
    {
        for turn in ["B", "W"] {
            let setup = format!("{turn}:WK{white}:BK{},K{}", black[0], black[1]);
            let Some((Outcome::Win(winner), plies)) = known.get(&Plain::read(&setup).picture()).copied() else {
                continue;
            };
            if plies == 0 || plies as usize >= found.len() || count >= 300 {
                continue;
            }
            let (game, state) = open(&setup);
            let root = Root::new(&game, &state);
            let limits = SearcherLimits { depth: Some(plies), ..SearcherLimits::default() };
            let settings = SearcherSettings { techniques: Techniques::EXACT, ..Algorithm::Pvs.into() };
            let answer = search(&root, settings, &limits, &Control::new(), &mut |_| {});
            let is_mover = game.turn(&state) == winner;
            let score = if is_mover { SearchScore::Win(plies) } else { SearchScore::Loss(plies) };
            assert_eq!(answer.score, Some(score), "{setup}");
            found[plies as usize] += 1;
            count += 1;
        }
    }
    assert!(count > 100 && found.iter().filter(|count| **count > 0).count() > 6, "{found:?}");
}

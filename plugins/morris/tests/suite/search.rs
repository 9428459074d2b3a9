//! Searches against a plain minimax.

use crate::open;
use crate::plain::Plain;
use crate::rules::SETUPS;
use plyd_plugin::testing::random_games;
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_search::{Algorithm, Control, Root, SearchScore, SearcherLimits, SearcherSettings, Techniques};
use plyd_trials::{PlainRules, search};

/// The depth of the comparisons: two plies, as a position may have 60 moves.
const DEPTH: u32 = 2;

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
        random_games(&open(setup), 2, |game, state, mv| {
            place += 1;
            if mv.is_none() || place % 11 != 0 {
                return;
            }
            let text = game.format_state(state);
            let value = minimax(&Plain::read(&text), DEPTH);
            for algorithm in Algorithm::BY_DEPTH {
                let limits = SearcherLimits { depth: Some(DEPTH), ..SearcherLimits::default() };
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

#[test]
fn wins_are_found_at_their_distance() {
    for (setup, score) in [
        // The man on g7 closes a mill and takes the last but two.
        ("WW1W1B2/8/2B3B1[] w", SearchScore::Win(1)),
        // Black has four men, and White takes the last free point beside them.
        ("BBBW1W1B/1W5W/8[] w", SearchScore::Win(1)),
        // Black blocks one of two gaps, and White closes the other.
        ("WW1W1B2/WW1W4/2B3B1[] b", SearchScore::Loss(2)),
    ] {
        let (game, state) = open(setup);
        let limits = SearcherLimits { depth: Some(3), ..SearcherLimits::default() };
        let settings = SearcherSettings { techniques: Techniques::EXACT, ..Algorithm::Pvs.into() };
        let root = Root::new(&game, &state);
        let answer = search(&root, settings, &limits, &Control::new(), &mut |_| {});
        assert_eq!(answer.score, Some(score), "{setup}");
    }
}

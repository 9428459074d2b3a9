//! Tests of the declared limits and of the lines from which they follow.

use crate::boards::{BOARDS, open, start};
use plyd_plugin::Game;
use plyd_plugin::testing::{after, legal, played, random_games};

fn limits(setup: &str) -> (u32, u32) {
    let facts = open(setup).unwrap().0.facts();
    (facts.max_moves, facts.max_plies)
}

#[test]
fn declared_limits_hold_and_are_reached() {
    // Each middle square has 35 squares on its lines, and these have 1,065 squares on their lines in total.
    assert_eq!(limits(""), (4 * 1_065, 92));
    let facts = start(("", "Size=6")).0.facts();
    assert_eq!((facts.max_moves, facts.max_plies), (4 * 313, 28));
    // Arrows shorten lines. Without them, the limit would be 48 moves.
    assert_eq!(limits("*q1/**1/*1Q w"), (10, 3));
    assert_eq!(limits("Qq w"), (1, 1));
    assert_eq!(limits("*Q/*q w"), (1, 1));
    // In a corridor, the limit is the exact number of moves.
    let (game, state) = open("q*Q2 w").unwrap();
    assert_eq!((legal(&game, &state).len(), game.facts().max_moves), (4, 4));
    for board in BOARDS {
        let mut plies = 0;
        random_games(&start(board), 20, |game, state, mv| {
            // The helper that lists moves also checks `max_moves`.
            plies = if mv.is_some() { plies + 1 } else { 0 };
            assert!(plies <= game.facts().max_plies, "{plies} {state:?}");
        });
    }
    // A game in which all squares are blocked reaches the maximum number of plies.
    let (game, state) = open("Q2q w").unwrap();
    assert_eq!(game.facts().max_plies, 2);
    let last = played(&game, &state, "a1b1,b1a1 d1c1,c1d1");
    assert!(legal(&game, &last).is_empty());
}

#[test]
fn facts_are_those_of_a_game_that_never_repeats() {
    let facts = start(("", "")).0.facts();
    assert!(facts.has_key && facts.moves_are_actions && facts.repetition.is_none());
    assert!(facts.abilities.order && facts.abilities.candidates && facts.abilities.symmetry);
    random_games(&start(("", "Size=6")), 10, |game, state, mv| {
        let Some(mv) = mv else { return };
        assert!(game.is_irreversible(state, mv));
        assert_eq!(game.turn(&after(game, state, mv)), game.turn(state).player().unwrap().other());
    });
}

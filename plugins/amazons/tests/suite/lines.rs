//! The limits that are declared, and the lines that they follow from.

use crate::boards::{BOARDS, open, start};
use plyd_plugin::Game;
use plyd_plugin::testing::{after, legal, random_games};

fn limits(setup: &str) -> (u32, u32) {
    let facts = open(setup).unwrap().0.facts();
    (facts.max_moves, facts.max_plies)
}

#[test]
fn declared_limits_hold_and_are_reached() {
    // The middle squares have 35 squares on their lines, and the lines of those have 1,065 together.
    assert_eq!(limits(""), (4 * 1_065, 92));
    let facts = start(("", "Size=6")).0.facts();
    assert_eq!((facts.max_moves, facts.max_plies), (4 * 313, 28));
    // One amazon in the middle, and nothing in the way of any line but the opponent, who stands on none.
    assert_eq!(limits("1q1/3/2Q w").1, 7);
    assert_eq!(limits("Qq w"), (1, 1));
    assert_eq!(limits("*Q/*q w"), (1, 1));
    let (game, state) = open("***q***/*****1*/***1***/**1*1**/***Q*** w").unwrap();
    assert!(legal(&game, &state).len() as u32 <= game.facts().max_moves);
    // In a corridor of four squares without the opponent's, every move counts.
    let (game, state) = open("q*Q2 w").unwrap();
    assert_eq!((legal(&game, &state).len(), game.facts().max_moves), (4, 6));
    for board in BOARDS {
        let mut plies = 0;
        random_games(&start(board), 20, |game, state, mv| {
            // The room for moves is checked by what lists them.
            plies = if mv.is_some() { plies + 1 } else { 0 };
            assert!(plies <= game.facts().max_plies, "{plies} {state:?}");
        });
    }
    // A game that closes every square takes all plies.
    let (game, mut state) = open("q*Q2 w").unwrap();
    assert_eq!(game.facts().max_plies, 2);
    state = after(&game, &state, legal(&game, &state)[0]);
    assert!(legal(&game, &state).is_empty());
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

//! Tests of the rules in constructed positions, and of random games of many sizes against the simple rules.

use crate::boards::{SIZES, open, start};
use crate::plain::Plain;
use plyd_plugin::testing::{legal, played, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

/// The text of the position after some moves from a setup, which must be the same with and without empty capture.
fn reached(setup: &str, moves: &str) -> String {
    let [without, with] = reached_by_both(setup, moves);
    assert_eq!(without, with);
    with
}

fn reached_by_both(setup: &str, moves: &str) -> [String; 2] {
    [false, true].map(|empty_capture| {
        let (game, state) = open(setup, &format!("EmptyCapture={empty_capture}")).unwrap();
        game.format_state(&played(&game, &state, moves))
    })
}

fn outcome(setup: &str) -> Outcome {
    let (game, state) = open(setup, "").unwrap();
    game.outcome(&state)
}

#[test]
fn seeds_are_sown_counterclockwise_past_the_opponents_store() {
    assert_eq!(reached("0,0,1/2,1,1 w", "a"), "0,0,1/0,2,2 b 0 0");
    assert_eq!(reached("0,0,1/1,1,4 w", "c"), "1,1,2/1,1,0 b 1 0");
    assert_eq!(reached("4,1,1/1,0,0 b", "c"), "0,1,1/2,1,1 w 0 1");
    // Sowing continues past the opponent's store into the own houses.
    assert_eq!(reached("1,0,0/1,2,6 w 0 5", "c"), "2,1,1/2,3,0 b 1 5");
    assert_eq!(reached("6,2,1/1,0,0 b 0 5", "c"), "0,3,2/2,1,1 w 0 6");
    // On a second lap, the starting house receives seeds too.
    assert_eq!(reached("0,1/10,1 w", "a"), "2,3/2,3 b 2 0");
    assert_eq!(reached("0,1/12,1 w", "a"), "2,3/2,4 w 3 0");
}

#[test]
fn a_last_seed_in_the_own_store_gives_a_second_turn() {
    assert_eq!(reached("1,1/2,1 w", "a"), "1,1/0,2 w 1 0");
    assert_eq!(reached("1,1/1,1 b", "b"), "0,1/1,1 b 0 1");
    assert_eq!(reached("1,1/1,6 w", "b"), "2,2/2,1 w 2 0");
    assert_eq!(reached("1,1,1/3,2,1 w", "c b c a"), "1,1,1/0,1,1 w 4 0");
    // A seed in the store does not give a second turn if it is not the last one.
    assert_eq!(reached("1,1/1,2 w", "b"), "1,2/1,0 b 1 0");
}

#[test]
fn a_last_seed_in_an_own_empty_house_captures() {
    assert_eq!(reached("0,3,2/1,0,1 w", "a"), "0,0,2/0,0,1 b 4 0");
    assert_eq!(reached("1,0,1/0,5,2 b", "a"), "1,0,0/0,0,2 w 0 6");
    // Seeds that were sown into the opposite house in the same move are captured too.
    assert_eq!(reached("0,1/0,4 w", "b"), "0,2/0,0 b 3 0");
    // A whole lap ends in the starting house, which is empty by then.
    assert_eq!(reached("0,1/5,1 w", "a"), "0,2/0,2 b 3 0");
    // There is no capture in a house with seeds, or in a house of the opponent.
    assert_eq!(reached("0,3,2/1,1,1 w", "a"), "0,3,2/0,2,1 b 0 0");
    assert_eq!(reached("2,0,0/1,1,2 w", "c"), "2,0,1/1,1,0 b 1 0");
}

#[test]
fn only_empty_capture_stores_a_last_seed_opposite_an_empty_house() {
    assert_eq!(reached_by_both("2,0,0/1,0,1 w", "a"), ["2,0,0/0,1,1 b 0 0", "2,0,0/0,0,1 b 1 0"]);
    assert_eq!(reached_by_both("1,0,1/3,0,0 b", "a"), ["1,1,0/3,0,0 w 0 0", "1,0,0/3,0,0 w 0 1"]);
}

#[test]
fn the_game_ends_when_either_player_has_no_seeds_in_houses() {
    for turn in ["w", "b"] {
        assert_eq!(outcome(&format!("0,0/1,2 {turn}")), Outcome::Utility(3));
        assert_eq!(outcome(&format!("1,2/0,0 {turn} 4 2")), Outcome::Utility(-1));
        assert_eq!(outcome(&format!("0,0/0,0 {turn} 3 3")), Outcome::Utility(0));
        assert_eq!(outcome(&format!("0,1/1,0 {turn} 20 2")), Outcome::Ongoing);
    }
    // The last own seed gives a second turn, but there is no move left.
    assert_eq!(reached("1,1/0,1 w", "b"), "1,1/0,0 w 1 0");
    assert_eq!(outcome("1,1/0,0 w 1 0"), Outcome::Utility(-1));
}

#[test]
fn random_games_go_by_the_plain_rules() {
    for size in SIZES {
        let (game, root) = start(size);
        let mut plain = Plain::read(&game.format_state(&root), size.2);
        random_games(&(game, root), 60, |game, state, mv| {
            let text = game.format_state(state);
            assert_eq!(Plain::read(&text, size.2), plain, "{text}");
            assert_eq!(game.outcome(state), plain.outcome(), "{text}");
            assert_eq!(game.turn(state), plain.turn);
            if let Some(mv) = mv {
                let number = |house: usize| house as u32 + if plain.turn == Player::Max { 0 } else { 16 };
                let expected: Vec<u32> = plain.moves().into_iter().map(number).collect();
                assert_eq!(legal(game, state).iter().map(|mv| mv.0).collect::<Vec<u32>>(), expected, "{text}");
                plain.play(mv.0 as usize % 16);
            } else {
                plain = Plain::read(&game.format_state(&root), size.2);
            }
        });
    }
}

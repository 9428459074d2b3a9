//! The rules: what each does in positions made for it, and random games by the plain ones.

use crate::open;
use crate::plain::Plain;
use morris::Morris;
use plyd_plugin::testing::{self, legal, move_texts, played, random_games};
use plyd_plugin::{Facts, Game, Outcome, Player, Plugin, Verdict};
use plyd_trials::PlainRules;

/// Setups for random games: the start; men still to be placed; men who move; a player who flies; two who do; men of one
/// player only in mills; men that one player has placed already.
pub(crate) const SETUPS: [&str; 7] = [
    "",
    "W6W/1B1WBBBW/5B1W[WWWBBB] w - - 0 7",
    "WWW1W2W/1B1WBBBW/1BB2B1W[] w - - 0 10",
    "W7/3WBBBW/W6W[] w - - 0 56",
    "8/1B3BB1/WWW5[] b - - 0 71",
    "WW1W1W1W/WW1W4/BBB5[] w - - 3 20",
    "W1W1W1W1/B1B1B3/8[BBBB] w - - 0 5",
];

fn texts(setup: &str) -> String {
    let (game, state) = open(setup);
    move_texts(&game, &state).join(" ")
}

/// The position after moves.
fn position(setup: &str, moves: &str) -> String {
    let (game, state) = open(setup);
    game.format_state(&played(&game, &state, moves))
}

fn outcome(setup: &str) -> Outcome {
    let (game, state) = open(setup);
    game.outcome(&state)
}

#[test]
fn men_are_placed_before_any_moves() {
    assert_eq!(position("", "a7 d7 a4"), "WB5W/8/8[WWWWWWWBBBBBBBB] b - - 0 2");
    assert_eq!(texts("WWBBWWBB/BBWWBBW1/8[WB] w"), "c5 d5 e5 e4 e3 d3 c3 c4 b4");
    // Black has none left to place and moves.
    assert_eq!(texts("BBWWBBWW/WWBBWW2/7B[W] b"), "c4c5 c4c3 c4b4 f4e4");
}

#[test]
fn men_move_along_the_lines() {
    assert_eq!(texts("W7/3WW3/5W1W[BBB] w"), "d3e3 d3c3 d3d2 c4c5 c4c3 c4b4 f4e4 f4f6 f4g4 f2d2 a7d7 a7a4");
    // The middle has no point: nothing leads from c4 to e4, and from one corner to another.
    assert!(!texts("W7/3WW3/5W1W[BBB] w").contains("c4e4"));
    assert!(!texts("W7/3WW3/5W1W[BBB] w").contains("a7b6"));
}

#[test]
fn a_closed_mill_takes_a_man_that_is_in_none() {
    assert_eq!(
        texts("WW3B2/6BB/5BBB[W] w"),
        "c5 d5 e5 e4 e3 b6 d6 f6 f4 f2 d2 g7xd3 g7xc3 g7xc4 g7xb2 g7xb4 g7xd1 g4 g1 a1 a4"
    );
    assert_eq!(position("WW3B2/6BB/5BBB[W] w", "g7xd1"), "WWW5/6BB/5BBB[] b - - 0 1");
    // A mill that stands already takes nothing, and neither does one of the opponent.
    assert!(!texts("WWW5/8/BBB5[WB] w").contains('x'));
    assert_eq!(texts("WW1W1B2/8/2B3BB[] w").split(' ').filter(|text| text.contains('x')).count(), 4);
    // A man who leaves a line is no part of a mill on it.
    assert!(!texts("WWW1W3/8/2B3BB[] w").contains("g7d7x"));
}

#[test]
fn a_man_in_a_mill_is_taken_only_if_all_are_in_mills() {
    assert_eq!(takes("WW1W4/8/BBB5[] w"), "c5 d5 e5");
    assert_eq!(takes("WW1W4/8/BBB1B3[] w"), "e3");
    assert_eq!(takes("WW1W4/8/BBBBB3[] w"), "c5 d5 e5 e4 e3");
}

/// The men that White's move from g4 to g7 may take.
fn takes(setup: &str) -> String {
    let texts = texts(setup);
    let taken: Vec<&str> = texts.split(' ').filter_map(|text| text.strip_prefix("g4g7x")).collect();
    taken.join(" ")
}

#[test]
fn two_mills_at_once_take_one_man() {
    assert_eq!(position("1WW4W/1W6/1W1B1B1B[WWBB] w", "a7xe4"), "WWW4W/1W6/1W3B1B[WBB] b - - 0 1");
    let (game, state) = open("1WW3WW/8/3B1B1B[WW] w");
    let child = played(&game, &state, "a7xe4");
    assert_eq!(game.format_state(&child), "WWW3WW/8/5B1B[W] b - - 0 1");
    assert_eq!(legal(&game, &child), []);
}

#[test]
fn a_mill_with_nobody_to_take_is_a_quiet_move() {
    assert_eq!(position("WW6/8/8[WBBB] w", "g7"), "WWW5/8/8[BBB] b - - 0 1");
}

#[test]
fn three_men_fly_once_all_are_placed_unless_an_option_says_otherwise() {
    let flying = "WW3W2/8/B1B1B1B1[] w";
    assert_eq!(texts(flying).split(' ').count(), 3 * 17 + 3);
    let (game, state) = testing::open::<Morris>(flying, "Flying=false");
    assert_eq!(move_texts(&game, &state).join(" "), "a7a4 d7d6 d7g7 d1d2 d1g1 d1a1");
    // Four do not fly, nor do three while there are more in the hand: those are placed.
    assert!(!texts("WWW2W2/8/B1B1B1B1[] w").contains("d1g4"));
    assert!(texts("WW3W2/8/B1B1B1B1[W] w").starts_with("d5 "));
}

#[test]
fn a_player_with_two_men_has_lost() {
    assert_eq!(position("WW1W4/8/2B3BB[] w", "g4g7xe5"), "WWW5/8/6BB[] b - - 0 1");
    assert_eq!(outcome("WWW5/8/6BB[] b"), Outcome::Win(Player::Max));
    // Those in the hand count.
    assert_eq!(outcome("WWW5/8/6BB[B] b"), Outcome::Ongoing);
    assert_eq!(outcome("WWW5/8/6BB[] w"), Outcome::Win(Player::Max));
    assert_eq!(outcome("WW6/8/6BB[B] b"), Outcome::Win(Player::Min));
}

#[test]
fn a_player_who_cannot_move_has_lost() {
    let shut_in = "BBBW2WB/1W5W/8[] b";
    assert_eq!(outcome(shut_in), Outcome::Win(Player::Max));
    assert_eq!(outcome("BBBW2WB/1W6/8[] b"), Outcome::Ongoing);
    assert_eq!(outcome("BBBW2WB/1W5W/8[] w"), Outcome::Ongoing);
    assert_eq!(outcome("BBBW2WB/1W5W/8[B] b"), Outcome::Ongoing);
    // A loss counts more than a draw.
    assert_eq!(outcome(&format!("{shut_in} - - 200 90")), Outcome::Win(Player::Max));
    // Three men who may not fly.
    let with = |options: &str| {
        let (game, state) = testing::open::<Morris>("BBBW4/1W5W/7W[] b", options);
        game.outcome(&state)
    };
    assert_eq!((with(""), with("Flying=false")), (Outcome::Ongoing, Outcome::Ongoing));
    let with = |options: &str| {
        let (game, state) = testing::open::<Morris>("BBBW3W/1W6/8[] b", options);
        game.outcome(&state)
    };
    assert_eq!((with(""), with("Flying=false")), (Outcome::Ongoing, Outcome::Win(Player::Max)));
}

#[test]
fn fifty_moves_of_each_player_that_place_and_take_nothing_are_a_draw_for_who_claims_it() {
    let setup = "WW1W4/8/2B3BB[]";
    let at = |clock: u32| outcome(&format!("{setup} w - - {clock} 70"));
    assert_eq!((at(99), at(100)), (Outcome::Ongoing, Outcome::DrawIfClaimed));
    let clock = |setup: &str, moves: &str| position(setup, moves).split(' ').nth(4).unwrap().to_owned();
    assert_eq!(clock("WW1W3W/8/2B3BB[] w - - 99 70", "g4g1"), "100");
    assert_eq!(clock("WW1W3W/8/2B3BB[] w - - 99 70", "g4g7xe5"), "0");
    assert_eq!(clock("WW1W3W/8/2B3BB[W] w - - 99 70", "c5"), "0");
    let with = |options: &str, clock: u32| {
        let (game, state) = testing::open::<Morris>(&format!("{setup} w - - {clock} 70"), options);
        (game.outcome(&state), game.facts().max_plies)
    };
    assert_eq!(with("QuietMoves=2", 3), (Outcome::Ongoing, 4));
    assert_eq!(with("QuietMoves=2", 4), (Outcome::DrawIfClaimed, 4));
    assert_eq!(with("QuietMoves=0", 9_999), (Outcome::Ongoing, Facts::UNBOUNDED));
}

#[test]
fn a_position_that_occurs_for_the_third_time_is_a_draw_unless_an_option_says_otherwise() {
    let times = |options: &str| {
        let (game, _) = testing::open::<Morris>("", options);
        game.facts().repetition.map(|rule| (rule.times, rule.verdict))
    };
    assert_eq!(times(""), Some((3, Verdict::DRAW)));
    assert_eq!(times("Repetition=5"), Some((5, Verdict::DRAW)));
    assert_eq!(times("Repetition=0"), None);
}

#[test]
fn random_games_go_by_the_plain_rules() {
    for setup in SETUPS {
        let opened = open(setup);
        let first = Plain::read(&opened.0.format_state(&opened.1));
        let mut plain = first.clone();
        random_games(&opened, 10, |game, state, mv| {
            let text = game.format_state(state);
            assert_eq!(plain.write(), text);
            assert_eq!(game.outcome(state), plain.outcome(), "{text}");
            assert_eq!(move_texts(game, state), plain.texts(), "{text}");
            match mv {
                Some(mv) => {
                    let number = legal(game, state).iter().position(|other| *other == mv).unwrap();
                    plain.play(plain.moves().swap_remove(number));
                }
                None => plain = first.clone(),
            }
        });
    }
}

#[test]
fn men_who_may_not_fly_go_by_the_plain_rules() {
    let opened = testing::open::<Morris>(SETUPS[3], "Flying=false");
    random_games(&opened, 10, |game, state, _| {
        let mut plain = Plain::read(&game.format_state(state));
        plain.flying = false;
        assert_eq!((game.outcome(state), move_texts(game, state)), (plain.outcome(), plain.texts()));
    });
}

//! Tests of captures, suicide, ko, superko and the end of the game, and of random games against the simple rules.

use crate::boards::games;
use crate::plain::Plain;
use go::{Go, PASS};
use plyd_plugin::testing::{legal, move_texts, open, played};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

/// Setups with options: empty boards, a ko, a wall of stones, rectangles, and all rules.
pub(crate) const SETUPS: [(&str, &str); 12] = [
    ("", "Size=5"),
    ("", "Size=2 Ko=situational"),
    ("", "Size=3 Ko=simple Suicide=false"),
    ("", "Size=4 Scoring=points KomiHalfPoints=0"),
    ("", ""),
    ("", "Size=13 Suicide=false"),
    ("", "Size=19 Ko=situational Suicide=false"),
    ("3 b", "Ko=situational"),
    ("7/3X3/2XOX2/2O1O2/3O3/7/7 b - 0 -3.5", "Scoring=points"),
    ("1XO2/XO1O1/1XO2/5/5 b C4 0 0.5", "Ko=simple"),
    ("XXXXXXXXXX/1X1X1X1X1X/OOOOOOOOOO/1O1O1O1O1O b - 1 7", ""),
    ("1X/XX/OO/1O w - 0 2", "Ko=situational"),
];

/// The setups with small boards. The invariant tests would take too long on the others.
pub(crate) fn small() -> Vec<(&'static str, &'static str)> {
    SETUPS.into_iter().filter(|(_, options)| !options.contains("Size=1") && !options.is_empty()).collect()
}

/// The board after these moves.
fn board((setup, options): (&str, &str), moves: &str) -> String {
    let (game, state) = open::<Go>(setup, options);
    game.format_state(&played(&game, &state, moves)).split(' ').next().unwrap().to_string()
}

fn outcome(setup: &str, options: &str) -> Outcome {
    let (game, state) = open::<Go>(setup, options);
    game.outcome(&state)
}

#[test]
fn groups_without_a_liberty_are_taken() {
    assert_eq!(board(("1XX2/XOO2/1XX2/5/5 b", ""), "D4"), "1XX2/X2X1/1XX2/5/5");
    assert_eq!(board(("1XX2/XOO2/1XX2/5/5 w", ""), "D4"), "1XX2/XOOO1/1XX2/5/5");
    // Captures several groups at once, in the middle and at the edges.
    assert_eq!(board(("5/1XXX1/XO1OX/1XOX1/2X2 b", ""), "C3"), "5/1XXX1/X1X1X/1X1X1/2X2");
    assert_eq!(board(("OX3/5/5/5/3XO b", ""), "A4 A1 E2"), "1X3/X4/5/4X/O2X1");
    // A capturing stone needs no liberty before the capture.
    assert_eq!(board(("1XO2/XO3/O4/5/5 w", ""), "A5"), "O1O2/1O3/O4/5/5");
}

#[test]
fn suicide_takes_the_own_group_if_the_rules_allow_it() {
    let setup = "X1O2/OO3/5/5/5 b";
    assert_eq!(board((setup, ""), "B5"), "2O2/OO3/5/5/5");
    let (game, state) = open::<Go>(setup, "Suicide=false");
    assert_eq!(game.parse_move(&state, "B5"), None);
    // The suicide of a single stone only changes the player to move, so it is legal only under situational superko.
    for (options, count) in [("", 20), ("Ko=situational", 21), ("Ko=simple", 20), ("Ko=situational Suicide=false", 20)]
    {
        let (game, state) = open::<Go>("1O3/O4/5/5/3X1 b", options);
        assert_eq!(legal(&game, &state).len(), count + 2, "{options}");
    }
}

#[test]
fn a_ko_is_not_taken_back_at_once() {
    for options in ["", "Ko=situational", "Ko=simple"] {
        let (game, state) = open::<Go>("1XO2/X1XO1/1XO2/5/5 w", options);
        let taken = played(&game, &state, "B4");
        assert_eq!(game.format_state(&taken), "1XO2/XO1O1/1XO2/5/5 b C4 0 7.5");
        assert_eq!(game.parse_move(&taken, "C4"), None);
        let later = played(&game, &taken, "A1 E1");
        assert!(game.parse_move(&later, "C4").is_some());
        assert_eq!(game.format_state(&played(&game, &taken, "pass")), "1XO2/XO1O1/1XO2/5/5 w - 1 7.5");
    }
    // Capturing two stones is not a ko, and neither is a capture by a group.
    for (setup, mv) in [("1XX1/XOO1/1XX1/4 b", "D3"), ("1X2/XO2/1X2/2X1 b", "C3")] {
        let (game, state) = open::<Go>(setup, "");
        assert!(game.format_state(&played(&game, &state, mv)).contains(" w - 0 "), "{setup}");
    }
}

#[test]
fn two_passes_end_the_game_and_area_counts() {
    for (setup, margin) in [
        ("5/5/5/5/5 b - 2 0", 0),
        ("5/5/2X2/5/5 b - 2 7.5", 2 * 25 - 15),
        ("1XO2/XXO2/5/5/4O w - 2 0.5", 2 * 4 - 2 * 3 - 1),
        ("X1O b - 2 -2", 4),
        ("1X1O1X b - 2 1", 2 * 3 - 2 - 2),
        ("1O/OO b - 2 7.5", -8 - 15),
    ] {
        assert_eq!(outcome(setup, "Scoring=points"), Outcome::Utility(margin), "{setup}");
        let winner = match margin {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::Max),
            _ => Outcome::Win(Player::Min),
        };
        assert_eq!(outcome(setup, ""), winner, "{setup}");
        assert_eq!(outcome(&setup.replace(" - 2 ", " - 1 "), ""), Outcome::Ongoing, "{setup}");
    }
    let (game, state) = open::<Go>("", "Size=3");
    let passed = played(&game, &state, "B2 pass C1 pass pass");
    assert_eq!(game.format_state(&passed), "3/1X1/2X w - 2 7.5");
    assert_eq!(game.outcome(&passed), Outcome::Win(Player::Max));
    assert_eq!((game.parse_move(&passed, "A1"), game.parse_move(&passed, "pass")), (None, None));
}

#[test]
fn a_full_board_leaves_the_pass() {
    let (game, state) = open::<Go>("", "Size=1");
    assert_eq!(legal(&game, &state), [PASS]);
    let (game, state) = open::<Go>("", "Size=1 Ko=situational");
    assert_eq!(move_texts(&game, &state), ["A1", "pass"]);
}

#[test]
fn random_games_go_by_the_plain_rules() {
    let mut compared = 0;
    for (setup, options) in SETUPS {
        let opened = open::<Go>(setup, options);
        let first = Plain::read(&opened.0.format_state(&opened.1), options);
        let large = first.board().len() > 9;
        let mut plain = first.clone();
        games(&opened, if large { 1 } else { 6 }, if large { 60 } else { 150 }, |game, state, moves, mv| {
            let text = game.format_state(state);
            let read = Plain::read(&text, options);
            assert_eq!((read.board(), read.turn()), (plain.board(), plain.turn()), "{text}");
            let names: Vec<String> = moves.iter().map(|&mv| game.format_move(state, mv)).collect();
            assert_eq!(names, plain.moves(), "{text} {options}");
            let expected = if options.contains("points") && plain.outcome() != Outcome::Ongoing {
                Outcome::Utility(plain.margin())
            } else {
                plain.outcome()
            };
            assert_eq!(game.outcome(state), expected, "{text}");
            compared += 1;
            match mv {
                Some(mv) => plain.play(game.format_move(state, mv)),
                None => plain = first.clone(),
            }
        });
    }
    assert!(compared > 2_000, "{compared} positions");
}

//! Positions, moves, pictures and views, and the setups that are refused.

use crate::open;
use crate::plain::Plain;
use crate::rules::SETUPS;
use morris::Morris;
use plyd_plugin::testing::{check_refusal, legal, move_texts, played, random_games, try_open};
use plyd_plugin::view::{Glyph, MarkKind, Owner, Shape, gesture_text};
use plyd_plugin::{Game, Plugin};
use plyd_trials::PlainRules;
use proptest::prelude::*;
use std::collections::HashSet;

const START: &str = "8/8/8[WWWWWWWWWBBBBBBBBB] w - - 0 1";

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for setup in SETUPS {
        random_games(&open(setup), 10, |game, state, _| {
            let text = game.format_state(state);
            let (same_game, same) = open(&text);
            assert_eq!((same, same_game.format_state(&same)), (*state, text));
            for mv in legal(game, state) {
                assert_eq!(game.parse_move(state, &game.format_move(state, mv).to_uppercase()), Some(mv));
            }
        });
    }
}

#[test]
fn the_start_position() {
    let (game, root) = open("");
    assert_eq!(game.format_state(&root), START);
    for setup in ["  ", START, "8/8/8[BBBBBBBBBWWWWWWWWW] w", "44/1111112/8[WBWBWBWBWBWBWBWBWB] w 0 1"] {
        assert_eq!(open(setup).1, root, "{setup}");
    }
    let names = "c5 d5 e5 e4 e3 d3 c3 c4 b6 d6 f6 f4 f2 d2 b2 b4 a7 d7 g7 g4 g1 d1 a1 a4";
    assert_eq!(move_texts(&game, &root).join(" "), names);
}

#[test]
fn nobody_has_men_to_place_without_a_pocket() {
    assert_eq!(open("W1W1W3/8/B1B1B3 w").1, open("W1W1W3/8/B1B1B3[] w").1);
    assert_eq!(open("W1W1W3/8/B1B1B3 w").1, open("W1W1W3/8/B1B1B3[-] w").1);
}

#[test]
fn counters_go_on() {
    let (game, root) = open("W1W1W3/8/B1B1B1B1 b - - 9 30");
    assert_eq!(game.format_state(&played(&game, &root, "c5d5 a7a1")), "2W1W1W1/8/1BB1B1B1[] b - - 11 31");
    let (game, root) = open("W1W1W3/8/B1B1B1B1 b - - 9999 9999");
    assert_eq!(game.format_state(&played(&game, &root, "c5d5")), "W1W1W3/8/1BB1B1B1[] w - - 9999 9999");
}

#[test]
fn moves_that_are_none_are_not_read() {
    let (game, root) = open("");
    for text in ["", "-", "a", "a2", "d4", "h1", "a7a4", "a7xd7", "xa7", "a7x", "P@a7", " a7", "a7 ", "0000", "é"] {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
    let (game, state) = open("WW1W4/8/2B3BB[] w");
    for text in ["g4g7", "g4g7xc5", "g4g7x", "g7xe5", "g4-g7xe5", "a7g1xe5"] {
        assert_eq!(game.parse_move(&state, text), None, "{text}");
    }
    assert!(game.parse_move(&state, "g4g7xe5").is_some());
}

#[test]
fn the_picture_is_that_of_the_page() {
    for setup in ["W6W/1B1WBBBW/5B1W[WWWBBB] w - - 0 7", "BBBW1W1B/1W5W/8[] w - - 4 31"] {
        let (game, state) = open(setup);
        let picture = game.picture(&state);
        assert!(picture.ends_with("White to move"), "{picture}");
        let indented: String = picture.lines().map(|line| format!("    {line}\n")).collect();
        assert!(include_str!("../../README.md").contains(&indented), "{indented}");
    }
    let (game, state) = open("WWW5/8/6BB[] b");
    assert!(!game.picture(&state).contains("to move") && !game.picture(&state).contains("placed"));
}

#[test]
fn every_man_is_where_the_picture_has_him() {
    for setup in SETUPS {
        random_games(&open(setup), 3, |game, state, _| {
            let view = game.view(state).unwrap();
            let picture = game.picture(state);
            let rows: Vec<&str> = picture.lines().step_by(2).take(7).collect();
            let points = view.spots.iter().filter(|spot| spot.shape == Shape::Point);
            for spot in points {
                let [x, y] = spot.at.map(|place| (place - 0.5) as usize);
                let sign = rows[y].chars().nth(3 + 2 * x).unwrap();
                let token = view.tokens.iter().find(|token| token.on == spot.id);
                let expected = match token.map(|token| token.owner) {
                    Some(Owner::Max) => 'W',
                    Some(Owner::Min) => 'B',
                    _ => '.',
                };
                assert_eq!(sign, expected, "{} of\n{picture}", spot.id);
                assert_eq!(spot.id, format!("{}{}", ["a", "b", "c", "d", "e", "f", "g"][x], 7 - y));
            }
        });
    }
}

#[test]
fn the_view_has_points_and_lines_discs_mills_and_hands() {
    let (game, state) = open("WWW4B/8/7B[WWB] b");
    let view = game.view(&state).unwrap();
    view.check().unwrap();
    let tokens: Vec<_> = view.tokens.iter().map(|token| (token.on.as_str(), token.owner, token.count)).collect();
    let expected = [
        ("a7", Owner::Max, None),
        ("d7", Owner::Max, None),
        ("g7", Owner::Max, None),
        ("white-hand", Owner::Max, Some(2)),
        ("c4", Owner::Min, None),
        ("a4", Owner::Min, None),
        ("black-hand", Owner::Min, Some(1)),
    ];
    assert_eq!(tokens, expected);
    assert!(view.tokens.iter().all(|token| token.glyph == Glyph::Disc));
    assert_eq!((view.spots.iter().filter(|spot| !spot.inert).count(), view.lines.len()), (24, 16));
    assert!(view.lines.contains(&[0.5, 0.5, 6.5, 0.5]) && view.lines.contains(&[3.5, 2.5, 3.5, 0.5]));
    let marks: Vec<_> = view.marks.iter().map(|mark| (mark.kind, mark.on.join(" "))).collect();
    assert_eq!(marks, [(MarkKind::Line, "a7 d7 g7".to_string())]);
}

#[test]
fn a_gesture_is_from_where_to_where_and_the_man_that_is_taken() {
    let steps = |setup: &str, text: &str| {
        let (game, state) = open(setup);
        gesture_text(&game.gesture(&state, game.parse_move(&state, text).unwrap()))
    };
    assert_eq!(steps("", "a7"), "a7");
    assert_eq!(steps("WW1W4/8/2B3BB[] w", "g4g7xe5"), "g4 g7 e5");
    assert_eq!(steps("WW6/8/2B3BB[W] w", "g7xe5"), "g7 e5");
}

#[test]
fn no_gesture_begins_with_another_one() {
    for setup in SETUPS {
        random_games(&open(setup), 10, |game, state, _| {
            let gestures: Vec<_> = legal(game, state).into_iter().map(|mv| game.gesture(state, mv)).collect();
            let all: HashSet<_> = gestures.iter().map(Vec::as_slice).collect();
            assert_eq!(all.len(), gestures.len());
            assert!(gestures.iter().all(|steps| (1..steps.len()).all(|end| !all.contains(&steps[..end]))));
        });
    }
}

#[test]
fn options_out_of_range_are_refused() {
    let refused = |options: &str| try_open::<Morris>("", options).unwrap_err();
    assert_eq!(refused("QuietMoves=-1"), "the option QuietMoves should be a number from 0 to 1000");
    assert_eq!(refused("Repetition=11"), "the option Repetition should be a number from 0 to 10");
    assert_eq!(
        refused("Repetition=1"),
        "the option Repetition is 1, but nothing is repeated by then: use 0 for no rule, or 2 to 10"
    );
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    let most = "but can have at most 9";
    for (setup, error) in [
        ("8/8 w", "the board `8/8` has 2 ranks but should have 3"),
        ("8/8/7 w", "rank 1 of the board, `7`, has 7 squares but should have 8"),
        ("8/8/x7 w", "unknown piece `x` on rank 1 of the board, square 1: use W or B"),
        ("8/8/8[WWWx] w", "unknown piece `x` in the pocket: use W or B"),
        ("8/8/8[WWWBBB", "the pocket after the board has no closing `]`"),
        ("8/8/8[WWWBBB]", "the player to move is missing after the board: add w or b"),
        ("8/8/8[WWWBBB] x", "`x` is not a player to move: use w or b"),
        ("8/8/8[WWWBBB] w - - x", "the half-move clock `x` should be a number from 0 to 9999"),
        ("8/8/8[WWWBBB] w - - 0 0", "the move number `0` should be a number from 1 to 9999"),
        ("8/8/8[WWWBBB] w - - 0 1 2", "`2` after the move number, where the setup should end"),
        ("WWWWW3/8/8[WWWWWBBB] w", &format!("White has 10 men on the board and in the pocket {most}")),
        ("8/BBBBBBBB/8[BBW] w", &format!("Black has 10 men on the board and in the pocket {most}")),
        ("WB6/8/8[WB] w", "both players have fewer than 3 men and so have lost: at least one should have 3 or more"),
    ] {
        check_refusal::<Morris>(setup, error);
    }
}

proptest! {
    /// A refused setup is refused with one short line; an accepted one round-trips and goes by the plain rules.
    #[test]
    fn any_board_is_read_or_refused(
        board in "([WB1]{8}/[WB1]{2}6/1[WB]1[WB]4|[WB]{3}5/1[WB]{2}5/8|[WB1-8/]{3,12})",
        pocket in "(|\\[W{0,4}B{0,4}\\])",
        rest in "( [wbx]( - -){0,1}( [0-9]{1,3}){0,2}){0,1}",
    ) {
        match try_open::<Morris>(&format!("{board}{pocket}{rest}"), "") {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text).1, state);
                let plain = Plain::read(&text);
                prop_assert_eq!(plain.write(), text);
                prop_assert_eq!(game.outcome(&state), plain.outcome());
                prop_assert_eq!(move_texts(&game, &state), plain.texts());
            }
            Err(error) => prop_assert!(!error.is_empty() && error.len() < 200 && !error.contains('\n')),
        }
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(setup in ".{0,60}") {
        if let Err(error) = try_open::<Morris>(&setup, "") {
            prop_assert!(!error.is_empty() && !error.contains('\n'));
        }
    }
}

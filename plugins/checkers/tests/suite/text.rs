//! Positions, moves, pictures and views, and the setups that are refused.

use crate::open;
use crate::plain::Plain;
use crate::rules::SETUPS;
use checkers::Checkers;
use plyd_plugin::testing::{check_refusal, legal, move_texts, played, random_games, try_open};
use plyd_plugin::view::{Glyph, Owner, Tone, gesture_text};
use plyd_plugin::{Game, Outcome, Plugin};
use plyd_trials::PlainRules;
use proptest::prelude::*;
use std::collections::HashSet;

const START: &str = "B:W21-32:B1-12";

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for setup in SETUPS {
        random_games(&open(setup), 10, |game, state, _| {
            let text = game.format_state(state);
            let (same_game, same) = open(&text);
            assert_eq!((same, same_game.format_state(&same)), (*state, text));
            for mv in legal(game, state) {
                assert_eq!(game.parse_move(state, &game.format_move(state, mv).to_uppercase()), Some(mv));
                // All squares of a capture, as its gesture has them.
                let sign = if game.format_move(state, mv).contains('x') { "x" } else { "-" };
                let long = gesture_text(&game.gesture(state, mv)).replace(' ', sign);
                assert_eq!(game.parse_move(state, &long), Some(mv), "{long}");
            }
        });
    }
}

#[test]
fn the_start_position() {
    let (game, root) = open("");
    assert_eq!(game.format_state(&root), START);
    let all = "b:w21,22,23,24,25,26,27,28,29,30,31,32:b1,2,3,4,5,6,7,8,9,10,11,12";
    for setup in
        ["  ", START, all, "B:B1-12:W21-32", "B:W21-32:B1-12.", "B:W21-32:B1-12:H0:F1", "B:H0:B12,1-11:W21-32:F7"]
    {
        assert_eq!(open(setup).1, root, "{setup}");
    }
    assert_eq!(move_texts(&game, &root).join(" "), "9-13 9-14 10-14 10-15 11-15 11-16 12-16");
}

#[test]
fn the_clock_goes_on_with_moves_of_kings() {
    let (game, root) = open("B:WK32,21:BK1");
    let text = |moves| game.format_state(&played(&game, &root, moves));
    assert_eq!(text("1-6"), "W:W21,K32:BK6:H1");
    assert_eq!(text("1-6 32-27"), "B:W21,K27:BK6:H2");
    assert_eq!(text("1-6 21-17"), "B:W17,K32:BK6");
    let (game, state) = open("B:WK32:BK1:H9999");
    assert_eq!(game.format_state(&played(&game, &state, "1-6")), "W:WK32:BK6:H9999");
}

#[test]
fn three_men_side_by_side_are_a_range_and_kings_never() {
    for (setup, text) in [
        ("B:W30,31,32:B1,2,4", "B:W30-32:B1,2,4"),
        ("B:WK5-8:B10-10", "B:WK5,K6,K7,K8:B10"),
        ("W:W32:B1,2,K3,4,5,6", "W:W32:B1,2,K3,4-6"),
    ] {
        let (game, state) = open(setup);
        assert_eq!(game.format_state(&state), text);
    }
}

#[test]
fn a_capture_that_shares_both_ends_is_named_by_its_path() {
    let (game, state) = open("B:W6,7,14,15:BK2,K31");
    let names = move_texts(&game, &state);
    assert_eq!(names.join(" "), "2x9x18x11x2 2x11x18x9x2");
    for name in &names {
        assert!(game.parse_move(&state, name).is_some());
    }
    assert_eq!(game.parse_move(&state, "2x2"), None);
    let (game, state) = open("B:W6,14,32:BK1");
    assert_eq!(move_texts(&game, &state).join(" "), "1x17");
    assert_eq!(game.parse_move(&state, "1x10x17"), game.parse_move(&state, "1X17"));
    assert!(game.parse_move(&state, "1x17").is_some());
    // The short one is the whole path of the first.
    let (game, state) = open("B:W6,7,14,15,22,23:BK3");
    assert_eq!(move_texts(&game, &state).join(" "), "3x10x1 3x10x17x26x19x10x1 3x10x19x26x17x10x1");
    assert_eq!(game.parse_move(&state, "3x1"), None);
}

#[test]
fn moves_that_are_none_are_not_read() {
    let (game, root) = open("");
    for text in ["", "-", "9", "9-", "9-15", "9x13", "1-5", "21-17", "9-13-17", " 9-13", "09-13", "9-13q", "0000", "é"]
    {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
    assert!(game.parse_move(&root, "9-13").is_some());
}

#[test]
fn the_picture_is_that_of_the_page() {
    let (game, state) = open("W:WK18,24,27,28,K10,32:B12,16,20,K22,K25,K29");
    let picture = game.picture(&state);
    assert!(picture.ends_with("White to move"), "{picture}");
    let indented: String = picture.lines().map(|line| format!("    {line}\n")).collect();
    assert!(include_str!("../../README.md").contains(&indented), "{indented}");
    let (game, state) = open("W:W12:B8,3");
    assert!(!game.picture(&state).contains("to move"));
}

#[test]
fn the_view_has_a_disc_for_each_man_a_crown_for_each_king_and_dark_squares_to_click() {
    let (game, state) = open("B:WK10,32:B1,K29");
    let view = game.view(&state).unwrap();
    view.check().unwrap();
    let tokens: Vec<_> = view.tokens.iter().map(|token| (token.on.as_str(), token.glyph, token.owner)).collect();
    let expected = [
        ("1", Glyph::Disc, Owner::Max),
        ("10", Glyph::Crowned, Owner::Min),
        ("29", Glyph::Crowned, Owner::Max),
        ("32", Glyph::Disc, Owner::Min),
    ];
    assert_eq!(tokens, expected);
    let at = |id: &str| view.spots.iter().find(|spot| spot.id == id).unwrap();
    assert_eq!([at("1").at, at("4").at, at("29").at, at("32").at], [[1.5, 0.5], [7.5, 0.5], [0.5, 7.5], [6.5, 7.5]]);
    let (dark, light): (Vec<_>, Vec<_>) = view.spots.iter().partition(|spot| spot.tone == Tone::Dark);
    assert_eq!(
        dark.iter().map(|spot| spot.id.clone()).collect::<Vec<_>>(),
        (1..=32).map(|n| n.to_string()).collect::<Vec<_>>()
    );
    assert!(dark.iter().all(|spot| !spot.inert) && light.iter().all(|spot| spot.inert) && light.len() == 32);
    assert!(at("a8").inert && at("a8").at == [0.5, 0.5]);
    let label = view.labels.iter().find(|label| label.text == "32").unwrap();
    assert!(label.at[0] > 8.0 && label.at[1] == 7.5);
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
    let refused = |options: &str| try_open::<Checkers>("", options).unwrap_err();
    assert_eq!(refused("QuietMoves=-1"), "the option QuietMoves should be a number from 0 to 1000");
    assert_eq!(refused("Repetition=11"), "the option Repetition should be a number from 0 to 10");
    assert_eq!(
        refused("Repetition=1"),
        "the option Repetition is 1, but nothing is repeated by then: use 0 for no rule, or 2 to 10"
    );
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("x", "`X` is not a player to move: begin with B or W, as in B:W21-32:B1-12"),
        (":W1:B2", "`` is not a player to move: begin with B or W, as in B:W21-32:B1-12"),
        ("B", "the pieces of White are missing: add :W and their squares, as in B:W21-32:B1-12"),
        ("B:W32", "the pieces of Black are missing: add :B and their squares, as in B:W21-32:B1-12"),
        ("B:W32:B1:X3", "`X3` is no part of a position: use W, B, H or F, as in B:W21-32:B1-12:H0:F1"),
        ("B:W32:B1:", "`` is no part of a position: use W, B, H or F, as in B:W21-32:B1-12:H0:F1"),
        ("B:W32:W1:B2", "the pieces of White come twice: name them once"),
        ("B:W33:B1", "`33` among the pieces of White: use squares from 1 to 32, as in 5,7-9,K31"),
        ("B:W32:B0", "`0` among the pieces of Black: use squares from 1 to 32, as in 5,7-9,K31"),
        ("B:W32,:B1", "`` among the pieces of White: use squares from 1 to 32, as in 5,7-9,K31"),
        ("B:W32:B1-2-3", "`1-2-3` among the pieces of Black: use squares from 1 to 32, as in 5,7-9,K31"),
        ("B:W32:B8-5", "the range `8-5` of Black goes down: write 5-8"),
        ("B:W12,32:B9-12", "two pieces on square 12: there is room for one"),
        ("B:W:B", "there is no piece on the board: at least one player should have some"),
        ("B:W20-32:B1", "White has 13 pieces but can have at most 12"),
        ("B:W32:B1,30", "the man of Black on square 30 would be a king: write K30"),
        ("W:W2:B1", "the man of White on square 2 would be a king: write K2"),
        ("B:W32:B1:Hx", "the half-move clock `X` should be a number from 0 to 9999"),
        ("B:W32:B1:H10000", "the half-move clock `10000` should be a number from 0 to 9999"),
        ("B:W32:B1:F0", "the move number `0` should be a number from 1 to 9999"),
        ("B:W32:B1:H1:H1", "the half-move clock comes twice: name it once"),
    ] {
        check_refusal::<Checkers>(setup, error);
    }
}

proptest! {
    /// A refused setup is refused with one short line; an accepted one round-trips and goes by the plain rules.
    #[test]
    fn any_board_is_read_or_refused(
        turn in "[BW]",
        pieces in prop::collection::vec((1..=32_u32, 0..4_u32), 0..30),
        clock in 0..100_u32,
    ) {
        let of = |player: u32| {
            let own = pieces.iter().filter(|piece| piece.1 % 2 == player);
            own.map(|(square, kind)| format!("{}{square}", if *kind > 1 { "K" } else { "" })).collect::<Vec<_>>().join(",")
        };
        match try_open::<Checkers>(&format!("{turn}:W{}:B{}:H{clock}", of(0), of(1)), "") {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text).1, state);
                let plain = Plain::read(&text);
                prop_assert_eq!(game.outcome(&state), plain.outcome());
                let names = move_texts(&game, &state);
                prop_assert_eq!(names.is_empty(), matches!(plain.outcome(), Outcome::Win(_)));
                prop_assert_eq!(names, plain.texts());
            }
            Err(error) => prop_assert!(!error.is_empty() && error.len() < 200 && !error.contains('\n')),
        }
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(setup in "[BWK0-9,:-]{0,30}|.{0,60}") {
        match try_open::<Checkers>(&setup, "") {
            Ok((game, state)) => prop_assert_eq!(open(&game.format_state(&state)).1, state),
            Err(error) => prop_assert!(!error.is_empty() && !error.contains('\n')),
        }
    }
}

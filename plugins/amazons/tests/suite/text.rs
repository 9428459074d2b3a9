//! Tests of positions, moves and pictures as text, and of refused setups.

use crate::boards::{BOARDS, open, start};
use crate::plain::Plain;
use amazons::Amazons;
use plyd_plugin::testing::{check_refusal, legal, move_texts, played, random_games, try_open};
use plyd_plugin::view::{Glyph, Step, Tone, gesture_text};
use plyd_plugin::{Move, Outcome, Plugin};
use plyd_trials::PlainRules;
use proptest::prelude::*;

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for board in BOARDS {
        random_games(&start(board), 3, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text).unwrap();
            assert_eq!((same, reopened.format_state(&same)), (*state, text));
            for mv in legal(game, state).into_iter().step_by(7) {
                assert_eq!(game.parse_move(state, &game.format_move(state, mv).to_uppercase()), Some(mv));
            }
        });
    }
}

#[test]
fn the_counters_go_on_with_the_moves() {
    let (game, root) = start(("", ""));
    let text = |moves| game.format_state(&played(&game, &root, moves));
    assert_eq!(text("d1a1,a1b1"), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/Q*4Q3 b - - 1 1");
    assert_eq!(text("d1d7,d7g7 d10b10,b10h4"), "1q4q3/10/10/q2Q2*2q/10/10/Q6*1Q/10/10/6Q3 w - - 2 2");
    let (game, state) = open("1q1/3/1Q1 b - - 9999 9999").unwrap();
    assert_eq!(game.format_state(&played(&game, &state, "b3a3,a3a1")), "q2/3/*Q1 w - - 9999 9999");
}

#[test]
fn the_size_comes_from_the_setup_or_else_from_the_option() {
    assert_eq!(open("1q2q1/q4q/6/6/Q4Q/1Q2Q1 w").unwrap(), start(("", "Size=6")));
    assert_eq!(try_open::<Amazons>("1q1q1/q3q/5/Q3Q/1Q1Q1 w 0 1", "Size=9").unwrap(), start(("", "Size=5")));
    for options in ["Size=4", "Size=11", "Size=-1"] {
        let error = try_open::<Amazons>("", options).unwrap_err();
        assert_eq!(error, "the option Size should be 5 to 10");
    }
}

#[test]
fn moves_that_are_none_are_not_read() {
    let (game, root) = start(("", ""));
    // The numbers of d1, a1 and b1 are 3, 0 and 1.
    assert_eq!(game.parse_move(&root, "d1a1,a1b1"), Some(Move(3 + 16_384)));
    // The square d1 is free again, and the number of a10 is 99.
    assert_eq!(game.parse_move(&root, "D1D9,D9D1"), Some(Move(3 + 128 * 91 + 16_384 * 3)));
    assert_eq!(game.parse_move(&root, "a4a6,a6a5"), Some(Move(33 + 128 * 55 + 16_384 * 44)));
    for text in [
        "",
        "d1a1",
        "d1a1,a1a1",
        "d1a1,b1c1",
        "d1a1,a1b3",
        "d1e3,e3e4",
        "d1d1,d1e1",
        "d1d10,d10d9",
        "d1d9,d9d10",
        "d10a10,a10b10",
        "c1a1,a1b1",
        "d1k1,k1j1",
        "d1a1 a1b1",
        "d1a1,a1b1,b1c1",
        "d1a01,a01b1",
        "d1a1,a1b1q",
        "0000",
        "é",
        "é,é",
        ",",
        "1,1",
        " d1a1,a1b1",
        "da,ab",
    ] {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
}

#[test]
fn the_picture_shows_amazons_arrows_and_the_player_to_move() {
    let picture = |setup| {
        let (game, state) = open(setup).unwrap();
        game.picture(&state)
    };
    assert_eq!(picture("1q1/2*/Q*1 w"), " 3  . q .\n 2  . . #\n 1  Q # .\n    a b c\nWhite to move (Q)");
    assert_eq!(picture("1q1/2*/Q*1 b"), " 3  . q .\n 2  . . #\n 1  Q # .\n    a b c\nBlack to move (q)");
    assert_eq!(picture("q1*/***/**Q w"), " 3  q . #\n 2  # # #\n 1  # # Q\n    a b c");
}

#[test]
fn the_view_has_queens_fire_and_no_way_onto_arrows() {
    let (game, state) = open("2q/1*1/Q2 w").unwrap();
    let view = game.view(&state).unwrap();
    let spot = |id: &str| view.spots.iter().find(|spot| spot.id == id).unwrap();
    assert_eq!((spot("b2").tone, spot("b2").inert), (Tone::Dark, true));
    assert_eq!((spot("a1").tone, spot("a1").inert), (Tone::Dark, false));
    assert_eq!((spot("a2").tone, spot("c3").inert), (Tone::Light, false));
    let tokens: Vec<_> = view.tokens.iter().map(|token| (token.on.as_str(), token.glyph)).collect();
    assert_eq!(tokens, [("c3", Glyph::Queen), ("b2", Glyph::Fire), ("a1", Glyph::Queen)]);
    let mv = game.parse_move(&state, "a1b1,b1a1").unwrap();
    assert_eq!(gesture_text(&game.gesture(&state, mv)), "a1 b1 a1");
    assert_eq!(game.gesture(&state, mv)[1], Step::spot("b1"));
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("3/3/1Q1 w", "Black has no amazon on the board: put 1 to 4 `q` on it"),
        ("1q1/3/3 w", "White has no amazon on the board: put 1 to 4 `Q` on it"),
        ("1q3/5/QQQQQ w", "White has 5 amazons on the board: put 1 to 4 `Q` on it"),
        ("q/1/1/1/1/1/1/1/1/1/Q w", "the board `q/1/1/1/1/1/1/1/1/1/Q` has 11 ranks but should have 1 to 10"),
        ("1q1/4/1Q1 w", "rank 2 of the board, `4`, has 4 squares but should have 3 like the first"),
        ("10q/8/8 w", "rank 3 of the board, `10q`, has more than 10 squares"),
        ("1q1/1k1/1Q1 w", "unknown piece `k` on rank 2 of the board, square 2: use Q, q or *"),
        ("1q1/3/1Q1", "the player to move is missing after the board: add w or b"),
        ("1q1/3/1Q1 x", "`x` is not a player to move: use w or b"),
        ("1q1/3/1Q1 w KQ", "`KQ` where `-` for castling rights should be"),
        ("1q1/3/1Q1 w - - x 1", "the half-move clock `x` should be a number from 0 to 9999"),
        ("1q1/3/1Q1 w - - 0 0", "the move number `0` should be a number from 1 to 9999"),
        ("1q1/3/1Q1 w - - 0 1 junk", "`junk` after the move number, where the setup should end"),
    ] {
        check_refusal::<Amazons>(setup, error);
    }
}

proptest! {
    /// Any text is either refused with one short line or accepted. Accepted setups round-trip and follow the simple
    /// rules.
    #[test]
    fn any_board_is_read_or_refused(
        rows in prop::collection::vec("[Qq.*.]{4}", 1..6),
        turn in "[wb]",
    ) {
        let setup = format!("{} {turn}", rows.join("/").replace('.', "1"));
        match open(&setup) {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text), Ok((game.clone(), state)));
                let plain = Plain::read(&text);
                prop_assert_eq!(plain.outcome() == Outcome::Ongoing, !move_texts(&game, &state).is_empty());
                prop_assert_eq!(move_texts(&game, &state), plain.moves());
                for name in plain.moves().into_iter().step_by(3) {
                    let next = played(&game, &state, &name);
                    prop_assert_eq!(Plain::read(&game.format_state(&next)), plain.after(name));
                }
            }
            Err(error) => prop_assert!(!error.is_empty() && error.len() < 200 && !error.contains('\n')),
        }
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(setup in ".{0,60}") {
        if let Err(error) = open(&setup) {
            prop_assert!(!error.is_empty() && !error.contains('\n'));
        }
    }
}

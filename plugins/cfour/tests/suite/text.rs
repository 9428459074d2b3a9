//! Tests of positions, moves and pictures as text, and of refused setups.

use crate::boards::{SIZES, empty, open};
use crate::plain::Plain;
use cfour::ConnectFour;
use plyd_plugin::Plugin;
use plyd_plugin::testing::{after, check_refusal, legal, move_texts, played, random_games};
use plyd_trials::PlainRules;
use proptest::prelude::*;

/// The text of the position that a setup opens.
fn reopened(setup: &str) -> String {
    let (game, state) = open(setup, "").unwrap();
    game.format_state(&state)
}

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for (files, ranks) in SIZES {
        random_games(&empty(files, ranks), 50, |game, state, _| {
            let text = game.format_state(state);
            assert_eq!(open(&text, ""), Ok((*game, *state)), "{text}");
            let moves = legal(game, state);
            for file in (0..files).filter(|file| !moves.iter().any(|mv| mv.0 / (ranks + 1) == *file)) {
                assert_eq!(game.parse_move(state, &(file + 1).to_string()), None, "{text}");
            }
        });
    }
}

#[test]
fn the_start_position() {
    let (game, start) = open("", "").unwrap();
    let text = format!("7/7/7/7/7/7[{}{}] w - - 0 1", "P".repeat(21), "p".repeat(21));
    assert_eq!(game.format_state(&start), text);
    for setup in ["  ", &text, "7/7/7/7/7/7 w"] {
        assert_eq!(open(setup, ""), Ok((game, start)));
    }
    let names = move_texts(&game, &start);
    assert_eq!(names.join(" "), "P@a1 P@b1 P@c1 P@d1 P@e1 P@f1 P@g1");
}

#[test]
fn the_counters_and_the_pocket_go_on_with_the_moves() {
    let (game, start) = empty(7, 6);
    let pocket = |max: usize, min: usize| "P".repeat(max) + &"p".repeat(min);
    let state = played(&game, &start, "P@d1");
    assert_eq!(game.format_state(&state), format!("7/7/7/7/7/3P3[{}] b - - 0 1", pocket(20, 21)));
    let state = played(&game, &state, "P@d2");
    assert_eq!(game.format_state(&state), format!("7/7/7/7/3p3/3P3[{}] w - - 0 2", pocket(20, 20)));
    let (game, state) = open("7/7/7/7/7/7 b - - 7 9999", "").unwrap();
    let state = played(&game, &state, "g");
    assert_eq!(game.format_state(&state), format!("7/7/7/7/7/6p[{}] w - - 0 9999", pocket(21, 20)));
}

#[test]
fn the_pocket_is_ignored_and_never_below_zero() {
    assert_eq!(reopened("4/4/4/4[] w"), reopened("4/4/4/4[-] w - -"));
    assert_eq!(reopened("4/4/PPP1/PPpP w"), "4/4/PPP1/PPpP[PPppppppp] w - - 0 1");
    assert_eq!(reopened("PPpp/ppPP/PPpp/ppPP b - - 3"), "PPpp/ppPP/PPpp/ppPP[] b - - 3 1");
    assert_eq!(reopened("PPPp/PppP/PPPp/PppP b"), "PPPp/PppP/PPPp/PppP[pp] b - - 0 1");
    // With an odd number of cells, the first player has one more stone.
    assert_eq!(reopened("5/5/5/5/5 w"), format!("5/5/5/5/5[{}{}] w - - 0 1", "P".repeat(13), "p".repeat(12)));
}

#[test]
fn the_size_comes_from_the_setup_or_else_from_the_options() {
    let (game, state) = open("", "Files=12 Ranks=4").unwrap();
    assert_eq!(game.format_state(&state), format!("12/12/12/12[{}{}] w - - 0 1", "P".repeat(24), "p".repeat(24)));
    let state = played(&game, &state, "l 12 P@l3");
    assert_eq!(game.format_state(&state).split('[').next(), Some("12/11P/11p/11P"));
    assert_eq!(open("4/4/4/4 w", "Files=12 Ranks=15").unwrap(), empty(4, 4));
    assert_eq!(
        open("", "Files=12 Ranks=15"),
        Err("a board of 12 files and 15 ranks is too large: files times (ranks + 1) is 192 but should be at most 64 \
             (options Files and Ranks)"
            .into())
    );
}

#[test]
fn moves_are_read_as_cell_file_or_number() {
    let (game, start) = empty(7, 6);
    let state = played(&game, &start, "d");
    for text in ["P@d2", "p@d2", "P@D2", "d2", "D2", "d", "D", "4"] {
        let mv = game.parse_move(&state, text).unwrap_or_else(|| panic!("{text} is not understood"));
        assert_eq!(game.format_move(&state, mv), "P@d2", "{text}");
    }
    for text in
        ["", "P@", "P@d", "P@4", "P@d1", "d3", "d02", "h", "h1", "0", "8", "04", "+4", "d2d2", "0000", "d2 ", "é"]
    {
        assert_eq!(game.parse_move(&state, text), None, "{text}");
    }
    let full = played(&game, &start, "d d d d d d");
    assert!(["d", "4", "d6", "d7", "P@d7"].iter().all(|text| game.parse_move(&full, text).is_none()));
    let won = played(&game, &start, "a b a b a b a");
    assert_eq!(game.parse_move(&won, "c1"), None);
}

#[test]
fn the_picture_shows_stones_labels_and_the_player_to_move() {
    let picture = |setup| {
        let (game, state) = open(setup, "").unwrap();
        game.picture(&state)
    };
    assert_eq!(picture("4/4/1p2/pPP1 w"), " 4  . . . .\n 3  . . . .\n 2  . O . .\n 1  O X X .\n    a b c d\nX to move");
    assert_eq!(picture("4/4/4/PPPP b"), " 4  . . . .\n 3  . . . .\n 2  . . . .\n 1  X X X X\n    a b c d");
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        (
            "4/4/PPPP/pppp w",
            "two winners: X has four in a row on a2 b2 c2 d2, O on a1 b1 c1 d1; at most one player can",
        ),
        ("4/4/1P2/4 w", "the stone on b2 floats: b1 below it is empty"),
        ("1P2/1P2/4/P3 w", "the stone on b3 floats: b2 below it is empty"),
        ("4/4/4/4[", "the pocket after the board has no closing `]`"),
        ("4/4/4/4[PPx] w", "unknown piece `x` in the pocket: use P or p"),
        ("4/4/4/4[PP]pp w", "`pp` after the pocket, where a blank should be"),
        ("4/4/4 w", "the board `4/4/4` has 3 ranks but should have 4 to 15"),
        ("9 w", "the board `9` has 1 rank but should have 4 to 15"),
        ("[] w", "the board `` has 1 rank but should have 4 to 15"),
        ("4/4/P4/4 w", "rank 2 of the board, `P4`, has 5 squares but should have 4 like the first"),
        ("4/4//4 w", "rank 2 of the board, ``, has 0 squares but should have 4 like the first"),
        ("3/4/4/4 w", "rank 4 of the board, `3`, has 3 squares but should have 4 to 12"),
        ("4/4/99999999999999999999/4 w", "rank 2 of the board, `99999999999999999999`, has more than 12 squares"),
        (
            "12/12/12/12/12 w",
            "a board of 12 files and 5 ranks is too large: files times (ranks + 1) is 72 but should be at most 64",
        ),
        ("4/4/4/1X2 w", "unknown piece `X` on rank 1 of the board, square 2: use P or p"),
        ("04/4/4/4 w", "unknown piece `0` on rank 4 of the board, square 1: use P or p"),
        ("4/4/4/4", "the player to move is missing after the board: add w for X or b for O"),
        ("4/4/4/4 x", "`x` is not a player to move: use w for X or b for O"),
        ("4/4/4/4 w KQkq", "`KQkq` where `-` for castling rights should be"),
        ("4/4/4/4 w - a1", "`a1` where `-` for the en passant square should be"),
        ("4/4/4/4 w - - x 1", "the half-move clock `x` should be a number from 0 to 9999"),
        ("4/4/4/4 w - - 0 0", "the move number `0` should be a number from 1 to 9999"),
        ("4/4/4/4 w - - 0 10000", "the move number `10000` should be a number from 1 to 9999"),
        ("4/4/4/4 w - - 0 1 junk", "`junk` after the move number, where the setup should end"),
        (
            "abcdefghijklmnopqrstuvwxyz/3 w",
            "the board `abcdefghijklmnopqrstuvwx...` has 2 ranks but should have 4 to 15",
        ),
    ] {
        check_refusal::<ConnectFour>(setup, error);
    }
}

proptest! {
    /// Any text is either refused with one short line or accepted. Accepted setups round-trip and can be played.
    #[test]
    fn any_board_is_read_or_refused(
        rows in prop::collection::vec("[Pp]{0,4}[1-4]{0,1}", 3..6),
        rest in "( [wbx]( - - [0-9]{1,3}){0,1}){0,1}",
    ) {
        match open(&format!("{}{rest}", rows.join("/")), "") {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text, ""), Ok((game, state)));
                let moves: Vec<usize> = legal(&game, &state).iter().map(|mv| mv.0 as usize).collect();
                if moves.is_empty() {
                    prop_assert_ne!(Plain::read(&text).outcome(), plyd_plugin::Outcome::Ongoing);
                } else {
                    prop_assert_eq!(moves, Plain::read(&text).moves());
                    let _ = after(&game, &state, legal(&game, &state)[0]);
                }
            }
            Err(error) => prop_assert!(!error.is_empty() && error.len() < 200 && !error.contains('\n')),
        }
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(setup in ".{0,60}") {
        if let Err(error) = open(&setup, "") {
            prop_assert!(!error.is_empty() && !error.contains('\n'));
        }
    }
}

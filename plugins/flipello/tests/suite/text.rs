//! Tests of positions, moves and pictures as text, and of refused setups.

use crate::boards::{SIZES, open, start};
use crate::plain::Plain;
use flipello::{Flipello, PASS};
use plyd_plugin::testing::{after, check_refusal, legal, move_texts, played, random_games};
use plyd_plugin::{Game, Move, Plugin};
use plyd_trials::PlainRules;
use proptest::prelude::*;

/// The text of the position that a setup opens.
fn reopened(setup: &str) -> String {
    let (game, state) = open(setup, "").unwrap();
    game.format_state(&state)
}

fn pockets(max: usize, min: usize) -> String {
    format!("[{}{}]", "P".repeat(max), "p".repeat(min))
}

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for size in SIZES {
        random_games(&start(size), 30, |game, state, _| {
            let text = game.format_state(state);
            assert_eq!(open(&text, ""), Ok((*game, *state)), "{text}");
            let moves = legal(game, state);
            for mv in &moves {
                assert_eq!(game.parse_move(state, &game.format_move(state, *mv).to_lowercase()), Some(*mv));
            }
            for file in 'a'..='i' {
                for rank in 1..=9 {
                    let square = 8 * (rank - 1) + (file as u32 - 'a' as u32);
                    let expected = Some(Move(square)).filter(|mv| file < 'i' && rank < 9 && moves.contains(mv));
                    assert_eq!(game.parse_move(state, &format!("{file}{rank}")), expected, "{text}");
                }
            }
            assert_eq!(game.parse_move(state, "0000"), Some(PASS).filter(|pass| moves.contains(pass)), "{text}");
        });
    }
}

#[test]
fn the_start_position() {
    let (game, root) = open("", "").unwrap();
    let text = format!("8/8/8/3pP3/3Pp3/8/8/8{} w - - 0 1", pockets(60, 60));
    assert_eq!(game.format_state(&root), text);
    // The third setup uses the format of Fairy-Stockfish itself.
    let short = text.replace(" - -", "");
    for setup in ["  ", &text, &short, "8/8/8/3pP3/3Pp3/8/8/8 w"] {
        assert_eq!(open(setup, ""), Ok((game, root)));
    }
    let names = move_texts(&game, &root);
    assert_eq!(names.join(" "), "P@e3 P@f4 P@c5 P@d6");
    assert_eq!(reopened("4/1pP1/1Pp1/4 w"), format!("4/1pP1/1Pp1/4{} w - - 0 1", pockets(12, 12)));
    assert_eq!(open("", "Size=6"), open("6/6/2pP2/2Pp2/6/6 w", ""));
}

#[test]
fn the_counters_and_the_pockets_go_on_with_the_moves() {
    let (game, root) = start(8);
    let state = played(&game, &root, "P@e3");
    assert_eq!(game.format_state(&state), format!("8/8/8/3pP3/3PP3/4P3/8/8{} b - - 0 1", pockets(59, 60)));
    let state = played(&game, &state, "P@f3");
    assert_eq!(game.format_state(&state), format!("8/8/8/3pP3/3Pp3/4Pp2/8/8{} w - - 0 2", pockets(59, 59)));
    // A pass takes no disc from the pocket and counts as a ply without a placed disc.
    let (game, state) = open("pppP/ppPP/pPPP/4[PPPPPPPPpppppppp] w - - 0 5", "").unwrap();
    let state = played(&game, &state, "b2b2");
    assert_eq!(game.format_state(&state), "pppP/ppPP/pPPP/4[PPPPPPPPpppppppp] b - - 1 5");
    let (game, state) = open("4/1pP1/1Pp1/4 b - - 7 9999", "").unwrap();
    let mv = legal(&game, &state)[0];
    assert!(game.format_state(&after(&game, &state, mv)).ends_with(" w - - 0 9999"));
}

#[test]
fn the_pocket_has_no_effect_and_is_never_below_zero() {
    let (game, state) = open("4/1pP1/1Pp1/4[p] w", "").unwrap();
    let names = move_texts(&game, &state);
    assert_eq!(names.join(" "), "P@c1 P@d2 P@a3 P@b4");
    assert_eq!(game.format_state(&played(&game, &state, "c1")), "4/1pP1/1PP1/2P1[p] b - - 0 1");
    assert_eq!(reopened("4/1pP1/1Pp1/4[] w"), reopened("4/1pP1/1Pp1/4[-] w - -"));
    // Omitted pockets assume that the players placed discs in turn. The odd disc belongs to the player who is not to
    // move.
    assert_eq!(reopened("4/1pP1/1PP1/2P1 b"), format!("4/1pP1/1PP1/2P1{} b - - 0 1", pockets(11, 12)));
    assert_eq!(reopened("4/1pP1/1PP1/2P1 w"), format!("4/1pP1/1PP1/2P1{} w - - 0 1", pockets(12, 11)));
}

#[test]
fn the_size_comes_from_the_setup_or_else_from_the_options() {
    assert_eq!(open("4/1pP1/1Pp1/4 w", "Size=6").unwrap(), start(4));
    let (game, root) = start(6);
    assert_eq!(game.format_state(&root), format!("6/6/2pP2/2Pp2/6/6{} w - - 0 1", pockets(32, 32)));
    assert_eq!(game.parse_move(&root, "g1"), None);
}

#[test]
fn moves_are_read_in_many_spellings() {
    let (game, root) = start(8);
    for text in ["P@e3", "p@e3", "P@E3", "e3", "E3"] {
        assert_eq!(game.parse_move(&root, text), Some(Move(20)), "{text}");
    }
    for text in
        ["", "P@", "e", "P@e", "e33", "e3 ", "e4", "e9", "i3", "e0", "0000", "d4d4", "e3e3", "P@P@e3", "é3", "éé"]
    {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
    let (game, state) = open("pppP/ppPP/pPPP/4 w", "").unwrap();
    assert_eq!(game.format_move(&state, PASS), "b2b2");
    for text in ["b2b2", "B2B2", "d4d4", "0000"] {
        assert_eq!(game.parse_move(&state, text), Some(PASS), "{text}");
    }
    // An opponent's disc, an empty square, a square off the board, two different squares, and an incomplete name.
    for text in ["a4a4", "a1a1", "e5e5", "b2d4", "b2", "b2b", "b2b2b2", "P@b2", "P@a1", "éé", "00000", ""] {
        assert_eq!(game.parse_move(&state, text), None, "{text}");
    }
}

#[test]
fn the_picture_shows_discs_labels_counts_and_who_moves() {
    let picture = |setup| {
        let (game, state) = open(setup, "").unwrap();
        game.picture(&state)
    };
    let board = " 4  . . . .\n 3  . O X .\n 2  . X O .\n 1  . . . .\n    a b c d\nX has 2, O has 2\n";
    assert_eq!(picture("4/1pP1/1Pp1/4 w"), format!("{board}X to move"));
    assert!(picture("pppP/ppPP/pPPP/4 w").ends_with("X has 6, O has 6\nX has to pass"));
    assert!(picture("PPPP/PPPP/PPPP/p1p1 b").ends_with("X has 12, O has 2"));
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("4/4/1Pp1/4 w", "b3 is empty: the four squares in the middle, b2 c2 b3 c3, hold discs from the start"),
        ("8/8/8/8/3Pp3/8/8/8 w", "d5 is empty: the four squares in the middle, d4 e4 d5 e5, hold discs from the start"),
        ("4/1pP1/1Pp1/4[", "the pocket after the board has no closing `]`"),
        ("4/1pP1/1Pp1/4[PPx] w", "unknown piece `x` in the pocket: use P or p"),
        ("4/1pP1/1Pp1/4[PP]pp w", "`pp` after the pocket, where a blank should be"),
        ("5/5/5/5/5 w", "the board `5/5/5/5/5` has 5 ranks but should have 4, 6 or 8"),
        ("8 w", "the board `8` has 1 rank but should have 4, 6 or 8"),
        ("[] w", "the board `` has 1 rank but should have 4, 6 or 8"),
        ("4/1pP1/1Pp2/4 w", "rank 2 of the board, `1Pp2`, has more than 4 squares"),
        ("4/1pP1/1Pp/4 w", "rank 2 of the board, `1Pp`, has 3 squares but should have 4"),
        ("4/1pP1//4 w", "rank 2 of the board, ``, has 0 squares but should have 4"),
        ("4/4/4/P w", "rank 1 of the board, `P`, has 1 square but should have 4"),
        ("4/4/99999999999999999999/4 w", "rank 2 of the board, `99999999999999999999`, has more than 4 squares"),
        ("4/1pP1/1Xp1/4 w", "unknown piece `X` on rank 2 of the board, square 2: use P or p"),
        ("04/4/4/4 w", "unknown piece `0` on rank 4 of the board, square 1: use P or p"),
        ("4/1pP1/1Pp1/4", "the player to move is missing after the board: add w for X or b for O"),
        ("4/1pP1/1Pp1/4 x", "`x` is not a player to move: use w for X or b for O"),
        ("4/1pP1/1Pp1/4 w KQkq", "`KQkq` where `-` for castling rights should be"),
        ("4/1pP1/1Pp1/4 w - a1", "`a1` where `-` for the en passant square should be"),
        ("4/1pP1/1Pp1/4 w - - x 1", "the half-move clock `x` should be a number from 0 to 9999"),
        ("4/1pP1/1Pp1/4 w - - 0 0", "the move number `0` should be a number from 1 to 9999"),
        ("4/1pP1/1Pp1/4 w 0 10000", "the move number `10000` should be a number from 1 to 9999"),
        ("4/1pP1/1Pp1/4 w - - 0 1 junk", "`junk` after the move number, where the setup should end"),
        (
            "abcdefghijklmnopqrstuvwxyz/3 w",
            "the board `abcdefghijklmnopqrstuvwx...` has 2 ranks but should have 4, 6 or 8",
        ),
    ] {
        check_refusal::<Flipello>(setup, error);
    }
}

proptest! {
    /// Any text is either refused with one short line or accepted. Accepted setups round-trip and can be played.
    #[test]
    fn any_board_is_read_or_refused(
        top in "[Pp]{4}|[Pp1]{4}|[Pp]{0,4}[1-4]{0,1}",
        middle in prop::collection::vec("[Pp1][Pp]{2}[Pp1]", 2),
        bottom in "[Pp]{4}|[Pp1]{4}|4",
        rest in "( [wb]| [wbx]( - - [0-9]{1,3}){0,1}){0,1}",
    ) {
        let setup = format!("{top}/{}/{bottom}{rest}", middle.join("/"));
        match open(&setup, "") {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text, ""), Ok((game, state)));
                let plain = Plain::read(&text);
                prop_assert_eq!(legal(&game, &state), plain.moves());
                prop_assert_eq!(game.outcome(&state), plain.outcome());
                if let Some(mv) = plain.moves().first() {
                    let next = after(&game, &state, *mv);
                    prop_assert_eq!(Plain::read(&game.format_state(&next)), plain.after(*mv));
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

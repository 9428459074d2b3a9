//! Tests of positions, moves and pictures as text, and of refused setups.

use crate::boards::{BOARDS, open, pads, start};
use crate::plain::Plain;
use isola::Isola;
use plyd_plugin::testing::{check_refusal, legal, move_texts, played, random_games};
use plyd_plugin::view::{Step, Tone, gesture_text};
use plyd_plugin::{Move, Outcome, Plugin};
use plyd_trials::PlainRules;
use proptest::prelude::*;

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for options in BOARDS {
        random_games(&start(options), 3, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, pads(options)).unwrap();
            assert_eq!((same, reopened.format_state(&same)), (*state, text));
            for mv in legal(game, state).into_iter().step_by(7) {
                assert_eq!(game.parse_move(state, &game.format_move(state, mv).to_uppercase()), Some(mv));
            }
        });
    }
}

#[test]
fn the_counters_go_on_with_the_moves() {
    let (game, root) = start("");
    let text = |moves| game.format_state(&played(&game, &root, moves));
    assert_eq!(text("c1b1,b1a1"), "3p2/6/6/6/6/6/6/*P4 b - - 1 1");
    assert_eq!(text("c1b1,b1a1 d8c7,c7f4"), "6/2p3/6/6/5*/6/6/*P4 w - - 2 2");
    let (game, state) = open("1p1/3/1P1 b - - 9999 9999", "").unwrap();
    assert_eq!(game.format_state(&played(&game, &state, "b3a3,a3a1")), "p2/3/*P1 w - - 9999 9999");
}

#[test]
fn the_size_comes_from_the_setup_or_else_from_the_options() {
    assert_eq!(open("3p3/7/7/7/7/7/3P3 w", "").unwrap(), start("Files=7 Ranks=7"));
    assert_eq!(open("3p2/6/6/6/6/6/6/2P3 w 0 1", "Files=3 Pads=false").unwrap(), start("Pads=false"));
    for options in ["Files=1", "Files=9", "Ranks=1", "Ranks=9", "Files=-1"] {
        let error = open("", options).unwrap_err();
        let end = "out of range: it should have 2 to 8 files and 2 to 8 ranks (options Files and Ranks)";
        assert!(error.ends_with(end), "{error}");
    }
}

#[test]
fn moves_that_are_none_are_not_read() {
    let (game, root) = start("");
    // The number of b1 is 1, and the number of a1 is 0.
    assert_eq!(game.parse_move(&root, "c1b1,b1a1"), Some(Move(1)));
    let none = ["", "c1b1", "c1b1,b1b1", "c1b1,b1c1", "c1b1,b1d8", "c1b1,b1g1", "c1c3,c3a1", "c1b1 b1a1", "c1b1,a1b1"];
    for text in none.into_iter().chain(["0000", "é", "c1b1,b1a1q", " c1b1,b1a1"]) {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
    let (game, root) = start("Pads=false");
    assert_eq!(game.parse_move(&root, "c1b1,b1c1"), Some(Move(1 + 64 * 2)));
}

#[test]
fn the_picture_shows_kings_removed_squares_and_the_player_to_move() {
    let picture = |setup| {
        let (game, state) = open(setup, "").unwrap();
        game.picture(&state)
    };
    assert_eq!(picture("1p1/2*/P*1 w"), "3  . p .\n2  . . #\n1  P # .\n   a b c\nWhite to move (P)");
    assert_eq!(picture("1p1/2*/P*1 b"), "3  . p .\n2  . . #\n1  P # .\n   a b c\nBlack to move (p)");
    assert_eq!(picture("p1*/***/**P w"), "3  p . #\n2  # # #\n1  # # P\n   a b c");
}

#[test]
fn the_view_has_dark_pads_and_no_way_onto_removed_squares() {
    let (game, state) = open("2p/1*1/P2 w", "").unwrap();
    let view = game.view(&state).unwrap();
    let spot = |id: &str| view.spots.iter().find(|spot| spot.id == id).unwrap();
    assert_eq!((spot("b2").tone, spot("b2").inert), (Tone::None, true));
    assert_eq!((spot("b1").tone, spot("b1").inert), (Tone::Dark, false));
    assert_eq!((spot("a2").tone, spot("c3").inert), (Tone::Light, false));
    assert_eq!(view.tokens.iter().map(|token| token.on.as_str()).collect::<Vec<_>>(), ["c3", "a1"]);
    let mv = game.parse_move(&state, "a1b1,b1a1").unwrap();
    assert_eq!(gesture_text(&game.gesture(&state, mv)), "b1 a1");
    assert_eq!(game.gesture(&state, mv)[1], Step::spot("a1"));
    let (game, state) = open("2p/1*1/P2 w", "Pads=false").unwrap();
    assert!(game.view(&state).unwrap().spots.iter().all(|spot| spot.tone != Tone::Dark));
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("3/3/1P1 w", "Black has no king on the board: put one `p` on it"),
        ("1p1/3/3 w", "White has no king on the board: put one `P` on it"),
        ("1p1/3/PP1 w", "White has 2 kings, among them on a1 and b1: put one `P` on the board"),
        ("ppp/3/1P1 b", "Black has 3 kings, among them on a3 and b3: put one `p` on the board"),
        ("3p3 w", "the board `3p3` has 1 rank but should have 2 to 8"),
        ("p/1/P w", "rank 3 of the board, `p`, has 1 square but should have 2 to 8"),
        ("1p1/4/1P1 w", "rank 2 of the board, `4`, has 4 squares but should have 3 like the first"),
        ("8p/8/8 w", "rank 3 of the board, `8p`, has more than 8 squares"),
        ("1p1/1k1/1P1 w", "unknown piece `k` on rank 2 of the board, square 2: use P, p or *"),
        ("1p1/3/1P1", "the player to move is missing after the board: add w or b"),
        ("1p1/3/1P1 x", "`x` is not a player to move: use w or b"),
        ("1p1/3/1P1 w KQ", "`KQ` where `-` for castling rights should be"),
        ("1p1/3/1P1 w - - x 1", "the half-move clock `x` should be a number from 0 to 9999"),
        ("1p1/3/1P1 w - - 0 0", "the move number `0` should be a number from 1 to 9999"),
        ("1p1/3/1P1 w - - 0 1 junk", "`junk` after the move number, where the setup should end"),
    ] {
        check_refusal::<Isola>(setup, error);
    }
}

proptest! {
    /// Any text is either refused with one short line or accepted. Accepted setups round-trip and follow the simple
    /// rules.
    #[test]
    fn any_board_is_read_or_refused(
        rows in prop::collection::vec("[*.]{4}", 2..6),
        kings in (0..8_usize, 0..8_usize),
        turn in "[wb]",
        has_pads: bool,
    ) {
        let mut board: Vec<char> = rows.join("/").replace('.', "1").chars().collect();
        for (place, letter) in [(kings.0, 'P'), (kings.1, 'p')] {
            let place = if letter == 'P' { board.len() - 1 - place % 4 } else { place };
            board[place] = if board[place] == '/' { '/' } else { letter };
        }
        let setup = format!("{} {turn}", String::from_iter(board));
        match open(&setup, if has_pads { "" } else { "Pads=false" }) {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text, if has_pads { "" } else { "Pads=false" }), Ok((game.clone(), state)));
                let plain = Plain::read(&text, has_pads);
                prop_assert_eq!(plain.outcome() == Outcome::Ongoing, !move_texts(&game, &state).is_empty());
                prop_assert_eq!(move_texts(&game, &state), plain.moves());
                for name in plain.moves() {
                    let next = played(&game, &state, &name);
                    prop_assert_eq!(Plain::read(&game.format_state(&next), has_pads), plain.after(name));
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

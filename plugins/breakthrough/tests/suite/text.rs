//! Positions, moves and pictures as text, and the setups that are refused.

use crate::boards::{SIZES, open, start};
use crate::plain::Plain;
use breakthrough::Breakthrough;
use plyd_plugin::testing::{check_refusal, legal, move_texts, played, random_games};
use plyd_plugin::{Move, Outcome, Plugin};
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
        random_games(&start(files, ranks), 15, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, "").unwrap();
            assert_eq!((same, reopened.format_state(&same)), (*state, text));
            for mv in legal(game, state) {
                assert_eq!(game.parse_move(state, &game.format_move(state, mv).to_uppercase()), Some(mv));
            }
        });
    }
}

#[test]
fn the_start_position() {
    let (game, root) = open("", "").unwrap();
    let text = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1";
    assert_eq!(game.format_state(&root), text);
    let without_dashes = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 0 1";
    for setup in ["  ", text, without_dashes, "pppppppp/pppppppp/44/8/8/53/PPPPPPPP/PPPPPPPP w"] {
        assert_eq!(open(setup, ""), Ok((game, root)));
    }
    assert_eq!(legal(&game, &root).len(), 22);
}

#[test]
fn the_counters_go_on_with_the_moves() {
    let (game, root) = start(8, 8);
    let text = |moves| game.format_state(&played(&game, &root, moves));
    assert_eq!(text("a2b3"), "pppppppp/pppppppp/8/8/8/1P6/1PPPPPPP/PPPPPPPP b - - 1 1");
    assert_eq!(text("a2b3 h7h6"), "pppppppp/ppppppp1/7p/8/8/1P6/1PPPPPPP/PPPPPPPP w - - 2 2");
    let (game, state) = open("8/8/2p5/3P4/8/8/8/7p w - - 9999 9999", "").unwrap();
    assert_eq!(game.parse_move(&state, "d5c6"), None);
    let (game, state) = open("8/8/2p5/3P4/8/7p/8/8 w - - 9999 9999", "").unwrap();
    assert_eq!(game.format_state(&played(&game, &state, "d5c6 h3h2")), "8/8/2P5/8/8/8/7p/8 w - - 1 9999");
    assert_eq!(game.format_state(&played(&game, &state, "d5d6")), "8/8/2pP4/8/8/7p/8/8 b - - 9999 9999");
}

#[test]
fn the_size_comes_from_the_setup_or_else_from_the_options() {
    let text = |options| open("", options).map(|(game, state)| game.format_state(&state));
    assert_eq!(text("Files=5 Ranks=6"), Ok("ppppp/ppppp/5/5/PPPPP/PPPPP w - - 0 1".into()));
    assert_eq!(text("Files=3 Ranks=5"), Ok("ppp/3/3/3/PPP w - - 0 1".into()));
    assert_eq!(text("Files=2 Ranks=3"), Ok("pp/2/PP w - - 0 1".into()));
    assert_eq!(open("pp/2/PP w", "Files=8 Ranks=8").unwrap(), start(2, 3));
    for options in ["Files=1", "Files=9", "Ranks=2", "Ranks=9", "Files=-1"] {
        let error = text(options).unwrap_err();
        assert!(
            error.ends_with("out of range: it should have 2 to 8 files and 3 to 8 ranks (options Files and Ranks)")
        );
    }
}

#[test]
fn moves_that_are_none_are_not_read() {
    let (game, root) = start(8, 8);
    assert_eq!(game.parse_move(&root, "a2b3"), Some(Move(8 | 17 << 6)));
    for text in ["", "a2", "a2a4", "a1a2", "a2c3", "a7a6", "h2i3", "a2b3q", " a2b3", "0000", "a2-b3", "é"] {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
    let (game, state) = open("P1/1p/P1 b", "").unwrap();
    assert_eq!(game.parse_move(&state, "b2b1"), None);
}

#[test]
fn the_picture_shows_pawns_labels_and_the_player_to_move() {
    let picture = |setup| {
        let (game, state) = open(setup, "").unwrap();
        game.picture(&state)
    };
    assert_eq!(picture("p1p/1P1/P1P w"), "3  p . p\n2  . P .\n1  P . P\n   a b c\nWhite to move (P)");
    assert_eq!(picture("p1p/1P1/P1P b"), "3  p . p\n2  . P .\n1  P . P\n   a b c\nBlack to move (p)");
    assert_eq!(picture("p1p/1P1/P1p b"), "3  p . p\n2  . P .\n1  P . p\n   a b c");
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("3/3/3 w", "there is no pawn on the board: at least one player should have some"),
        ("2P/3/1p1 w", "two winners: White has reached c3, Black b1; at most one player can"),
        ("pp/PP w", "the board `pp/PP` has 2 ranks but should have 3 to 8"),
        ("8/8/8/8/8/8/8/8/8 w", "the board `8/8/8/8/8/8/8/8/8` has 9 ranks but should have 3 to 8"),
        ("p/1/P w", "rank 3 of the board, `p`, has 1 square but should have 2 to 8"),
        ("ppp/4/PPP w", "rank 2 of the board, `4`, has 4 squares but should have 3 like the first"),
        ("ppp//PPP w", "rank 2 of the board, ``, has 0 squares but should have 3 like the first"),
        ("8p/8/8 w", "rank 3 of the board, `8p`, has more than 8 squares"),
        ("ppp/1n1/PPP w", "unknown piece `n` on rank 2 of the board, square 2: use P or p"),
        ("ppp/0/PPP w", "unknown piece `0` on rank 2 of the board, square 1: use P or p"),
        ("ppp/3/PPP", "the player to move is missing after the board: add w or b"),
        ("ppp/3/PPP x", "`x` is not a player to move: use w or b"),
        ("ppp/3/PPP w KQkq", "`KQkq` where `-` for castling rights should be"),
        ("ppp/3/PPP w - a3", "`a3` where `-` for the en passant square should be"),
        ("ppp/3/PPP w - - x 1", "the half-move clock `x` should be a number from 0 to 9999"),
        ("ppp/3/PPP w - - 0 0", "the move number `0` should be a number from 1 to 9999"),
        ("ppp/3/PPP w 0 10000", "the move number `10000` should be a number from 1 to 9999"),
        ("ppp/3/PPP w - - 0 1 junk", "`junk` after the move number, where the setup should end"),
        (
            "abcdefghijklmnopqrstuvwxyz/3 w",
            "the board `abcdefghijklmnopqrstuvwx...` has 2 ranks but should have 3 to 8",
        ),
    ] {
        check_refusal::<Breakthrough>(setup, error);
    }
    assert_eq!(reopened("3/3/1P1 b"), "3/3/1P1 b - - 0 1");
}

proptest! {
    /// A refused setup is refused with one short line; an accepted one round-trips and can be played on.
    #[test]
    fn any_board_is_read_or_refused(
        rows in prop::collection::vec("[Pp]{0,3}[1-4]{0,1}", 2..7),
        rest in "( [wbx]( - -){0,1}( [0-9]{1,3}){0,2}){0,1}",
    ) {
        match open(&format!("{}{rest}", rows.join("/")), "") {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text, ""), Ok((game, state)));
                let plain = Plain::read(&text);
                let names = move_texts(&game, &state);
                if names.is_empty() {
                    prop_assert_ne!(plain.outcome(), Outcome::Ongoing);
                } else {
                    prop_assert_eq!(&names, &plain.moves());
                    for name in names {
                        let next = played(&game, &state, &name);
                        prop_assert_eq!(Plain::read(&game.format_state(&next)), plain.after(name));
                    }
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

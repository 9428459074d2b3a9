//! Tests of positions, moves and pictures as text, and of refused setups.

use crate::positions::all;
use plyd_plugin::testing::{check_refusal, legal};
use plyd_plugin::{Game, Move, Options, Plugin};
use proptest::prelude::*;
use tictactoe::{State, TicTacToe};

fn open(setup: &str) -> Result<State, String> {
    TicTacToe::open(setup, &Options::new(&[], "")).map(|(_, state)| state).map_err(|error| error.to_string())
}

/// The text of the position that a setup opens.
fn reopened(setup: &str) -> String {
    TicTacToe.format_state(&open(setup).unwrap())
}

#[test]
fn every_position_comes_back_from_its_text() {
    for state in all() {
        let text = TicTacToe.format_state(&state);
        assert_eq!(open(&text), Ok(state), "{text}");
    }
}

#[test]
fn cells_that_are_taken_are_not_read_as_moves() {
    for state in all() {
        for cell in (0..9).map(Move).filter(|cell| !legal(&TicTacToe, &state).contains(cell)) {
            assert_eq!(TicTacToe.parse_move(&state, &TicTacToe.format_move(&state, cell)), None);
        }
    }
}

#[test]
fn the_start_position() {
    assert_eq!(open(""), Ok(State::START));
    assert_eq!(open("  "), Ok(State::START));
    assert_eq!(TicTacToe.format_state(&State::START), "3/3/3[PPPPPpppp] w - - 0 1");
    assert_eq!(open("3/3/3[PPPPPpppp] w - - 0 1"), Ok(State::START));
}

#[test]
fn the_counters_go_on_with_the_moves() {
    let mut state = State::START;
    for (text, after) in [("P@b2", "3/1P1/3[PPPPpppp] b - - 0 1"), ("P@a1", "3/1P1/p2[PPPPppp] w - - 0 2")] {
        let mv = TicTacToe.parse_move(&state, text).unwrap();
        TicTacToe.play(&mut state, mv);
        assert_eq!(TicTacToe.format_state(&state), after);
    }
    let mut state = open("3/3/3 b - - 7 9999").unwrap();
    assert_eq!(TicTacToe.format_state(&state), "3/3/3[PPPPPpppp] b - - 7 9999");
    TicTacToe.play(&mut state, Move(8));
    assert_eq!(TicTacToe.format_state(&state), "3/3/2p[PPPPPppp] w - - 0 9999");
}

#[test]
fn setups_may_leave_out_what_follows_the_player_to_move() {
    let full = "PpP/1p1/P2[PPpp] w - - 0 1";
    for setup in [full, "PpP/1p1/P2 w", "PpP/1p1/P2[] w -", "PpP/1p1/P2[-] w - -", "PpP/1p1/P11 w - - 0"] {
        assert_eq!(reopened(setup), full, "{setup}");
    }
    assert_eq!(reopened("PpP/1p1/P2 b"), "PpP/1p1/P2[PPpp] b - - 0 1");
}

#[test]
fn drawn_boards_are_read_with_the_player_to_move() {
    for (setup, text) in [
        ("X O X / . O . / X . . X", "PpP/1p1/P2[PPpp] w - - 0 1"),
        ("XOX/.O./X.. MAX to move", "PpP/1p1/P2[PPpp] w - - 0 1"),
        ("  xox _o_ x__\to", "PpP/1p1/P2[PPpp] b - - 0 1"),
        ("{{'x','o','x'},{'_','o','_'},{'x','_','_'}} b", "PpP/1p1/P2[PPpp] b - - 0 1"),
        (
            "char board[][] = {{ 'x', 'o', 'x' }, { '_', 'o', '_' }, { 'x', '_', '_' }}; min",
            "PpP/1p1/P2[PPpp] b - - 0 1",
        ),
        ("board = [['X','O','X'],['.','O','.'],['X','.','.']] x", "PpP/1p1/P2[PPpp] w - - 0 1"),
        (". . . . . . . . . X", "3/3/3[PPPPPpppp] w - - 0 1"),
    ] {
        assert_eq!(reopened(setup), text, "{setup}");
    }
}

#[test]
fn the_pocket_is_ignored_and_never_below_zero() {
    assert_eq!(reopened("3/3/3[] w"), reopened("3/3/3 w"));
    assert_eq!(reopened("PPp/ppP/PPP w"), "PPp/ppP/PPP[p] w - - 0 1");
    assert_eq!(reopened("ppP/PPp/pp1 w"), "ppP/PPp/pp1[PP] w - - 0 1");
}

#[test]
fn moves_are_read_in_any_case_with_and_without_the_piece() {
    for text in ["P@b2", "p@b2", "P@B2", "p@B2", "b2", "B2"] {
        assert_eq!(TicTacToe.parse_move(&State::START, text), Some(Move(4)), "{text}");
    }
    for text in ["", "P@", "P@d1", "a4", "a0", "b2b2", "P@P@b2", "4", "0000", "P@b2 ", "é2"] {
        assert_eq!(TicTacToe.parse_move(&State::START, text), None, "{text}");
    }
    let names: Vec<String> = (0..9).map(|cell| TicTacToe.format_move(&State::START, Move(cell))).collect();
    assert_eq!(names.join(" "), "P@a3 P@b3 P@c3 P@a2 P@b2 P@c2 P@a1 P@b1 P@c1");
}

#[test]
fn the_picture_shows_stones_labels_and_the_player_to_move() {
    let picture = |setup| TicTacToe.picture(&open(setup).unwrap());
    assert_eq!(picture("PpP/1p1/P2 w"), "3  X O X\n2  . O .\n1  X . .\n   a b c\nX to move");
    assert_eq!(picture("PPP/1p1/p2 b"), "3  X X X\n2  . O .\n1  O . .\n   a b c");
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("PPP/3/ppp w", "two winners: X has three in a row on a3 b3 c3, O on a1 b1 c1; at most one player can"),
        ("PPp/P1p/1Pp[", "the pocket after the board has no closing `]`"),
        ("3/3/3[PPx] w", "unknown piece `x` in the pocket: use P or p"),
        ("3/3/3[PP]pp w", "`pp` after the pocket, where a blank should be"),
        ("3/3 w", "the board `3/3` has 2 ranks but should have 3"),
        ("9 w", "the board `9` has 1 rank but should have 3"),
        ("[] w", "the board `` has 1 rank but should have 3"),
        ("3/3/3/3 w", "the board `3/3/3/3` has 4 ranks but should have 3"),
        ("3/P3/3 w", "rank 2 of the board, `P3`, has 4 squares but should have 3"),
        ("3/3/ w", "rank 1 of the board, ``, has 0 squares but should have 3"),
        ("1/3/3 w", "rank 3 of the board, `1`, has 1 square but should have 3"),
        ("3/PPPP/3 w", "rank 2 of the board, `PPPP`, has 4 squares but should have 3"),
        ("3/1Xp/3 w", "unknown piece `X` on rank 2 of the board, square 2: use P or p"),
        ("0P2/3/3 w", "unknown piece `0` on rank 3 of the board, square 1: use P or p"),
        ("3/3/3", "the player to move is missing after the board: add w for X or b for O"),
        ("3/3/3 x", "`x` is not a player to move: use w for X or b for O"),
        ("3/3/3 w KQkq", "`KQkq` where `-` for castling rights should be"),
        ("3/3/3 w - a1", "`a1` where `-` for the en passant square should be"),
        ("3/3/3 w - - x 1", "the half-move clock `x` should be a number from 0 to 9999"),
        ("3/3/3 w - - -1 1", "the half-move clock `-1` should be a number from 0 to 9999"),
        ("3/3/3 w - - 0 0", "the move number `0` should be a number from 1 to 9999"),
        ("3/3/3 w - - 0 10000", "the move number `10000` should be a number from 1 to 9999"),
        ("3/3/3 w - - 0 1 junk", "`junk` after the move number, where the setup should end"),
        ("abcdefghijklmnopqrstuvwxyz/3 w", "the board `abcdefghijklmnopqrstuvwx...` has 2 ranks but should have 3"),
    ] {
        check_refusal::<TicTacToe>(setup, error);
    }
}

proptest! {
    /// Any text is either refused with one short line or accepted, and accepted setups round-trip.
    #[test]
    fn any_text_is_read_or_refused(setup in "[Pp123x/\\[\\]]{0,14}( [wbx]( - - [0-9]{1,3}){0,1}){0,1}") {
        match open(&setup) {
            Ok(state) => prop_assert_eq!(open(&TicTacToe.format_state(&state)), Ok(state)),
            Err(error) => prop_assert!(!error.is_empty() && error.len() < 200 && !error.contains('\n')),
        }
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(setup in ".{0,40}") {
        if let Err(error) = open(&setup) {
            prop_assert!(!error.is_empty() && !error.contains('\n'));
        }
    }
}

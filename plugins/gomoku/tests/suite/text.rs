//! Positions, moves and pictures as text, and the setups that are refused.

use crate::boards::{BOARDS, is_exact, open, rule, start};
use crate::plain::Plain;
use gomoku::Gomoku;
use plyd_plugin::testing::{check_refusal, legal, random_games};
use plyd_plugin::view::{MarkKind, Owner, Shape, gesture_text};
use plyd_plugin::{Game, Move, Player, Plugin};
use plyd_trials::PlainRules;
use proptest::prelude::*;

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for options in BOARDS {
        random_games(&start(options), 2, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, rule(options)).unwrap();
            assert_eq!((same, reopened.format_state(&same)), (*state, text));
            for mv in legal(game, state).into_iter().step_by(7) {
                assert_eq!(game.parse_move(state, &game.format_move(state, mv).to_uppercase()), Some(mv));
            }
        });
    }
}

#[test]
fn the_size_comes_from_the_setup_or_else_from_the_option() {
    assert_eq!(open("6/6/6/6/6/6 b", "Size=9").unwrap(), start("Size=6"));
    assert_eq!(start("").0.format_state(&start("").1), format!("{}15 b", "15/".repeat(14)));
    for options in ["Size=4", "Size=20", "Size=-1", "Size=x"] {
        assert_eq!(open("", options).unwrap_err(), "the option Size should be from 5 to 19");
    }
    assert_eq!(open("", "Rule=renju").unwrap_err(), "the option Rule should be standard or freestyle");
}

#[test]
fn moves_that_are_none_are_not_read() {
    let (game, root) = open(&format!("{}14X b", "15/".repeat(14)), "").unwrap();
    assert_eq!(game.parse_move(&root, "a1"), Some(Move(0)));
    for text in ["h8", "H8", "P@h8", "p@H8"] {
        assert_eq!(game.parse_move(&root, text), Some(Move(147)), "{text}");
    }
    assert_eq!(game.parse_move(&root, "i9"), Some(Move(168)));
    for text in
        ["", "o1", "p1", "a16", "a0", "1a", "7,7", "0000", "é", " a1", "a1 ", "P@o1", "P@", "@a1", "X@a1", "P@P@a1"]
    {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
    let (game, over) = open("XXXXX/5/5/5/5 w", "").unwrap();
    assert_eq!(game.parse_move(&over, "a1"), None);
}

#[test]
fn the_picture_shows_the_stones_and_the_player_to_move() {
    let picture = |setup| {
        let (game, state) = open(setup, "").unwrap();
        game.picture(&state)
    };
    let board = " 5  . X . . .\n 4  . . O . .\n 3  . . . . .\n 2  . . . . .\n 1  . . . . .\n    a b c d e";
    assert_eq!(picture("1X3/2O2/5/5/5 b"), format!("{board}\nBlack to move (X)"));
    assert_eq!(picture("1X3/2O2/5/5/5 w"), format!("{board}\nWhite to move (O)"));
    assert!(picture("XXXXX/5/5/5/5 w").ends_with("a b c d e"));
    let indented: String = picture("1X3/2O2/5/5/5 b").lines().map(|line| format!("    {line}\n")).collect();
    assert!(include_str!("../../README.md").contains(&indented), "{indented}");
}

#[test]
fn the_view_has_points_stones_dots_and_the_row_that_won() {
    let (game, state) = open("X4/1XO2/2XO1/3XO/4X w", "").unwrap();
    let view = game.view(&state).unwrap();
    view.check().unwrap();
    assert!(view.spots.iter().all(|spot| spot.shape == Shape::Point));
    assert_eq!((view.marks[0].kind, view.marks[0].on.join(" ").as_str()), (MarkKind::Line, "e1 d2 c3 b4 a5"));
    assert_eq!((view.tokens[0].on.as_str(), view.tokens[0].owner), ("a5", Owner::Max));
    assert_eq!((view.tokens[2].on.as_str(), view.tokens[2].owner), ("c4", Owner::Min));
    assert!(view.dots.is_empty());
    let (game, root) = start("");
    let view = game.view(&root).unwrap();
    view.check().unwrap();
    assert_eq!(view.dots, [[3.5, 3.5], [3.5, 11.5], [11.5, 3.5], [11.5, 11.5], [7.5, 7.5]]);
    assert_eq!(gesture_text(&game.gesture(&root, Move(147))), "h8");
}

/// White moves first there, and the brackets have the stones that are left.
#[test]
fn positions_of_cute_chess_are_read() {
    let start = format!("{}15[{}{}] w - - 0 1", "15/".repeat(14), "P".repeat(113), "p".repeat(112));
    assert_eq!(open(&start, "").unwrap(), self::start(""));
    for (theirs, ours) in [
        ("5/2p2/2P2/5/5[PPpp] w - - 0 2", "5/2O2/2X2/5/5 b"),
        ("5/2p2/2P2/5/5[PPpp] b - - 1 2", "5/2O2/2X2/5/5 w"),
        ("6/6/2P3/6/6/6 b", "6/6/2X3/6/6/6 w"),
        ("6/6/6/6/6/6[-] w", "6/6/6/6/6/6 b"),
        ("5/5/5/5/5[] b - -", "5/5/5/5/5 w"),
    ] {
        assert_eq!(open(theirs, ""), open(ours, ""), "{theirs}");
    }
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("5/5/5/5/5", "the player to move is missing after the board: add b or w"),
        ("5/5/5/5/5 r", "`r` is not a player to move: use b or w"),
        ("5/5/5/5 b", "the board `5/5/5/5` has 4 ranks but should have 5 to 19"),
        ("5/6/5/5/5 b", "rank 4 of the board, `6`, has 6 squares but should have 5"),
        ("5/5/5/5/4 b", "rank 1 of the board, `4`, has 4 squares but should have 5"),
        ("5/5/1Q3/5/5 b", "unknown piece `Q` on rank 3 of the board, square 2: use X or O"),
        ("5/5/1X3/5/5[PPpp] b", "unknown piece `X` on rank 3 of the board, square 2: use P or p"),
        ("5/5/1P3/5/5[Pp b", "the pocket after the board has no closing `]`"),
        ("5/5/1P3/5/5[PX] b", "unknown piece `X` in the pocket: use P or p"),
        ("5/5/1P3/5/5 x", "`x` is not a player to move: use w for the first player or b for the second"),
        ("5/5/5/5/5 b 0", "`0` after the player to move, where the setup should end"),
        (
            "XXXXX/5/5/5/OOOOO b",
            "two winners: Black has a row on a5 b5 c5 d5 e5, White on a1 b1 c1 d1 e1; at most one player can",
        ),
    ] {
        check_refusal::<Gomoku>(setup, error);
    }
}

/// A board with numbers instead of dots.
fn counted(board: String) -> String {
    (1..=6).rev().fold(board, |board, run| board.replace(&".".repeat(run), &run.to_string()))
}

proptest! {
    /// A refused setup is refused with one short line; an accepted one comes back from its text and is judged by the
    /// plain rules.
    #[test]
    fn any_board_is_read_or_refused(rows in prop::collection::vec("[.XO]{6}", 5..8), turn in "[bw]", exact: bool) {
        let setup = format!("{} {turn}", counted(rows.join("/")));
        let options = if exact { "" } else { "Rule=freestyle" };
        match open(&setup, options) {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text, options), Ok((game.clone(), state)));
                let plain = Plain::read(&text, is_exact(options));
                prop_assert_eq!(plain.write(), text);
                prop_assert_eq!(plain.outcome(), game.outcome(&state));
            }
            Err(error) => {
                let dots = format!("{} {turn}", rows.join("/"));
                let both = rows.len() == 6
                    && [Player::Max, Player::Min].iter().all(|player| Plain::read(&dots, exact).has_row(*player));
                prop_assert!(rows.len() != 6 || both, "{}", error);
                prop_assert!(!error.is_empty() && error.len() < 200 && !error.contains('\n'));
            }
        }
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(setup in ".{0,60}") {
        if let Err(error) = open(&setup, "") {
            prop_assert!(!error.is_empty() && !error.contains('\n'));
        }
    }
}

//! Positions, moves and pictures as text, and the setups that are refused.

use crate::boards::{BOARDS, open, start, swap};
use crate::plain::Plain;
use hex::Hex;
use plyd_plugin::testing::{check_refusal, legal, move_texts, played, random_games};
use plyd_plugin::view::{MarkKind, Owner, gesture_text};
use plyd_plugin::{Move, Outcome, Plugin};
use plyd_trials::PlainRules;
use proptest::prelude::*;

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for options in BOARDS {
        random_games(&start(options), 3, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, swap(options)).unwrap();
            assert_eq!((same, reopened.format_state(&same)), (*state, text));
            for mv in legal(game, state).into_iter().step_by(7) {
                assert_eq!(game.parse_move(state, &game.format_move(state, mv).to_uppercase()), Some(mv));
            }
        });
    }
}

#[test]
fn the_size_comes_from_the_setup_or_else_from_the_option() {
    assert_eq!(open("3/3/3 r", "Size=5").unwrap(), start("Size=3"));
    assert_eq!(start("").0.format_state(&start("").1), format!("{}11 r", "11/".repeat(10)));
    for options in ["Size=0", "Size=20", "Size=-1", "Size=x"] {
        assert_eq!(open("", options).unwrap_err(), "the option Size should be from 1 to 19");
    }
}

#[test]
fn moves_that_are_none_are_not_read() {
    let (game, root) = start("");
    assert_eq!(game.parse_move(&root, "b1"), Some(Move(1)));
    assert_eq!(game.parse_move(&root, "a2"), Some(Move(20)));
    assert_eq!(game.parse_move(&root, "k11"), Some(Move(210)));
    let state = played(&game, &root, "b1");
    for text in ["swap", "SWAP", "swap-pieces", "Swap-Pieces"] {
        assert_eq!(game.parse_move(&state, text), Some(Move(380)), "{text}");
    }
    for text in ["", "b1", "l1", "a12", "a0", "1a", "swap-sides", "0000", "é", " a1", "a1 "] {
        assert_eq!(game.parse_move(&state, text), None, "{text}");
    }
    let (game, over) = open("X2/X2/X2 b", "").unwrap();
    assert_eq!(game.parse_move(&over, "b1"), None);
}

#[test]
fn the_picture_shows_the_rhombus() {
    let picture = |setup| {
        let (game, state) = open(setup, "").unwrap();
        game.picture(&state)
    };
    assert_eq!(picture("1X1/2O/3 r"), "   a b c\n 1 . X .\n  2 . . O\n   3 . . .\nRed to move (X)");
    assert_eq!(picture("1X1/2O/3 b"), "   a b c\n 1 . X .\n  2 . . O\n   3 . . .\nBlue to move (O)");
    assert_eq!(picture("X r"), "   a\n 1 X");
    let indented: String = picture("1X1/2O/3 r").lines().map(|line| format!("    {line}\n")).collect();
    assert!(include_str!("../../README.md").contains(&indented), "{indented}");
}

#[test]
fn the_view_has_hexagons_edges_and_the_chain_that_won() {
    let (game, state) = open("1X1/XXO/X2 b", "").unwrap();
    let view = game.view(&state).unwrap();
    view.check().unwrap();
    let at = |id: &str| view.spots.iter().find(|spot| spot.id == id).unwrap().at;
    assert_eq!((at("a1"), at("b1"), at("a2")), ([0.5, 0.5], [1.5, 0.5], [1.0, 1.366]));
    let owners: Vec<Owner> = view.borders.iter().map(|border| border.owner).collect();
    assert_eq!(owners, [Owner::Max, Owner::Max, Owner::Min, Owner::Min]);
    assert_eq!((view.marks[0].kind, view.marks[0].on.join(" ").as_str()), (MarkKind::Line, "b1 a2 a3"));
    assert!(view.choices.is_empty());
    let stones: Vec<_> = view.tokens.iter().map(|token| (token.on.as_str(), token.owner)).collect();
    assert_eq!(stones[..4], [("b1", Owner::Max), ("a2", Owner::Max), ("b2", Owner::Max), ("c2", Owner::Min)]);
    let (game, state) = open("3/1X1/3 b", "").unwrap();
    let view = game.view(&state).unwrap();
    view.check().unwrap();
    assert_eq!((view.choices.len(), view.marks.len()), (1, 0));
    let gesture = |text| gesture_text(&game.gesture(&state, game.parse_move(&state, text).unwrap()));
    assert_eq!((gesture("a1").as_str(), gesture("swap").as_str()), ("a1", "!swap"));
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("3/3/3", "the player to move is missing after the board: add r or b"),
        ("3/3/3 w", "`w` is not a player to move: use r or b"),
        ("3/4/3 r", "rank 2 of the board, `4`, has 4 squares but should have 3"),
        ("2/3/3 r", "rank 1 of the board, `2`, has 2 squares but should have 3"),
        ("3/3/1P1 r", "unknown piece `P` on rank 3 of the board, square 2: use X or O"),
        ("3/3/3 r 0", "`0` after the player to move, where the setup should end"),
    ] {
        check_refusal::<Hex>(setup, error);
    }
    let tall = vec!["1"; 20].join("/");
    check_refusal::<Hex>(
        &format!("{tall} r"),
        &format!("the board `{}...` has 20 ranks but should have 1 to 19", &tall[..24]),
    );
}

/// A board with numbers instead of dots.
fn counted(board: String) -> String {
    (1..=4).rev().fold(board, |board, run| board.replace(&".".repeat(run), &run.to_string()))
}

proptest! {
    /// A refused setup is refused with one short line; an accepted one comes back from its text and is played by the
    /// plain rules.
    #[test]
    fn any_board_is_read_or_refused(rows in prop::collection::vec("[.XO]{4}", 3..6), turn in "[rb]", has_swap: bool) {
        let setup = format!("{} {turn}", counted(rows.join("/")));
        let options = if has_swap { "" } else { "Swap=false" };
        match open(&setup, options) {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text, options), Ok((game.clone(), state)));
                let plain = Plain::read(&text, has_swap);
                prop_assert_eq!(plain.write(), text);
                prop_assert_eq!(plain.outcome(), plyd_plugin::Game::outcome(&game, &state));
                if plain.outcome() == Outcome::Ongoing {
                    prop_assert_eq!(move_texts(&game, &state), plain.moves());
                }
            }
            Err(error) => {
                prop_assert_ne!(rows.len(), 4);
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

//! Positions, moves, pictures and views, and the setups that are refused.

use crate::open;
use crate::plain::Plain;
use crate::rules::SETUPS;
use ataxx::{Ataxx, PASS};
use plyd_plugin::testing::{check_refusal, legal, move_texts, played, random_games, try_open};
use plyd_plugin::view::{Glyph, Owner, Step, Tone};
use plyd_plugin::{Game, Outcome, Plugin};
use plyd_trials::PlainRules;
use proptest::prelude::*;
use std::collections::HashSet;

const START: &str = "P5p/7/7/7/7/7/p5P w - - 0 1";

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for setup in SETUPS {
        random_games(&open(setup), 2, |game, state, _| {
            let text = game.format_state(state);
            let (same_game, same) = open(&text);
            assert_eq!((same, same_game.format_state(&same)), (*state, text));
            for mv in legal(game, state) {
                let text = game.format_move(state, mv);
                assert_eq!(game.parse_move(state, &text.to_uppercase()), Some(mv));
            }
        });
    }
}

#[test]
fn the_start_position() {
    let (game, root) = open("");
    assert_eq!(game.format_state(&root), START);
    for setup in ["  ", START, "P5p/7/7/7/7/7/p5P w", "P5p/7/7/7/7/7/p5P w 0 1"] {
        assert_eq!(open(setup).1, root);
    }
    assert_eq!(legal(&game, &root).len(), 16);
}

#[test]
fn the_counters_go_on_with_the_moves() {
    let (game, root) = open("");
    let text = |moves| game.format_state(&played(&game, &root, moves));
    assert_eq!(text("a7c6"), "6p/2P4/7/7/7/7/p5P b - - 1 1");
    assert_eq!(text("a7c6 g7e7"), "4p2/2P4/7/7/7/7/p5P w - - 2 2");
    assert_eq!(text("a7c6 g7e7 P@g2"), "4p2/2P4/7/7/7/6P/p5P b - - 0 2");
    let (game, state) = open("P5p/7/7/7/7/7/p5P b - - 5 9999");
    assert!(game.format_state(&played(&game, &state, "P@a2")).ends_with(" w - - 0 9999"));
}

#[test]
fn moves_that_are_none_are_not_read() {
    let (game, root) = open("");
    for text in ["", "P@", "f1", "P@d4", "p@p@f1", "a7", "a7d7", "a1a2", "a7a7", "0000", " P@f1", "é"] {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
    let (game, state) = open("7/7/7/7/ppppppp/ppppppp/PPPPPPP w");
    assert_eq!((game.parse_move(&state, "a1a1"), game.parse_move(&state, "b1b1")), (Some(PASS), None));
    let (game, state) = open("7/7/7/3P3/7/7/7 w");
    assert_eq!(game.parse_move(&state, "P@d5"), None);
}

#[test]
fn the_picture_shows_stones_walls_counts_and_who_moves() {
    let (game, state) = open("P5p/7/2*1*2/7/2*1*2/7/p5P b");
    let picture = "7  X . . . . . O\n6  . . . . . . .\n5  . . # . # . .\n4  . . . . . . .\n3  . . # . # . .\n\
                   2  . . . . . . .\n1  O . . . . . X\n   a b c d e f g\nX has 2, O has 2\nO to move";
    assert_eq!(game.picture(&state), picture);
    let (game, state) = open("7/7/7/3P3/7/7/7 w");
    assert!(game.picture(&state).ends_with("X has 1, O has 0"));
}

#[test]
fn the_view_has_a_disc_for_each_stone_and_a_frame_for_each_wall() {
    let (game, state) = open("P5p/7/2*1*2/7/7/7/7 w");
    let view = game.view(&state).unwrap();
    view.check().unwrap();
    let tokens: Vec<_> = view.tokens.iter().map(|token| (token.on.as_str(), token.glyph, token.owner)).collect();
    assert_eq!(tokens, [("a7", Glyph::Disc, Owner::Max), ("g7", Glyph::Disc, Owner::Min)]);
    let walls = view.spots.iter().filter(|spot| spot.inert && spot.tone == Tone::Frame);
    assert_eq!(walls.map(|spot| spot.id.as_str()).collect::<Vec<_>>(), ["c5", "e5"]);
    assert_eq!(view.spots.len(), 49);
}

#[test]
fn no_gesture_begins_with_another_one() {
    for setup in SETUPS {
        random_games(&open(setup), 5, |game, state, _| {
            let gestures: Vec<_> = legal(game, state).into_iter().map(|mv| game.gesture(state, mv)).collect();
            let all: HashSet<&[Step]> = gestures.iter().map(Vec::as_slice).collect();
            assert_eq!(all.len(), gestures.len());
            assert!(gestures.iter().all(|steps| (1..steps.len()).all(|end| !all.contains(&steps[..end]))));
        });
    }
    let (game, state) = open("7/7/7/7/ppppppp/ppppppp/PPPPPPP w");
    assert_eq!(game.gesture(&state, PASS), [Step::button("pass")]);
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("7/7 w", "the board `7/7` has 2 ranks but should have 7"),
        ("7/7/7/7/7/7/6 w", "rank 1 of the board, `6`, has 6 squares but should have 7"),
        ("8/7/7/7/7/7/7 w", "rank 7 of the board, `8`, has more than 7 squares"),
        ("7/7/2x4/7/7/7/7 w", "unknown piece `x` on rank 5 of the board, square 3: use P, p or *"),
        ("7/7/7/7/7/7/7", "the player to move is missing after the board: add w for X or b for O"),
        ("7/7/7/7/7/7/7 x", "`x` is not a player to move: use w for X or b for O"),
        ("7/7/7/7/7/7/7 w KQ", "`KQ` where `-` for castling rights should be"),
        ("7/7/7/7/7/7/7 w - - x", "the half-move clock `x` should be a number from 0 to 9999"),
        ("7/7/7/7/7/7/7 w 0 0", "the move number `0` should be a number from 1 to 9999"),
        ("7/7/7/7/7/7/7 w - - 0 1 junk", "`junk` after the move number, where the setup should end"),
    ] {
        check_refusal::<Ataxx>(setup, error);
    }
}

proptest! {
    /// A refused setup is refused with one short line; an accepted one round-trips and goes by the plain rules.
    #[test]
    fn any_board_is_read_or_refused(
        rows in prop::collection::vec("[Pp*1]{7}|[Pp*]{3}4|[Pp*1-3]{0,4}", 7),
        rest in "( [wbx]( - -){0,1}( [0-9]{1,3}){0,2}){0,1}",
    ) {
        match try_open::<Ataxx>(&format!("{}{rest}", rows.join("/")), "") {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text).1, state);
                let plain = Plain::read(&text);
                prop_assert_eq!(game.outcome(&state), plain.outcome());
                let names = move_texts(&game, &state);
                prop_assert_eq!(names.is_empty(), plain.outcome() != Outcome::Ongoing);
                prop_assert_eq!(names, plain.moves());
            }
            Err(error) => prop_assert!(!error.is_empty() && error.len() < 200 && !error.contains('\n')),
        }
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(setup in ".{0,60}") {
        if let Err(error) = try_open::<Ataxx>(&setup, "") {
            prop_assert!(!error.is_empty() && !error.contains('\n'));
        }
    }
}

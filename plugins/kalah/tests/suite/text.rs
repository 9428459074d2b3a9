//! Tests of positions, moves and pictures as text, and of refused setups.

use crate::boards::{SIZES, open, start};
use crate::plain::Plain;
use kalah::Kalah;
use plyd_plugin::testing::{after, check_refusal, legal, move_texts, played, random_games};
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
    for size in SIZES {
        random_games(&start(size), 12, |game, state, _| {
            let text = game.format_state(state);
            assert_eq!(open(&text, &format!("EmptyCapture={}", size.2)), Ok((*game, *state)), "{text}");
            let moves = legal(game, state);
            for mv in &moves {
                assert_eq!(game.parse_move(state, &(mv.0 % 16 + 1).to_string()), Some(*mv));
            }
            for house in (0..16).filter(|house| !moves.iter().any(|mv| mv.0 % 16 == *house)) {
                assert_eq!(game.parse_move(state, &(house + 1).to_string()), None, "{text}");
                let letter = char::from(b'a' + house as u8).to_string();
                assert_eq!(game.parse_move(state, &letter), None, "{text}");
            }
        });
    }
}

#[test]
fn the_start_position() {
    let (game, root) = open("", "").unwrap();
    let text = "4,4,4,4,4,4/4,4,4,4,4,4 w 0 0";
    assert_eq!(game.format_state(&root), text);
    for setup in ["  ", text, " 4,4,4,4,4,4/4,4,4,4,4,4  w"] {
        assert_eq!(open(setup, ""), Ok((game, root)));
    }
    let names = move_texts(&game, &root);
    assert_eq!(names.join(" "), "a b c d e f");
    let state = played(&game, &root, "c f");
    assert_eq!(game.format_state(&state), "4,4,5,5,5,5/4,4,0,5,5,0 b 2 0");
}

#[test]
fn left_out_stores_are_empty() {
    assert_eq!(reopened("1,2/3,4 b"), "1,2/3,4 b 0 0");
    assert_eq!(reopened("1,2/3,4 b 5"), "1,2/3,4 b 5 0");
    assert_eq!(reopened("01,2/3,004 b 0 7"), "1,2/3,4 b 0 7");
}

#[test]
fn the_size_comes_from_the_setup_or_else_from_the_options() {
    let (game, root) = open("", "Houses=12 Seeds=10").unwrap();
    let row = ["10"; 12].join(",");
    assert_eq!(game.format_state(&root), format!("{row}/{row} w 0 0"));
    assert_eq!(open("3,3/3,3 w", "Houses=12 Seeds=100").unwrap(), start((2, 3, false)));
    // The option determines the capture rule, regardless of the setup.
    assert_eq!(open("3,3/3,3 w", "EmptyCapture=true").unwrap(), start((2, 3, true)));
    assert_eq!(
        open("", "Houses=12 Seeds=11").map(|_| ()),
        Err("a game of two times 12 houses with 11 seeds each has 264 seeds, but should have at most 255 (options \
             Houses and Seeds)"
            .into())
    );
    assert!(open("", "Houses=1 Seeds=127").is_ok());
    // The host rejects such values, but other callers get an error.
    for options in ["Houses=13", "Houses=0", "Seeds=0", "Houses=-1", "Seeds=4000000000"] {
        assert!(open("", options).is_err(), "{options}");
    }
}

#[test]
fn moves_are_read_as_letter_or_number_of_a_house_with_seeds() {
    let (game, state) = open("1,0,2/3,0,0 b", "").unwrap();
    for text in ["a", "A", "1"] {
        assert_eq!(game.parse_move(&state, text), Some(Move(16)), "{text}");
    }
    assert_eq!(game.parse_move(&state, "c"), Some(Move(18)));
    for text in ["", "b", "2", "d", "4", "0", "01", "+1", "aa", "a ", "0000", "ä"] {
        assert_eq!(game.parse_move(&state, text), None, "{text}");
    }
    let (game, state) = open("0,0,0/3,0,0 w", "").unwrap();
    assert_eq!(game.parse_move(&state, "a"), None);
}

#[test]
fn the_picture_shows_both_rows_as_white_sees_them() {
    let picture = |setup| {
        let (game, state) = open(setup, "").unwrap();
        game.picture(&state)
    };
    assert_eq!(
        picture("1,0,12/4,5,6 w 7 10"),
        "       c   b   a\n       1   0  12\n  10               7\n       4   5   6\n       a   b   c\nWhite to move"
    );
    assert_eq!(picture("0/3 b"), "       a\n       0\n   0       0\n       3\n       a");
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("4,4 w", "the board `4,4` has one row but should have two with a `/` between: Black's houses, then White's"),
        ("4,4/4 w", "Black has 2 houses and White 1; both should have the same number"),
        ("4/4,4 w", "Black has 1 house and White 2; both should have the same number"),
        ("4,x/4,4 w", "`x` in house 2 from the left in the row of Black should be a number of seeds from 0 to 255"),
        ("4,4/4,256 w", "`256` in house 2 from the left in the row of White should be a number of seeds from 0 to 255"),
        ("4,4/+4,4 w", "`+4` in house 1 from the left in the row of White should be a number of seeds from 0 to 255"),
        (
            "4,4/4,4/4,4 w",
            "`4/4` in house 2 from the left in the row of White should be a number of seeds from 0 to 255",
        ),
        ("/ w", "`` in house 1 from the left in the row of Black should be a number of seeds from 0 to 255"),
        ("1,1,1,1,1,1,1,1,1,1,1,1,1/1 w", "the row of Black, `1,1,1,1,1,1,1,1,1,1,1,1,...`, has more than 12 houses"),
        ("4,4/4,4", "the player to move is missing after the board: add w or b"),
        ("4,4/4,4 x", "`x` is not a player to move: use w or b"),
        ("4,4/4,4 w x", "the store of White, `x`, should be a number of seeds from 0 to 255"),
        ("4,4/4,4 w 0 -1", "the store of Black, `-1`, should be a number of seeds from 0 to 255"),
        ("4,4/4,4 w 0 0 junk", "`junk` after Black's store, where the setup should end"),
        ("100,100/50,4 w 1 1", "there are 256 seeds in houses and stores; at most 255 are allowed"),
    ] {
        check_refusal::<Kalah>(setup, error);
    }
    assert!(open("100,100/50,4 w 1 0", "").is_ok());
}

proptest! {
    /// Any text is either refused with one short line or accepted. Accepted setups round-trip and can be played.
    #[test]
    fn any_board_is_read_or_refused(
        rows in prop::collection::vec(prop::collection::vec(0_u32..90, 1..5), 1..4),
        rest in "( [wbx]( [0-9]{1,3}){0,3}){0,1}",
    ) {
        let list = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let board = rows.iter().map(list).collect::<Vec<_>>().join("/");
        match open(&format!("{board}{rest}"), "") {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open(&text, ""), Ok((game, state)));
                let plain = Plain::read(&text, false);
                let moves: Vec<usize> = legal(&game, &state).iter().map(|mv| mv.0 as usize % 16).collect();
                if moves.is_empty() {
                    prop_assert_ne!(plain.outcome(), Outcome::Ongoing);
                } else {
                    prop_assert_eq!(&moves, &plain.moves());
                    for mv in legal(&game, &state) {
                        let mut child = plain.clone();
                        child.play(mv.0 as usize % 16);
                        let found = game.format_state(&after(&game, &state, mv));
                        prop_assert_eq!(Plain::read(&found, false), child);
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

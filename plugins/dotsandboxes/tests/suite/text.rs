//! Positions, moves and pictures as text, and the setups that are refused.

use crate::boards::{BOARDS, count, counts_boxes, open, start};
use crate::plain::Plain;
use dotsandboxes::DotsAndBoxes;
use plyd_plugin::testing::{check_refusal, legal, move_texts, played, random_games};
use plyd_plugin::view::{Glyph, Owner, Shape, gesture_text};
use plyd_plugin::{Game, Move, Plugin};
use plyd_trials::PlainRules;
use proptest::prelude::*;

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for options in BOARDS {
        random_games(&start(options), 3, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, count(options)).unwrap();
            assert_eq!((same, reopened.format_state(&same)), (*state, text));
            for mv in legal(game, state).into_iter().step_by(5) {
                assert_eq!(game.parse_move(state, &game.format_move(state, mv).to_uppercase()), Some(mv));
            }
        });
    }
}

#[test]
fn the_size_comes_from_the_setup_or_else_from_the_options() {
    assert_eq!(open("000/000/000 0000/0000 .../... r", "Rows=5").unwrap(), start("Rows=2 Columns=3"));
    let (game, root) = start("");
    let text = "0000/0000/0000/0000/0000 00000/00000/00000/00000 ..../..../..../.... r";
    assert_eq!(game.format_state(&root), text);
    assert_eq!(open(&format!("  {}  ", text.replace(' ', "   ")), "").unwrap(), (game, root));
    for (options, name) in [("Rows=0", "Rows"), ("Rows=8", "Rows"), ("Columns=-1", "Columns"), ("Columns=x", "Columns")]
    {
        assert_eq!(open("", options).unwrap_err(), format!("the option {name} should be from 1 to 7"));
    }
}

#[test]
fn moves_that_are_none_are_not_read() {
    let (game, root) = start("Rows=2 Columns=3");
    assert_eq!(game.parse_move(&root, "h11"), Some(Move(0)));
    assert_eq!(game.parse_move(&root, "H33"), Some(Move(18)));
    assert_eq!(game.parse_move(&root, "v11"), Some(Move(64)));
    assert_eq!(game.parse_move(&root, "v24"), Some(Move(75)));
    let state = played(&game, &root, "h11");
    for text in ["", "h11", "h41", "h14", "v31", "v15", "h01", "h1", "h111", "b11", "h1é", "é1", " h12", "h12 ", "0000"]
    {
        assert_eq!(game.parse_move(&state, text), None, "{text}");
    }
    let (game, over) = open("1/1 11 R r", "").unwrap();
    assert_eq!(game.parse_move(&over, "h11"), None);
}

#[test]
fn the_picture_shows_lines_and_owners() {
    let picture = |setup| {
        let (game, state) = open(setup, "").unwrap();
        game.picture(&state)
    };
    let shown = picture("110/111/011 1100/0011 R../..B b");
    let rows = [
        "   1   2   3   4",
        "h1 +---+---+   +",
        "v1 | R |",
        "h2 +---+---+---+",
        "v2         | B |",
        "h3 +   +---+---+",
        "Blue to move",
    ];
    assert_eq!(shown, rows.join("\n"));
    assert_eq!(picture("1/1 11 R r"), "   1   2\nh1 +---+\nv1 | R |\nh2 +---+");
    let indented: String = shown.lines().map(|line| format!("    {line}\n")).collect();
    assert!(include_str!("../../README.md").contains(&indented), "{indented}");
}

#[test]
fn the_view_has_lines_to_click_and_letters_in_boxes() {
    let (game, state) = open("10/10/00 110/000 R./.. b", "").unwrap();
    let view = game.view(&state).unwrap();
    view.check().unwrap();
    let spot = |id: &str| view.spots.iter().find(|spot| spot.id == id).unwrap();
    assert_eq!((spot("h11").from, spot("h11").to), (Some([0.0, 0.0]), Some([1.0, 0.0])));
    assert_eq!((spot("v23").from, spot("v23").to), (Some([2.0, 1.0]), Some([2.0, 2.0])));
    assert_eq!((spot("b12").shape, spot("b12").at, spot("b12").inert), (Shape::Square, [1.5, 0.5], true));
    assert_eq!((view.spots.len(), view.dots.len()), (4 + 12, 9));
    let tokens: Vec<_> = view.tokens.iter().map(|token| (token.on.as_str(), token.glyph, token.owner)).collect();
    let stroke = |on| (on, Glyph::Stroke, Owner::None);
    assert_eq!(tokens, [("b11", Glyph::Text, Owner::Max), stroke("h11"), stroke("h21"), stroke("v11"), stroke("v12")]);
    let gesture = |text: &str| gesture_text(&game.gesture(&state, game.parse_move(&state, text).unwrap()));
    assert_eq!(gesture("v23"), "v23");
    // Every move has a spot of its own.
    for text in move_texts(&game, &state) {
        let id = gesture(text.as_str());
        assert!(view.spots.iter().any(|spot| spot.id == id && !spot.inert), "{text}");
    }
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        ("0", "the horizontal lines, `0`, have 1 row but should have 2 to 8"),
        ("0/0/0/0/0/0/0/0/0 x", "the horizontal lines, `0/0/0/0/0/0/0/0/0`, have 9 rows but should have 2 to 8"),
        ("/ 0 . r", "row 1 of the horizontal lines, ``, has 0 lines but should have 1 to 7"),
        ("0/00 00 . r", "row 2 of the horizontal lines, `00`, has 2 lines but should have 1"),
        ("00/0 000 .. r", "row 2 of the horizontal lines, `0`, has 1 line but should have 2"),
        ("00000000/0 0 . r", "row 1 of the horizontal lines, `00000000`, has 8 lines but should have 1 to 7"),
        ("0/x 00 . r", "`x` in row 2 of the horizontal lines, place 1: use 0 or 1"),
        ("00/00", "the vertical lines are missing after the horizontal lines"),
        ("00/00 000/000 .. r", "the vertical lines, `000/000`, have 2 rows but should have 1"),
        ("00/00 00 .. r", "row 1 of the vertical lines, `00`, has 2 lines but should have 3"),
        ("00/00 020 .. r", "`2` in row 1 of the vertical lines, place 2: use 0 or 1"),
        ("00/00 000", "the boxes are missing after the vertical lines"),
        ("00/00 000 . r", "row 1 of the boxes, `.`, has 1 box but should have 2"),
        ("00/00 000 ... r", "row 1 of the boxes, `...`, has 3 boxes but should have 2"),
        ("00/00 000 .O r", "`O` in row 1 of the boxes, place 2: use R, B or ."),
        ("00/00 000 .R r", "box 2 in row 1 of the boxes lacks a line, so it should be `.` instead of R"),
        ("1/1 11 . r", "box 1 in row 1 of the boxes has all four lines, so it should be R or B instead of `.`"),
        ("00/00 000 ..", "the player to move is missing after the board: add r or b"),
        ("00/00 000 .. w", "`w` is not a player to move: use r or b"),
        ("00/00 000 .. r 0", "`0` after the player to move, where the setup should end"),
    ] {
        check_refusal::<DotsAndBoxes>(setup, error);
    }
}

proptest! {
    /// A refused setup is refused with one short line; an accepted one comes back from its text and is played by the
    /// plain rules.
    #[test]
    fn any_board_is_read_or_refused(
        across in prop::collection::vec("[01]{3}", 2..4),
        down in prop::collection::vec("[01]{4}", 1..3),
        turn in "[rb]",
        counts: bool,
    ) {
        // The right owners, as far as the lines fit to one another.
        let is_closed = |row: usize, column: usize| {
            let drawn = |rows: &[String], row: usize, column: usize| rows.get(row).is_some_and(|row| row[column..].starts_with('1'));
            drawn(&across, row, column) && drawn(&across, row + 1, column) && drawn(&down, row, column) && drawn(&down, row, column + 1)
        };
        let owner = |row, column| if is_closed(row, column) { ['R', 'B'][(row + column) % 2] } else { '.' };
        let owners: Vec<String> = (0..down.len()).map(|row| (0..3).map(|column| owner(row, column)).collect()).collect();
        let setup = format!("{} {} {} {turn}", across.join("/"), down.join("/"), owners.join("/"));
        let options = format!("BoxDifference={counts}");
        match open(&setup, &options) {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(&text, &setup);
                prop_assert_eq!(open(&text, &options), Ok((game, state)));
                let plain = Plain::read(&text, counts_boxes(&options));
                prop_assert_eq!(plain.write(), text);
                prop_assert_eq!(plain.outcome(), game.outcome(&state));
                prop_assert_eq!(move_texts(&game, &state), plain.moves());
            }
            Err(error) => {
                prop_assert_ne!(across.len(), down.len() + 1);
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

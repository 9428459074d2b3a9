//! Tests of positions, moves, pictures and views as text, and of refused setups.

use crate::boards::start;
use crate::plain::Plain;
use crate::rules::SETUPS;
use go::{Go, PASS};
use plyd_plugin::testing::{check_refusal, legal, move_texts, open, played, try_open};
use plyd_plugin::view::{Glyph, MarkKind, Owner, Step};
use plyd_plugin::{Game, Plugin};
use plyd_trials::PlainRules;
use proptest::prelude::*;

#[test]
fn the_start_position() {
    let (game, root) = start("");
    let text = "9/9/9/9/9/9/9/9/9 b - 0 7.5";
    assert_eq!(game.format_state(&root), text);
    for setup in [text, "9/9/9/9/9/9/9/9/9 b", "  9/9/9/9/9/9/9/9/9   b - 0 "] {
        assert_eq!(open::<Go>(setup, "").1, root);
    }
    let text = |options| {
        let (game, root) = start(options);
        game.format_state(&root)
    };
    assert_eq!(text("Size=2 KomiHalfPoints=0"), "2/2 b - 0 0");
    assert_eq!(text("Size=3 KomiHalfPoints=-1"), "3/3/3 b - 0 -0.5");
    assert!(text("Size=19").starts_with("19/19/"));
    // The setup takes precedence over the options.
    let (game, state) = open::<Go>("3/3 w - 1 6", "Size=9 KomiHalfPoints=15");
    assert_eq!(game.format_state(&state), "3/3 w - 1 6");
    let (game, state) = open::<Go>("3/3 w", "KomiHalfPoints=-9");
    assert_eq!(game.format_state(&state), "3/3 w - 0 -4.5");
}

#[test]
fn points_are_named_without_the_letter_i() {
    let (game, root) = start("Size=19");
    let names = move_texts(&game, &root);
    assert_eq!(names[..19].join(" "), "A1 B1 C1 D1 E1 F1 G1 H1 J1 K1 L1 M1 N1 O1 P1 Q1 R1 S1 T1");
    assert_eq!(names[360..].join(" "), "T19 pass");
    for mv in legal(&game, &root) {
        let text = game.format_move(&root, mv);
        assert_eq!((game.parse_move(&root, &text), game.parse_move(&root, &text.to_lowercase())), (Some(mv), Some(mv)));
    }
    for text in ["", "I1", "i5", "U1", "A0", "A20", "A01", "A+1", "1A", "AA1", "D", "resign", "passe", " D4", "é1"] {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
    assert_eq!(game.parse_move(&root, "PASS"), Some(PASS));
    let (game, state) = open::<Go>("X4/5/5/5/5 w", "");
    assert_eq!(game.parse_move(&state, "A5"), None);
}

#[test]
fn the_picture_shows_stones_ko_passes_and_who_is_ahead() {
    let (game, state) = open::<Go>("1XO2/XO1O1/1XO2/5/5 b C4 0 0.5", "");
    let picture = "5  . X O . .\n4  X O * O .\n3  . X O . .\n2  . . . . .\n1  . . . . .\n   A B C D E\n\
                   White is ahead by 1.5\nBlack to move (X)";
    // Black owns A5; White owns C4 and has one more stone.
    assert_eq!(game.picture(&state), picture);
    let passed = played(&game, &state, "pass");
    assert!(game.picture(&passed).ends_with("White is ahead by 1.5\nBlack has passed\nWhite to move (O)"));
    assert!(game.picture(&played(&game, &passed, "pass")).ends_with("E\nWhite is ahead by 1.5"));
    let (game, state) = open::<Go>("", "Size=10 KomiHalfPoints=0");
    let picture = game.picture(&state);
    assert!(picture.starts_with("10  . . . . . . . . . .\n 9  . ") && picture.contains("\n    A B C D E F G H J K\n"));
    assert!(picture.ends_with("\nBlack and White have as many points\nBlack to move (X)"));
}

#[test]
fn the_view_has_stones_star_points_names_and_the_ko() {
    let (game, state) = open::<Go>("1XO6/XO1O5/1XO6/9/9/9/9/9/9 b C8", "");
    let view = game.view(&state).unwrap();
    view.check().unwrap();
    let tokens: Vec<_> = view.tokens.iter().map(|token| (token.on.as_str(), token.glyph, token.owner)).collect();
    assert_eq!(tokens[..2], [("B9", Glyph::Disc, Owner::Max), ("C9", Glyph::Disc, Owner::Min)]);
    assert_eq!((tokens.len(), view.spots.len()), (7, 81));
    assert_eq!(view.dots, [[2.5, 6.5], [2.5, 2.5], [4.5, 4.5], [6.5, 6.5], [6.5, 2.5]]);
    assert_eq!(view.marks.len(), 1);
    assert_eq!((view.marks[0].kind, view.marks[0].on.as_slice()), (MarkKind::Captured, ["C8".to_string()].as_slice()));
    assert!(view.labels.iter().any(|label| label.text == "J") && view.labels.iter().all(|label| label.text != "I"));
    for (size, dots) in [(2, 0), (5, 1), (6, 0), (7, 5), (8, 4), (13, 5), (15, 9), (19, 9)] {
        let (game, state) = start(&format!("Size={size}"));
        assert_eq!(game.view(&state).unwrap().dots.len(), dots, "{size}");
    }
}

#[test]
fn a_move_is_a_click_and_a_pass_a_button() {
    let (game, root) = start("");
    let point = game.parse_move(&root, "J9").unwrap();
    assert_eq!(game.gesture(&root, point), [Step::spot("J9")]);
    assert_eq!(game.gesture(&root, PASS), [Step::button("pass")]);
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in REFUSED {
        check_refusal::<Go>(setup, error);
    }
    for (options, error) in [
        ("Size=0", "the option Size should be from 1 to 19"),
        ("KomiHalfPoints=x", "the option KomiHalfPoints should be from -1000 to 1000"),
        ("Ko=none", "the option Ko should be positional, situational or simple"),
    ] {
        assert_eq!(try_open::<Go>("", options).err().as_deref(), Some(error));
    }
}

const REFUSED: [(&str, &str); 13] = [
    ("20 b", "rank 1 of the board, `20`, has more than 19 squares"),
    ("3/2/3 b", "rank 2 of the board, `2`, has 2 squares but should have 3 like the first"),
    ("3/1x1/3 b", "unknown piece `x` on rank 2 of the board, square 2: use X or O"),
    ("3/3/3", "the player to move is missing after the board: add b or w"),
    ("3/3/3 x", "`x` is not a player to move: use b or w"),
    ("3/3/3 b D4", "`D4` is no ko: the board has no such point; use - if there is none"),
    ("3/3/3 b A1", "`A1` is no ko: a stone there takes no single stone back; use - if there is none"),
    ("1XO2/XO1O1/1XO2/5/5 b C4 1", "`C4` is no ko: the last move was a pass; use - if there is none"),
    ("3/3/3 b - 3", "the number of passes in a row `3` should be a number from 0 to 2"),
    ("3/3/3 b - 0 7.3", "the komi `7.3` should be a number from -500 to 500 such as 7 or 7.5"),
    ("3/3/3 b - 0 501", "the komi `501` should be a number from -500 to 500 such as 7 or 7.5"),
    ("3/3/3 b - 0 7 junk", "`junk` after the komi, where the setup should end"),
    ("XO1/O2/3 b", "the stone on A3 has no liberty, nor has its group: take it away"),
];

/// The drawing in the README is the picture of the position next to it.
#[test]
fn the_drawing_of_the_page_is_the_picture() {
    let page = include_str!("../../README.md");
    let (game, state) = open::<Go>("1XO2/XO1O1/1XO2/5/5 b C4 0 7.5", "");
    let drawing: String = game.picture(&state).lines().map(|line| format!("    {line}\n")).collect();
    assert!(page.contains(&drawing), "{drawing}");
}

proptest! {
    /// Any text is either refused with one short line or accepted. Accepted setups round-trip and follow the simple
    /// rules.
    #[test]
    fn any_board_is_read_or_refused(
        rows in prop::collection::vec("[XO1]{4}|[XO.]{1}3|[XO1-3]{0,3}", 1..6),
        rest in "( [bwx]( (-|[A-E][1-5])( [0-3]( -?[0-9]{1,4}(\\.[05])?){0,1}){0,1}){0,1}){0,1}",
    ) {
        match try_open::<Go>(&format!("{}{rest}", rows.join("/")), "") {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(open::<Go>(&text, "").1, state);
                let plain = Plain::read(&text, "");
                prop_assert_eq!(game.outcome(&state), plain.outcome());
                let moves: Vec<String> = if plain.moves().is_empty() {
                    move_texts(&game, &state)
                } else {
                    let keys = [game.board_key(&state)];
                    crate::boards::permitted(&game, &state, &keys).iter().map(|&mv| game.format_move(&state, mv)).collect()
                };
                prop_assert_eq!(moves, plain.moves());
            }
            Err(error) => prop_assert!(!error.is_empty() && error.len() < 200 && !error.contains('\n')),
        }
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(setup in ".{0,60}") {
        if let Err(error) = try_open::<Go>(&setup, "") {
            prop_assert!(!error.is_empty() && !error.contains('\n'));
        }
    }
}

#[test]
fn positions_come_back_from_their_texts() {
    for (setup, options) in SETUPS {
        crate::boards::games(&open::<Go>(setup, options), 2, 80, |game, state, _, _| {
            let text = game.format_state(state);
            let (same_game, same) = open::<Go>(&text, options);
            assert_eq!((same, same_game.format_state(&same)), (*state, text));
        });
    }
}

//! Tests of positions, rolls and plays as text, of pictures and gestures, and of refused setups.

use crate::boards::{open, setup, start};
use backgammon::Backgammon;
use plyd_plugin::testing::{check_refusal, legal, move_texts, played, random_games};
use plyd_plugin::view::{Step, gesture_text};
use plyd_plugin::{Game, Player, Plugin, Turn};
use proptest::prelude::*;

const START: &str = "4HPwATDgc/ABMA w -";

#[test]
fn positions_and_moves_come_back_from_their_texts() {
    for options in ["", "Scoring=wins Opening=any Evaluate=pips"] {
        random_games(&start(options), 6, |game, state, mv| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, options).unwrap();
            assert_eq!((same, reopened.format_state(&same)), (*state, text.clone()));
            if mv.is_none() {
                assert_eq!(game.parse_move(state, "31"), None);
                return;
            }
            for mv in legal(game, state).into_iter().take(20) {
                let name = game.format_move(state, mv);
                assert_eq!(game.parse_move(state, &name), Some(mv), "{name} in {text}");
                assert_eq!(game.parse_move(state, &name.to_uppercase()), Some(mv));
                let reversed: Vec<&str> = name.split(',').rev().collect();
                assert_eq!(game.parse_move(state, &reversed.join(",")), Some(mv), "{name} in {text}");
            }
        });
    }
}

/// Writes a play step by step, with each point on which a man steps, in every order of clicks and in the reverse of
/// each order.
#[test]
fn plays_are_read_step_by_step_in_any_order() {
    let mut read = 0;
    random_games(&start(""), 10, |game, state, mv| {
        if mv.is_none() || game.turn(state) == Turn::Chance {
            return;
        }
        for mv in legal(game, state).into_iter().take(30) {
            let gesture = game.gesture(state, mv);
            if gesture == [Step::button("none")] {
                assert_eq!(game.format_move(state, mv), "none");
                continue;
            }
            let point = |id: &String| match id.parse::<u32>() {
                Ok(white) => (if game.turn(state) == Player::Max { white } else { 25 - white }).to_string(),
                Err(_) => id.split_once('-').unwrap().1.to_owned(),
            };
            let mut ways = Vec::new();
            for way in gesture.split(|step| *step == Step::Or) {
                let clicks: Vec<String> = way.iter().map(ToString::to_string).collect();
                let mut steps: Vec<String> =
                    clicks.chunks(2).map(|step| format!("{}/{}", point(&step[0]), point(&step[1]))).collect();
                steps.reverse();
                let text = steps.join(",");
                assert_eq!(game.parse_move(state, &text), Some(mv), "{text} in {}", game.format_state(state));
                assert!(!ways.contains(&clicks), "{clicks:?} twice in {}", game.format_state(state));
                ways.push(clicks);
                read += 1;
            }
        }
    });
    assert!(read > 1_000);
}

#[test]
fn the_start_position() {
    let (game, root) = start("");
    assert_eq!(game.format_state(&root), START);
    for setup in ["  ", START, "4HPwATDgc/ABMA w", " 4HPwATDgc/ABMA  w  - "] {
        assert_eq!(open(setup, ""), Ok((game, root)));
    }
    let state = played(&game, &root, "31 8/5,6/5");
    assert_eq!(game.format_state(&state), "sGfwATDgc/ABMA b -");
    assert_eq!(game.format_state(&played(&game, &root, "13")), "4HPwATDgc/ABMA w 31");
    assert_eq!(open("4HPwATDgc/ABMA w 13", "").unwrap(), open("4HPwATDgc/ABMA w 31", "").unwrap());
    assert_eq!(game.parse_move(&root, "33"), None, "the first roll is no double");
    for text in ["", "3", "31 ", "311", "70", "07", "3-1", "8/5,6/5", "none"] {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
}

/// The canonical text of the play that a word is parsed as.
fn read(setup: &str, word: &str) -> Option<String> {
    let (game, state) = open(setup, "").unwrap();
    game.parse_move(&state, word).map(|mv| game.format_move(&state, mv))
}

#[test]
fn plays_have_one_text_and_are_read_in_others() {
    let opening = "4HPwATDgc/ABMA w 31";
    for word in ["8/5,6/5", "6/5,8/5", "8/5,6/5"] {
        assert_eq!(read(opening, word).as_deref(), Some("8/5,6/5"));
    }
    for word in ["13/9", "13/10/9", "13/10,10/9", "10/9,13/10"] {
        assert_eq!(read(opening, word).as_deref(), Some("13/9"), "{word}");
    }
    assert_eq!(read(opening, "13/12/9"), None, "the 12 point is Black's");
    let doubles = "4HPwATDgc/ABMA b 66";
    for word in ["24/18(2),13/7(2)", "13/7(2),24/18(2)", "13/7,24/18,13/7,24/18"] {
        assert_eq!(read(doubles, word).as_deref(), Some("24/18(2),13/7(2)"), "{word}");
    }
    let hits = setup(Player::Max, &[13, 6], &[18, 22], "65");
    assert_eq!(read(&hits, "13/7*/2").as_deref(), Some("13/7*/2"));
    assert_eq!(read(&hits, "13/7/2").as_deref(), Some("13/7*/2"), "a hit may go without its star");
    assert_eq!(read(&hits, "13/2").as_deref(), Some("13/2"), "by way of the other point");
    assert_eq!(read(&hits, "13/8*/2"), None, "there is nobody to be hit");
    assert_eq!(read(&hits, "13/7*,6/1").as_deref(), Some("13/7*,6/1"));
    let bar = setup(Player::Min, &[25, 25, 8], &[1, 3, 3], "33");
    assert_eq!(read(&bar, "bar/22(2),8/2").as_deref(), None, "two black men are there");
    let bar = setup(Player::Min, &[25, 25, 8], &[3, 1, 1], "33");
    assert_eq!(read(&bar, "bar/22*(2),8/2").as_deref(), Some("bar/22*(2),8/2"));
    assert_eq!(read(&bar, "bar/22,8/5,BAR/22,5/2").as_deref(), Some("bar/22*(2),8/2"));
    let off = setup(Player::Max, &[6, 4, 4], &[24], "64");
    assert_eq!(read(&off, "6/off,4/off").as_deref(), Some("6/off,4/off"));
    assert_eq!(read(&off, "4/off,6/2").as_deref(), Some("6/2,4/off"), "the 6 takes a man from the highest point");
    let off = setup(Player::Max, &[6, 6, 4], &[24], "64");
    assert_eq!(read(&off, "6/2,4/off"), None, "a man is higher up");
    let shut = setup(Player::Max, &[25], &[1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6], "64");
    for word in ["none", "NONE", "0000"] {
        assert_eq!(read(&shut, word).as_deref(), Some("none"));
    }
    for word in [
        "",
        "none",
        "8/5",
        "8/5,6/5,",
        "8/5,6/5,6/5",
        "5/8,6/5",
        "8/5(0),6/5",
        "8/5(1",
        "8/5)",
        "8/5(9)",
        "8*/5,6/5",
        "8/5**,6/5",
        "08/5,6/5",
        "+8/5,6/5",
        "8/5,6/5(2)",
        "8/5*,6/5",
        "8/8",
        "bar/22,6/5",
        "off/1",
        "8",
        "/",
        "8/5/",
        "8/4,6/off",
        "ä/5",
    ] {
        assert_eq!(read(opening, word), None, "{word}");
    }
}

#[test]
fn a_play_of_four_steps_is_one_word() {
    let setup = setup(Player::Max, &[24, 24, 8], &[12, 24, 6, 6], "11");
    let (game, state) = open(&setup, "").unwrap();
    let texts = move_texts(&game, &state);
    for text in ["24/20", "24/22(2)", "24/23(2),8/6", "24/23,24/22,8/7"] {
        let found = game.parse_move(&state, text);
        assert!(found.is_some_and(|mv| texts.contains(&game.format_move(&state, mv))), "{text} of {texts:?}");
    }
}

#[test]
fn the_picture_shows_the_board_as_white_sees_it() {
    let (game, state) = open("4HPwATDgc/ABMA b 31", "").unwrap();
    let picture = game.picture(&state);
    let lines: Vec<&str> = picture.lines().collect();
    assert_eq!(lines[0], "  13 14 15 16 17 18  | 19 20 21 22 23 24");
    assert_eq!(lines[1], "   X  .  .  .  O  .  |  O  .  .  .  .  X");
    assert_eq!(lines[11], "   O  .  .  .  X  .  |  X  .  .  .  .  O");
    assert_eq!(lines[13..], ["White X: bar 0, off 0", "Black O: bar 0, off 0", "Black to play 31"]);
    let (game, state) = open(&setup(Player::Max, &[6; 9], &[25, 1], "-"), "").unwrap();
    let picture = game.picture(&state);
    assert!(
        picture.contains("|  9  .") && picture.contains("White X: bar 0, off 6\nBlack O: bar 1, off 13"),
        "{picture}"
    );
    assert!(picture.ends_with("White to roll"));
}

#[test]
fn the_picture_of_the_readme_is_what_the_game_draws() {
    let readme = include_str!("../../README.md");
    let setup = "sGfwATDgc/ABMA b 64";
    let (_, rest) = readme.split_once(&format!("\n    {setup}\n")).unwrap();
    let drawn: Vec<&str> = rest.lines().map_while(|line| line.strip_prefix("    ")).collect();
    let (game, state) = open(setup, "").unwrap();
    assert_eq!(drawn.join("\n"), game.picture(&state));
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    let example = "a position id has 14 letters of base64, such as 4HPwATDgc/ABMA";
    for (setup, error) in [
        ("4HPwATDgc/ABM w", format!("the position id `4HPwATDgc/ABM` has 13 letters: {example}")),
        ("4HPwATDgc_ABMA w", format!("the position id `4HPwATDgc_ABMA` has `_` at letter 10: {example}")),
        ("////////////// w", "the position id `//////////////` ends before both bars: it has too many men".into()),
        ("4HPwATDgc/ABMA", "the player to move is missing after the board: add w or b".into()),
        ("4HPwATDgc/ABMA x", "`x` is not a player to move: use w or b".into()),
        (
            "4HPwATDgc/ABMA w 37",
            "the dice `37` should be two digits from 1 to 6, such as 31, or - before the roll".into(),
        ),
        ("4HPwATDgc/ABMA w 31 x", "`x` after the dice, where the setup should end".into()),
        (
            "4HPwATDgc/ABMP w",
            "the position id `4HPwATDgc/ABMP` has men after both bars: each player has 24 points and a bar".into(),
        ),
        ("AAAAAAAAAAAAAA w", "neither player has a man left: one at least should have some".into()),
    ] {
        check_refusal::<Backgammon>(setup, &error);
    }
    let refusals = [
        (
            setup(Player::Max, &[6], &[19], "-"),
            "White and Black both have men on White's 6 point, which is Black's 19 point",
        ),
        (
            setup(Player::Min, &[19], &[6], "-"),
            "White and Black both have men on White's 6 point, which is Black's 19 point",
        ),
        (
            setup(Player::Max, &[], &[6], "31"),
            "a player has no man left, so the game is over and nobody has dice: write - for them",
        ),
    ];
    for (setup, error) in refusals {
        check_refusal::<Backgammon>(&setup, error);
    }
    let closed = [25, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6];
    check_refusal::<Backgammon>(
        &setup(Player::Max, &closed, &closed, "-"),
        "both players have men on the bar and all points of both home boards are taken: nobody could ever move",
    );
    let too_many = setup(Player::Max, &[6; 16], &[6], "-");
    let id = too_many.split(' ').next().unwrap();
    let error = format!("the position id `{id}` gives the player on roll 16 men; 15 are the most");
    check_refusal::<Backgammon>(&too_many, &error);
    let too_many = setup(Player::Max, &[6], &[6; 16], "-");
    let id = too_many.split(' ').next().unwrap();
    let error = format!("the position id `{id}` gives the player who is not on roll 16 men; 15 are the most");
    check_refusal::<Backgammon>(&too_many, &error);
    // The host rejects such values, but other callers get this error.
    let error = "the option Scoring is `cube`, but should be points or wins";
    assert_eq!(open("", "Scoring=cube").map(|_| ()), Err(error.into()));
}

#[test]
fn a_finished_game_opens() {
    let (game, state) = open(&setup(Player::Min, &[3], &[], "-"), "").unwrap();
    assert_eq!(game.outcome(&state), plyd_plugin::Outcome::Utility(1_000));
}

proptest! {
    #[test]
    fn any_men_are_read_or_refused(
        own in prop::collection::vec(1_usize..=25, 0..16),
        opponent in prop::collection::vec(1_usize..=25, 0..16),
        dice in "(-|[1-6][1-6])",
    ) {
        match open(&setup(Player::Max, &own, &opponent, &dice), "") {
            Ok((game, state)) => {
                prop_assert_eq!(open(&game.format_state(&state), ""), Ok((game, state)));
                for mv in legal(&game, &state).into_iter().take(10) {
                    prop_assert_eq!(game.parse_move(&state, &game.format_move(&state, mv)), Some(mv));
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

    #[test]
    fn any_word_at_all_is_a_play_or_none(word in "[0-9bof/*(),anre]{0,20}") {
        let (game, state) = open("4HPwATDgc/ABMA w 33", "").unwrap();
        let found = game.parse_move(&state, &word);
        prop_assert!(found.is_none_or(|mv| legal(&game, &state).contains(&mv)));
    }
}

#[test]
fn the_steps_of_a_play_can_be_clicked_in_every_order_that_the_rules_allow() {
    let race = |own: &[usize], dice| open(&setup(Player::Max, own, &[1, 1], dice), "").unwrap();
    for (own, dice, play, gesture) in [
        // Two men, either of which may move first.
        (&[8, 6][..], "53", "8/3,6/3", "8 3 6 3 | 6 3 8 3"),
        // One man that may use either die first.
        (&[13], "21", "13/10", "13 11 11 10 | 13 12 12 10"),
        // A man on the bar enters first.
        (&[25, 6], "31", "bar/22,6/5", "white-bar 22 6 5"),
        // No man is borne off before the last one is at home.
        (&[8, 4], "42", "8/6,4/off", "8 6 4 white-off"),
    ] {
        let (game, state) = race(own, dice);
        let mv = game.parse_move(&state, play).unwrap_or_else(|| panic!("{play}: {:?}", move_texts(&game, &state)));
        assert_eq!(gesture_text(&game.gesture(&state, mv)), gesture, "{play}");
    }
    // With a double, two pairs of men have six orders, and no order of equal steps occurs twice.
    let (game, state) = race(&[8, 8, 6, 6], "33");
    let mv = game.parse_move(&state, "8/5(2),6/3(2)").unwrap();
    assert_eq!(game.gesture(&state, mv).iter().filter(|step| **step == Step::Or).count(), 5);
}

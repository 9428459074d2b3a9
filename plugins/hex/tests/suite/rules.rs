//! The rules: what each does in positions made for it, and random games by the plain ones.

use crate::boards::{BOARDS, has_swap, open, start};
use crate::plain::Plain;
use plyd_plugin::testing::{move_texts, played, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

fn outcome(setup: &str) -> Outcome {
    let (game, state) = open(setup, "").unwrap();
    game.outcome(&state)
}

fn text_after(setup: &str, moves: &str) -> String {
    let (game, state) = open(setup, "").unwrap();
    game.format_state(&played(&game, &state, moves))
}

#[test]
fn red_joins_top_and_bottom_and_blue_left_and_right() {
    for turn in ["r", "b"] {
        for (board, winner) in [
            ("X2/X2/X2", Player::Max),
            ("2X/1X1/X2", Player::Max),
            ("1X1/1X1/X2", Player::Max),
            ("OOO/3/3", Player::Min),
            ("2O/1O1/O2", Player::Min),
            ("1OO/O2/3", Player::Min),
            ("X", Player::Max),
            ("O", Player::Min),
        ] {
            assert_eq!(outcome(&format!("{board} {turn}")), Outcome::Win(winner), "{board}");
        }
        // The other diagonal is none: its cells do not touch. Nor does a row go on in the next one.
        for board in ["X2/1X1/2X", "XXX/3/XXX", "O2/1O1/2O", "O1O/O1O/O1O", "1OO/3/OO1", "2X/X2/2X"] {
            assert_eq!(outcome(&format!("{board} {turn}")), Outcome::Ongoing, "{board}");
        }
    }
}

#[test]
fn a_swap_takes_over_the_first_stone_in_the_mirror() {
    assert_eq!(text_after("3/3/3 r", "b1 swap"), "3/O2/3 r");
    assert_eq!(text_after("3/3/3 r", "c1 swap a1"), "X2/3/O2 b");
    assert_eq!(text_after("3/3/3 r", "b2 swap"), "3/1O1/3 r");
    let has_swap = |setup, options| {
        let (game, state) = open(setup, options).unwrap();
        let listed = move_texts(&game, &state).contains(&"swap".to_string());
        assert_eq!(game.parse_move(&state, "SWAP").is_some(), listed);
        listed
    };
    assert!(has_swap("3/1X1/3 b", ""));
    for (setup, options) in [
        ("3/1X1/3 b", "Swap=false"),
        ("3/3/3 r", ""),
        ("3/3/3 b", ""),
        ("3/1X1/3 r", ""),
        ("3/1O1/3 b", ""),
        ("3/1O1/3 r", ""),
        ("3/1XO/3 b", ""),
        ("3/1XX/3 b", ""),
    ] {
        assert!(!has_swap(setup, options), "{setup} {options}");
    }
}

#[test]
fn random_games_go_by_the_plain_rules() {
    for options in BOARDS {
        let opened = start(options);
        let first = Plain::read(&opened.0.format_state(&opened.1), has_swap(options));
        let mut plain = first.clone();
        let games = if first.size > 7 { 2 } else { 30 };
        random_games(&opened, games, |game, state, mv| {
            let text = game.format_state(state);
            assert_eq!(plain.write(), text);
            assert_eq!(game.outcome(state), plain.outcome(), "{text}");
            if mv.is_some() {
                assert_eq!(move_texts(game, state), plain.moves(), "{text}");
            }
            match mv {
                Some(mv) => plain.play(game.format_move(state, mv)),
                None => plain = first.clone(),
            }
        });
    }
}

#[test]
fn a_full_board_has_one_winner() {
    // Every way to fill the board of three rows with stones of both colours.
    for colours in 0..1_u32 << 9 {
        let letter = |cell: u32| if colours >> cell & 1 == 0 { 'X' } else { 'O' };
        let rows = [0, 3, 6].map(|first| (first..first + 3).map(letter).collect::<String>());
        let text = format!("{} r", rows.join("/"));
        let plain = Plain::read(&text, false);
        assert_ne!(plain.has_won(Player::Max), plain.has_won(Player::Min), "{text}");
        assert_eq!(outcome(&text), plain.outcome(), "{text}");
    }
}

//! The rules: what each does in positions made for it, and random games by the plain ones.

use crate::boards::{BOARDS, is_exact, open, start};
use crate::plain::Plain;
use plyd_plugin::testing::{move_texts, played, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

/// The rule by which more than five win too.
const FREE: &str = "Rule=freestyle";

fn outcome(setup: &str, options: &str) -> Outcome {
    let (game, state) = open(setup, options).unwrap();
    game.outcome(&state)
}

#[test]
fn five_in_a_row_win_in_all_directions_whoever_is_to_move() {
    for board in
        ["XXXXX1/6/6/6/6/6", "6/6/6/6/6/1XXXXX", "5X/5X/5X/5X/5X/6", "X5/1X4/2X3/3X2/4X1/6", "6/5X/4X1/3X2/2X3/1X4"]
    {
        for (turn, rule) in [("b", ""), ("w", ""), ("b", FREE), ("w", FREE)] {
            assert_eq!(outcome(&format!("{board} {turn}"), rule), Outcome::Win(Player::Max), "{board}");
            let swapped = board.replace('X', "O");
            assert_eq!(outcome(&format!("{swapped} {turn}"), rule), Outcome::Win(Player::Min), "{swapped}");
        }
    }
    for board in ["XXXX2/6/6/6/6/6", "XXX1XX/6/6/6/6/6", "6/6/6/4XX/XXX3/6", "XX4/6/6/6/6/3XXX"] {
        assert_eq!(outcome(&format!("{board} w"), ""), Outcome::Ongoing, "{board}");
    }
}

#[test]
fn more_than_five_win_by_the_free_rule_alone() {
    for board in ["XXXXXX/6/6/6/6/6", "X5/1X4/2X3/3X2/4X1/5X", "O5/O5/O5/O5/O5/O5"] {
        let winner = if board.contains('X') { Player::Max } else { Player::Min };
        assert_eq!(outcome(&format!("{board} b"), FREE), Outcome::Win(winner));
        for rule in ["", "Rule=standard"] {
            assert_eq!(outcome(&format!("{board} b"), rule), Outcome::Ongoing);
        }
    }
    // The last stone closes a gap: six by the standard rule do not win, even beside a row of four.
    let after = |setup, rule, moves| {
        let (game, state) = open(setup, rule).unwrap();
        game.outcome(&played(&game, &state, moves))
    };
    assert_eq!(after("XXX1XX1/7/7/7/7/7/7 b", FREE, "d7"), Outcome::Win(Player::Max));
    assert_eq!(after("XXX1XX1/7/7/7/7/7/7 b", "", "d7"), Outcome::Ongoing);
    // A row of six and one of five at once.
    let both = "XXX1XX1/3X3/3X3/3X3/3X3/7/7 b";
    assert_eq!(after(both, "", "d7"), Outcome::Win(Player::Max));
}

#[test]
fn a_full_board_without_a_row_is_a_draw() {
    let board = "XXOXX/OOXOO/XXOXX/OOXOO/XXOX1";
    assert_eq!(outcome(&format!("{board} b"), ""), Outcome::Ongoing);
    let (game, state) = open(&format!("{board} b"), "").unwrap();
    assert_eq!(game.outcome(&played(&game, &state, "e1")), Outcome::Draw);
}

#[test]
fn random_games_go_by_the_plain_rules() {
    for options in BOARDS {
        let opened = start(options);
        let first = Plain::read(&opened.0.format_state(&opened.1), is_exact(options));
        let mut plain = first.clone();
        let games = if first.size > 9 { 1 } else { 20 };
        random_games(&opened, games, |game, state, mv| {
            let text = game.format_state(state);
            assert_eq!(plain.write(), text);
            assert_eq!(game.outcome(state), plain.outcome(), "{text}");
            let Some(mv) = mv else {
                plain = first.clone();
                return;
            };
            let names: Vec<String> = plain.moves().into_iter().map(Plain::name).collect();
            assert_eq!(move_texts(game, state), names, "{text}");
            let name = game.format_move(state, mv);
            plain.play(plain.places().into_iter().find(|place| Plain::name(*place) == name).unwrap());
        });
    }
}

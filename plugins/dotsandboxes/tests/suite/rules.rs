//! The rules: what each does in positions made for it, and random games by the plain ones.

use crate::boards::{BOARDS, counts_boxes, games, open, start};
use crate::plain::Plain;
use plyd_plugin::testing::{move_texts, played, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

fn text_after(setup: &str, moves: &str) -> String {
    let (game, state) = open(setup, "").unwrap();
    game.format_state(&played(&game, &state, moves))
}

#[test]
fn who_closes_a_box_owns_it_and_moves_again() {
    assert_eq!(text_after("00/00/00 000/000 ../.. r", "h11"), "10/00/00 000/000 ../.. b");
    assert_eq!(text_after("10/10/00 100/000 ../.. r", "v12"), "10/10/00 110/000 R./.. r");
    assert_eq!(text_after("10/10/00 100/000 ../.. b", "v12"), "10/10/00 110/000 B./.. b");
    // A box may be closed by each of its sides.
    for (side, lines) in [("h11", "0/1 11"), ("h21", "1/0 11"), ("v11", "1/1 01"), ("v12", "1/1 10")] {
        assert_eq!(text_after(&format!("{lines} . r"), side), "1/1 11 R r");
    }
}

#[test]
fn a_line_may_close_two_boxes_which_is_one_turn_more() {
    assert_eq!(text_after("11/11/00 101/000 ../.. b", "v12"), "11/11/00 111/000 BB/.. b");
    assert_eq!(text_after("10/00/10 110/110 ../.. r", "h21"), "10/10/10 110/110 R./R. r");
}

#[test]
fn a_full_board_is_over_and_worth_the_difference_or_a_win() {
    for (setup, difference, winner) in [
        ("1/1 11 R r", 1, Some(Player::Max)),
        ("1/1 11 B b", -1, Some(Player::Min)),
        ("11/11 111 RB r", 0, None),
        ("111/111 1111 RBR b", 1, Some(Player::Max)),
        ("111/111 1111 BBB r", -3, Some(Player::Min)),
    ] {
        let outcome = |options| {
            let (game, state) = open(setup, options).unwrap();
            assert!(move_texts(&game, &state).is_empty());
            game.outcome(&state)
        };
        assert_eq!(outcome(""), Outcome::Utility(difference), "{setup}");
        assert_eq!(outcome("BoxDifference=false"), winner.map_or(Outcome::Draw, Outcome::Win), "{setup}");
    }
    // Nobody stops early, however large the lead.
    let (game, state) = open("111/110 1110 RR. b", "BoxDifference=false").unwrap();
    assert_eq!((game.outcome(&state), move_texts(&game, &state).join(" ")), (Outcome::Ongoing, "h23 v14".into()));
}

#[test]
fn moves_are_listed_row_by_row_the_horizontal_ones_first() {
    let (game, state) = start("Rows=2 Columns=2");
    assert_eq!(move_texts(&game, &state).join(" "), "h11 h12 h21 h22 h31 h32 v11 v12 v13 v21 v22 v23");
}

#[test]
fn random_games_go_by_the_plain_rules() {
    for options in BOARDS {
        let opened = start(options);
        let first = Plain::read(&opened.0.format_state(&opened.1), counts_boxes(options));
        let mut plain = first.clone();
        random_games(&opened, games(options, 20), |game, state, mv| {
            let text = game.format_state(state);
            assert_eq!(plain.write(), text);
            assert_eq!(game.outcome(state), plain.outcome(), "{text}");
            assert_eq!(move_texts(game, state), plain.moves(), "{text}");
            assert_eq!(game.turn(state), plain.turn, "{text}");
            match mv {
                Some(mv) => plain.play(game.format_move(state, mv)),
                None => plain = first.clone(),
            }
        });
    }
}

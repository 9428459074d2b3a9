//! The rules: what each does in positions made for it, and that random games of many sizes go by the plain ones.

use crate::boards::{SIZES, open, start};
use crate::plain::Plain;
use plyd_plugin::testing::{legal, move_texts, played, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

/// The legal moves of a setup, as text.
fn moves(setup: &str) -> String {
    let (game, state) = open(setup, "").unwrap();
    let names = move_texts(&game, &state);
    names.join(" ")
}

fn outcome(setup: &str) -> Outcome {
    let (game, state) = open(setup, "").unwrap();
    game.outcome(&state)
}

#[test]
fn pawns_go_ahead_straight_or_diagonally_and_capture_diagonally_only() {
    assert_eq!(moves("3/p2/3/1P1/3 w"), "b2a3 b2b3 b2c3");
    assert_eq!(moves("3/1p1/3/2P/3 b"), "b4a3 b4b3 b4c3");
    // Straight ahead both kinds of pawn are in the way, diagonally the own ones only.
    assert_eq!(moves("3/3/ppp/1P1/3 w"), "b2a3 b2c3");
    assert_eq!(moves("3/3/PpP/1P1/3 w"), "a3a4 a3b4 c3b4 c3c4");
    assert_eq!(moves("3/1p1/pPp/3/3 b"), "a3a2 a3b2 c3b2 c3c2");
    // The edges, also of the widest board, are edges.
    assert_eq!(moves("8/8/8/7p/P6P/8/8/8 w"), "a4a5 a4b5 h4g5");
    assert_eq!(moves("8/8/8/p6p/P7/8/8/8 b"), "a5b4 h5g4 h5h4");
}

#[test]
fn the_last_rank_or_the_last_capture_wins() {
    for turn in ["w", "b"] {
        assert_eq!(outcome(&format!("1P1/3/pp1/3/1P1 {turn}")), Outcome::Win(Player::Max));
        assert_eq!(outcome(&format!("1p1/3/PP1/3/p2 {turn}")), Outcome::Win(Player::Min));
        assert_eq!(outcome(&format!("3/3/PP1/3/3 {turn}")), Outcome::Win(Player::Max));
        assert_eq!(outcome(&format!("3/3/3/2p/3 {turn}")), Outcome::Win(Player::Min));
        assert_eq!(outcome(&format!("1p1/3/3/3/1P1 {turn}")), Outcome::Ongoing);
    }
    let (game, state) = open("8/P7/8/8/3p4/2P5/7p/8 w", "").unwrap();
    assert_eq!(game.outcome(&played(&game, &state, "a7b8")), Outcome::Win(Player::Max));
    assert_eq!(game.outcome(&played(&game, &state, "c3d4 h2g1")), Outcome::Win(Player::Min));
    assert_eq!(game.outcome(&played(&game, &state, "c3d4 h2h1")), Outcome::Win(Player::Min));
    let (game, state) = open("8/8/8/8/3p4/2P5/8/8 b", "").unwrap();
    assert_eq!(game.outcome(&played(&game, &state, "d4c3")), Outcome::Win(Player::Min));
}

#[test]
fn random_games_go_by_the_plain_rules() {
    for (files, ranks) in SIZES {
        let (game, root) = start(files, ranks);
        let mut plain = Plain::read(&game.format_state(&root));
        random_games(&(game, root), 60, |game, state, mv| {
            let text = game.format_state(state);
            assert_eq!(Plain::read(&text), plain, "{text}");
            assert_eq!(game.outcome(state), plain.outcome(), "{text}");
            if let Some(mv) = mv {
                let names = legal(game, state).into_iter().map(|mv| game.format_move(state, mv));
                assert_eq!(names.collect::<Vec<String>>(), plain.moves(), "{text}");
                plain.play(game.format_move(state, mv));
            } else {
                assert_ne!(game.outcome(state), Outcome::Ongoing, "{text}");
                plain = Plain::read(&game.format_state(&root));
            }
        });
    }
}

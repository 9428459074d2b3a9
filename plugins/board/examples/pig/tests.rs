use super::Pig;
use plyd_plugin::testing::{laws, move_texts, open, played};
use plyd_plugin::{Game, Outcome, Player, Plugin};

#[test]
fn the_laws_of_every_game_hold() {
    laws::<Pig>(&[("", ""), ("20 35 b 12", ""), ("20 35 b 12 rolling", ""), ("0 0 w", "Goal=2"), ("99 0 w 6", "")]);
}

#[test]
fn a_one_loses_the_points_of_the_turn() {
    let (game, start) = open::<Pig>("", "");
    assert_eq!(move_texts(&game, &start), ["roll"]);
    let text = |moves: &str| game.format_state(&played(&game, &start, moves));
    assert_eq!(text("roll 5 roll"), "0 0 w 5 rolling");
    assert_eq!(text("roll 5 roll 1"), "0 0 b 0");
    assert_eq!(text("roll 5 roll 6 hold"), "11 0 b 0");
}

#[test]
fn who_has_enough_points_can_only_hold_and_wins() {
    let (game, last) = open::<Pig>("94 0 w 6", "");
    assert_eq!((game.outcome(&last), move_texts(&game, &last)), (Outcome::Ongoing, vec!["hold".into()]));
    assert_eq!(game.outcome(&played(&game, &last, "hold")), Outcome::Win(Player::Max));
}

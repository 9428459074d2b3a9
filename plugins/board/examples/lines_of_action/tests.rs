use super::LinesOfAction;
use plyd_plugin::testing::{check_refusal, laws, legal, move_texts, open};

#[test]
fn the_laws_of_every_game_hold() {
    let alone = "8/8/3B4/8/2w1B3/8/5w2/8 b";
    laws::<LinesOfAction>(&[("", ""), (alone, ""), ("1BBBBBB1/w6w/w6w/w6w/w6w/w6w/w6w/1BBBBBB1 b - - 3 7", "")]);
}

#[test]
fn the_first_player_has_36_moves() {
    let (game, start) = open::<LinesOfAction>("", "");
    assert_eq!(legal(&game, &start).len(), 36);
}

#[test]
fn a_stone_passes_own_stones_and_never_others() {
    // Three stones are on the file of a1: it goes three cells, over the own one, unless another one is between.
    let goals = |setup| {
        let (game, state) = open::<LinesOfAction>(setup, "");
        let mut texts = move_texts(&game, &state);
        texts.retain(|text| text.starts_with("a1a"));
        texts
    };
    assert_eq!(goals("w6w/8/8/8/8/8/B6B/B7 w"), ["a1a4"]);
    assert_eq!(goals("B6B/8/8/8/8/8/w6w/B7 w"), [""; 0]);
    assert_eq!(goals("8/8/8/8/w7/w7/7B/B6w w"), [""; 0]);
    // It captures on its target only, and never an own stone.
    assert_eq!(goals("8/8/8/8/8/w7/7B/B6w w"), ["a1a3"]);
    assert_eq!(goals("1w6/8/8/8/8/B6B/8/B6w w"), [""; 0]);
}

#[test]
fn who_joins_all_stones_wins() {
    use plyd_plugin::{Game, Outcome, Player};
    for (setup, outcome) in [
        ("8/8/8/3B4/4B3/8/w6w/8 b", Outcome::Win(Player::Max)),
        ("8/8/8/3B4/4B3/8/ww6/8 b", Outcome::Win(Player::Max)),
        ("8/8/8/3B4/4B3/8/ww6/8 w", Outcome::Win(Player::Min)),
        ("8/8/8/3B4/8/4B3/w6w/8 b", Outcome::Ongoing),
    ] {
        let (game, state) = open::<LinesOfAction>(setup, "");
        assert_eq!(game.outcome(&state), outcome, "{setup}");
    }
}

#[test]
fn a_wrong_setup_is_refused() {
    check_refusal::<LinesOfAction>("8/8 w", "the board `8/8` has 2 ranks but should have 8");
}

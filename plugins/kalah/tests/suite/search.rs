//! Tests of searches in random positions against plain minimax. Second turns occur within the search tree too.

use crate::boards::open;
use crate::oracle::minimax;
use crate::plain::Plain;
use plyd_plugin::testing::Random;
use plyd_plugin::{Game, Player, Plugin};
use plyd_search::{Algorithm, Control, Root, SearchScore, SearcherLimits, SearcherSettings, Techniques};
use plyd_trials::search;

/// A position with a few seeds in the houses.
fn random_setup(random: &mut Random) -> String {
    let houses = 2 + random.below(3);
    let mut row = || {
        let counts: Vec<String> = (0..houses).map(|_| random.below(4).to_string()).collect();
        counts.join(",")
    };
    let board = format!("{}/{}", row(), row());
    format!("{board} {} {} {}", ["w", "b"][random.below(2) as usize], random.below(9), random.below(9))
}

/// Searches random positions to a depth and counts the positions in which an oracle with strictly alternating players
/// finds another value.
fn compare(depth: u32) -> usize {
    let mut random = Random(1);
    let mut misjudged = 0;
    for round in 0..150 {
        let empty_capture = round % 2 == 1;
        let setup = random_setup(&mut random);
        let (game, root) = open(&setup, &format!("EmptyCapture={empty_capture}")).unwrap();
        let plain = Plain::read(&game.format_state(&root), empty_capture);
        let is_max = plain.turn == Player::Max;
        let leaf = |position: &Plain| {
            let (game, state) = open(&text(position), "").unwrap();
            game.evaluate(&state)
        };
        let value = minimax(&plain, is_max, depth, false, &leaf);
        misjudged += usize::from(minimax(&plain, is_max, depth, true, &leaf) != value);
        for algorithm in Algorithm::BY_DEPTH {
            let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
            let root = Root::new(&game, &root);
            let settings = SearcherSettings { techniques: Techniques::EXACT, ..algorithm.into() };
            let answer = search(&root, settings, &limits, &Control::new(), &mut |_| {});
            let expected = SearchScore::Value(if is_max { value } else { -value });
            assert_eq!(answer.score, Some(expected), "{} of {setup}, {empty_capture}", algorithm.name());
        }
    }
    misjudged
}

/// The text of a position of the simple rules.
fn text(position: &Plain) -> String {
    let houses = position.houses();
    let list = |pits: &mut dyn Iterator<Item = &u32>| pits.map(u32::to_string).collect::<Vec<_>>().join(",");
    let above = list(&mut position.pits[houses + 1..2 * houses + 1].iter().rev());
    let below = list(&mut position.pits[..houses].iter());
    let turn = if position.turn == Player::Max { 'w' } else { 'b' };
    format!("{above}/{below} {turn} {} {}", position.pits[houses], position.pits[2 * houses + 1])
}

#[test]
fn values_at_a_depth_are_those_of_a_plain_minimax() {
    let misjudged = compare(4);
    assert!(misjudged > 20, "second turns mattered in {misjudged} positions only");
}

#[test]
fn deeper_values_are_those_of_a_plain_minimax() {
    let misjudged = compare(7);
    assert!(misjudged > 20, "second turns mattered in {misjudged} positions only");
}

//! Weaker play, in whole games between different ratings. Seeds and nodes decide every game, so each run is the same.

use breakthrough::Breakthrough;
use cfour::ConnectFour;
use plyd_plugin::testing::{after, try_open as open};
use plyd_plugin::{Outcome, Player, Plugin};
use plyd_search::{Control, NoObserver, PlayingStrength, Root, SearcherLimits, SearcherSettings, TranspositionTable};
use plyd_trials::observed::search;

/// The result for MAX in half points: 2 for a win, 1 for a draw.
fn play<P: Plugin>(elos: [u32; 2], seed: u64) -> u32 {
    let (game, mut state) = open::<P>("", "").unwrap();
    let tables = [TranspositionTable::new(1).unwrap(), TranspositionTable::new(1).unwrap()];
    for ply in 0_u64.. {
        match game.outcome(&state) {
            Outcome::Ongoing => {}
            Outcome::Win(Player::Max) => return 2,
            Outcome::Win(Player::Min) => return 0,
            Outcome::Draw => return 1,
            other => panic!("the game ended with {other:?}"),
        }
        let side = game.turn(&state) as usize;
        let strength = Some(PlayingStrength::new(elos[side], seed << 10 | ply));
        let settings = SearcherSettings { table: Some(&tables[side]), strength, ..SearcherSettings::default() };
        let root = Root::new(&game, &state);
        let answer = search(&root, settings, &SearcherLimits::default(), &Control::new(), &mut NoObserver, &mut |_| {});
        state = after(&game, &state, answer.best.unwrap());
    }
    unreachable!("every game ends")
}

/// The games of a pair of ratings are played in pairs with the sides swapped.
const PAIRS: u64 = 40;

/// The higher rating makes more than two of three points. Ends as soon as that is certain.
fn assert_beats<P: Plugin>(higher: u32, lower: u32) {
    let (all, mut points) = (4 * PAIRS as u32, 0);
    for seed in 0..PAIRS {
        points += play::<P>([higher, lower], 2 * seed) + 2 - play::<P>([lower, higher], 2 * seed + 1);
        if points * 3 > all * 2 {
            return;
        }
    }
    panic!("{higher} made {points} of {all} half points against {lower}");
}

#[test]
fn nine_hundred_beat_five_hundred() {
    assert_beats::<ConnectFour>(900, 500);
    assert_beats::<Breakthrough>(900, 500);
}

#[test]
#[cfg(feature = "long-tests")]
fn thirteen_hundred_beat_nine_hundred() {
    assert_beats::<ConnectFour>(1_300, 900);
    assert_beats::<Breakthrough>(1_300, 900);
}

#[test]
#[cfg(feature = "long-tests")]
fn seventeen_hundred_beat_thirteen_hundred_in_connect_four() {
    assert_beats::<ConnectFour>(1_700, 1_300);
}

#[test]
#[cfg(feature = "long-tests")]
fn seventeen_hundred_beat_thirteen_hundred_in_breakthrough() {
    assert_beats::<Breakthrough>(1_700, 1_300);
}

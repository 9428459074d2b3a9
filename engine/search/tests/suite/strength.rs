//! Weaker play, in whole games between different ratings. Seeds and nodes decide every game, so each run is the same.

use breakthrough::Breakthrough;
use cfour::ConnectFour;
use plyd_plugin::{Outcome, Player, Plugin};
use plyd_search::{Control, Limits, NoObserver, Root, Settings, Strength, Table, search};
use plyd_trials::{after, open};

/// The result for MAX in half points: 2 for a win, 1 for a draw.
fn play<P: Plugin>(elos: [u32; 2], seed: u64) -> u32 {
    let (game, mut state) = open::<P>("", "").unwrap();
    let tables = [Table::new(1).unwrap(), Table::new(1).unwrap()];
    for ply in 0_u64.. {
        match game.outcome(&state) {
            Outcome::Ongoing => {}
            Outcome::Win(Player::Max) => return 2,
            Outcome::Win(Player::Min) => return 0,
            Outcome::Draw => return 1,
            other => panic!("the game ended with {other:?}"),
        }
        let side = game.turn(&state) as usize;
        let strength = Some(Strength::new(elos[side], seed << 10 | ply));
        let settings = Settings { table: Some(&tables[side]), strength, ..Settings::default() };
        let root = Root::new(&game, &state);
        let answer = search(&root, settings, &Limits::default(), &Control::new(), &mut NoObserver, &mut |_| {});
        state = after(&game, &state, answer.best.unwrap());
    }
    unreachable!("every game ends")
}

/// The half points of the higher rating in so many pairs of games with the sides swapped.
fn match_of<P: Plugin>(higher: u32, lower: u32, pairs: u64) -> u32 {
    let pair = |seed: u64| play::<P>([higher, lower], 2 * seed) + 2 - play::<P>([lower, higher], 2 * seed + 1);
    (0..pairs).map(pair).sum()
}

#[test]
fn each_higher_rating_beats_the_lower_one() {
    const PAIRS: u64 = 40;
    for (lower, higher) in [(500, 900), (900, 1_300), (1_300, 1_700)] {
        for (game, points) in [
            ("connect four", match_of::<ConnectFour>(higher, lower, PAIRS)),
            ("breakthrough", match_of::<Breakthrough>(higher, lower, PAIRS)),
        ] {
            let all = 4 * PAIRS as u32;
            // Two of three points at least.
            assert!(points * 3 > all * 2, "{game}: {higher} made {points} of {all} half points against {lower}");
        }
    }
}

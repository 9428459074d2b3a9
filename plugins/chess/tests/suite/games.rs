//! Random games that are the same in every run.

use crate::setups::open;
use chess::{Chess, State};
use plyd_plugin::Game;
use plyd_plugin::testing::{Random, legal};

/// Start positions of games: openings, middle games, and endings that soon lead to promotions, mates and draws.
const BEGINNINGS: [(&str, bool); 12] = [
    ("", false),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false),
    ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", false),
    ("n1n1k3/PPP1P3/8/8/8/8/3p1ppp/3K1N1N b - - 0 1", false),
    ("8/8/4k3/2bn4/4NB2/3K4/8/8 w - - 0 1", false),
    ("8/4k3/8/8/8/2BK1B2/7r/8 w - - 80 90", false),
    ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", false),
    ("brkqnrnb/pppppppp/8/8/8/8/PPPPPPPP/BRKQNRNB w FBfb - 0 1", true),
    ("rkr5/p1p5/8/8/8/8/P1P5/RKR5 w CAca - 0 1", true),
    ("1rk4r/p6p/8/2b5/5B2/8/P6P/RK3R2 w FAhb - 0 1", true),
    ("r3kr2/3p4/8/8/8/8/3P4/R3KR2 w FAfa - 0 1", true),
];

const LONGEST: usize = 160;

/// Calls `visit` for every position of `count` games from each start position, including the last one.
pub(crate) fn visit(count: u64, mut visit: impl FnMut(Chess, &State)) {
    for (place, (setup, chess960)) in (1..).zip(BEGINNINGS) {
        for number in 1..=count {
            let mut random = Random(place << 32 | number);
            let (game, mut state) = open(setup, chess960);
            for _ in 0..LONGEST {
                visit(game, &state);
                let moves = legal(&game, &state);
                if moves.is_empty() {
                    break;
                }
                game.play(&mut state, moves[random.below(moves.len() as u64) as usize]);
            }
        }
    }
}

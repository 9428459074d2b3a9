//! Each game by clicks alone, from the positions that it names. The game in C is played in
//! `tests/tests/end_to_end/views/nim.rs`.

use super::random_games;
use plyd_linked::{Engine, each_game};
use plyd_plugin::Plugin;
use plyd_trials::Shipped;

macro_rules! tests {
    ($($name:ident $game:ty),*) => {
        $(#[test]
        fn $name() {
            let game = Shipped::of(<$game as Plugin>::ID);
            random_games::play(|| Engine::start(&game.id), &game.id, &game.clicks.positions);
        })*
    };
}

each_game!(tests);

#[test]
fn chess960_is_played_by_clicks() {
    let positions = [
        "startpos",
        // Castling across the board, past the rook, with a king that stays, and with the usual squares.
        "fen 1rk4r/p6p/8/2b5/5B2/8/P6P/RK3R2 w FAhb - 0 1",
        "fen rkr5/p1p5/8/8/8/8/P1P5/RKR5 w CAca - 0 1",
        "fen 1r4kr/p5p1/8/8/8/8/P5P1/1R4KR b HBhb - 0 1",
        "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1",
        "fen bqnrknbr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNBR w HDhd - 0 1",
    ];
    random_games::play(
        || Engine::with_options("chess", &["UCI_Chess960=true"]),
        "chess",
        &positions.map(str::to_owned),
    );
}

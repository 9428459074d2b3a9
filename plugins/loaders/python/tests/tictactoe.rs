//! The bundled game of tic-tac-toe. It has its own test file because a process loads only one game.

use plyd_plugin::testing::{laws, move_texts, perft};
use plyd_plugin::view::Step;
use plyd_plugin::{Loader, Options, Plugin};
use python_loader::PythonGame;

#[test]
fn tictactoe_keeps_the_laws_and_has_the_known_counts() {
    let loaded = PythonGame::load(include_str!("../games/tictactoe.py")).unwrap().unwrap();
    laws::<PythonGame>(&[("", ""), ("1 2 0 0 1 0 0 0 2 0", "")]);
    let (game, root) = PythonGame::open("", &Options::new(&[], "")).unwrap();
    assert_eq!(move_texts(&game, &root).join(" "), "a1 b1 c1 a2 b2 c2 a3 b3 c3");
    assert_eq!(game.gesture(&root, plyd_plugin::Move(4)), [Step::spot("b2")]);
    for known in loaded.perft.iter().filter(|known| known.depth < 4) {
        assert_eq!(perft(&game, &root, known.depth), known.leaves, "depth {}", known.depth);
    }
    for refused in ["1", "1 0 0 0 0 0 0 0 0 0", "7 0 0 0 0 0 0 0 0 0", "300 0 0 0 0 0 0 0 0 0", "x"] {
        assert!(PythonGame::open(refused, &Options::new(&[], "")).is_err(), "{refused}");
    }
}

//! Names of games on the command line.

use super::only;
use plyd_tests::Engine;

#[test]
fn the_command_line_takes_the_names_that_people_know() {
    for (name, setup) in
        [("Connect Four", "7/7/7/7/7/7["), ("connect4", "7/7/7/7/7/7["), ("weiqi", "9/9/9/9/9/9/9/9/9 ")]
    {
        let mut engine = Engine::start(&["--game", name]);
        assert!(only(engine.ask("query fen")).starts_with(&format!("response {setup}")), "{name}");
    }
    let refused = plyd_tests::finish(plyd_tests::command(&["--game", "Chess960"]), plyd_tests::PATIENCE);
    assert!(refused.errors.contains("did you mean `chess` with the option `UCI_Chess960`?"), "{refused:?}");
}
